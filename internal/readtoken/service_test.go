package readtoken_test

import (
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// newService returns a service with a clock that the test moves.
func newService(t *testing.T) (*readtoken.Service, storage.Store, *time.Time) {
	t.Helper()
	store, now := storagetest.Strict(t, memory.New()), time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	return readtoken.New(storage.Env{Store: store, Now: func() time.Time { return now }, Random: rand.Reader}), store, &now
}

func stamp(at time.Time) storage.NullTime { return storage.NullTime(storage.TimeOf(at)) }

func TestSecretsAreOfTheirKind(t *testing.T) {
	t.Parallel()
	s, _, _ := newService(t)
	made, err := s.Create(t.Context(), " Feed ", 0)
	if err != nil || made.Token.Name != "Feed" || !readtoken.IsSecret(made.Secret) {
		t.Fatalf("%+v, %v", made, err)
	}
	if got, err := s.Check(t.Context(), storage.ReadTokenProgram, made.Secret); err != nil || got.ID != made.Token.ID {
		t.Errorf("%+v, %v", got, err)
	}
	last := made.Secret[:len(made.Secret)-1]
	for _, wrong := range []string{"", readtoken.Prefix, last, last + "g", made.Secret + "0", strings.ToUpper(made.Secret), strings.ReplaceAll(made.Secret, "_", "-")} {
		if _, err := s.Check(t.Context(), storage.ReadTokenProgram, wrong); !errors.Is(err, readtoken.ErrUnknown) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
	for _, kind := range []storage.ReadTokenKind{storage.ReadTokenBrowser, storage.ReadTokenCode} {
		if _, err := s.Check(t.Context(), kind, made.Secret); !errors.Is(err, readtoken.ErrUnknown) {
			t.Errorf("as %s: %v", kind, err)
		}
	}
	if _, err := s.Pair(t.Context(), made.Secret, "Phone"); !errors.Is(err, readtoken.ErrUnknown) {
		t.Errorf("paired with a token: %v", err)
	}
}

// TestNamesAreUnique checks that no two valid tokens of programs have one name.
func TestNamesAreUnique(t *testing.T) {
	t.Parallel()
	s, _, now := newService(t)
	create := func(name string, expires storage.NullTime, want error) (made readtoken.Created) {
		t.Helper()
		made, err := s.Create(t.Context(), name, expires)
		if !errors.Is(err, want) {
			t.Errorf("%q: error %v, want %v", name, err, want)
		}
		return made
	}
	first := create("Feed", stamp(now.Add(time.Hour)), nil)
	create(" Feed", 0, readtoken.ErrNameTaken)
	create("feed", 0, nil)
	for range 2 { // browsers are named by themselves
		code, err := s.CreateCode(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Pair(t.Context(), code.Secret, "Feed"); err != nil {
			t.Error(err)
		}
	}
	*now = now.Add(time.Hour)
	second := create("Feed", 0, nil) // the first one has expired
	create("Feed", 0, readtoken.ErrNameTaken)
	for _, made := range []readtoken.Created{first, second} {
		if _, err := s.Revoke(t.Context(), made.Token.ID); err != nil {
			t.Error(err)
		}
	}
	create("Feed", 0, nil)
}

func TestExpiryAndRevocation(t *testing.T) {
	t.Parallel()
	s, _, now := newService(t)
	made, err := s.Create(t.Context(), "Feed", stamp(now.Add(time.Hour)))
	if err != nil {
		t.Fatal(err)
	}
	*now = now.Add(time.Hour - time.Millisecond)
	if _, err := s.Check(t.Context(), storage.ReadTokenProgram, made.Secret); err != nil {
		t.Error(err)
	}
	*now = now.Add(time.Millisecond)
	if _, err := s.Check(t.Context(), storage.ReadTokenProgram, made.Secret); !errors.Is(err, readtoken.ErrExpired) {
		t.Errorf("expired: %v", err)
	}
	if _, err := s.Create(t.Context(), "Feed", stamp(*now)); !errors.Is(err, readtoken.ErrExpiry) {
		t.Errorf("in the past: %v", err)
	}
	if gone, err := s.Revoke(t.Context(), made.Token.ID); err != nil || gone.Name != "Feed" {
		t.Errorf("%+v, %v", gone, err)
	}
	if _, err := s.Check(t.Context(), storage.ReadTokenProgram, made.Secret); !errors.Is(err, readtoken.ErrUnknown) {
		t.Errorf("revoked: %v", err)
	}
	if _, err := s.Revoke(t.Context(), made.Token.ID); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("revoked again: %v", err)
	}
	if err := s.Use(t.Context(), made.Token.ID); err != nil {
		t.Errorf("use of a revoked token: %v", err)
	}
}

func TestCodePairsOneBrowser(t *testing.T) {
	t.Parallel()
	s, _, _ := newService(t)
	code, err := s.CreateCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	var mu sync.Mutex
	paired := 0
	for range 8 {
		work.Go(func() {
			made, err := s.Pair(t.Context(), code.Secret, "Phone")
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				paired++
				if _, err := s.Check(t.Context(), storage.ReadTokenBrowser, made.Secret); err != nil {
					t.Error(err)
				}
			} else if !errors.Is(err, readtoken.ErrUnknown) {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if all, err := s.List(t.Context()); paired != 1 || err != nil || len(all) != 1 || all[0].Kind != storage.ReadTokenBrowser {
		t.Errorf("%d browsers paired, listed %+v, %v", paired, all, err)
	}
}

func TestTokensAreLimitedAndOldOnesForgotten(t *testing.T) {
	t.Parallel()
	s, _, now := newService(t)
	for range readtoken.Max {
		if _, err := s.CreateCode(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.CreateCode(t.Context()); !errors.Is(err, readtoken.ErrTooMany) {
		t.Errorf("one more: %v", err)
	}
	*now = now.Add(readtoken.CodeLife)
	if _, err := s.Create(t.Context(), "Short", stamp(now.Add(time.Hour))); err != nil { // codes that have expired make room
		t.Error(err)
	}
	for _, step := range []struct {
		wait time.Duration
		want int
	}{{30 * 24 * time.Hour, 2}, {2 * time.Hour, 2}} {
		*now = now.Add(step.wait)
		if _, err := s.Create(t.Context(), "After "+step.wait.String(), 0); err != nil {
			t.Fatal(err)
		}
		if all, err := s.List(t.Context()); err != nil || len(all) != step.want {
			t.Errorf("after %v: %d tokens, want %d, %v", step.wait, len(all), step.want, err)
		}
	}
}

func TestUseIsDueOnceAnHour(t *testing.T) {
	t.Parallel()
	s, _, now := newService(t)
	made, err := s.Create(t.Context(), "Feed", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		wait time.Duration
		want bool
	}{{0, true}, {0, false}, {59 * time.Minute, false}, {time.Minute, true}, {0, false}, {-2 * time.Hour, true}} {
		*now = now.Add(step.wait)
		if got := s.Due(made.Token); got != step.want { // it was never noted
			t.Errorf("after %v: due %v, want %v", step.wait, got, step.want)
		}
	}
	if err := s.Use(t.Context(), made.Token.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Check(t.Context(), storage.ReadTokenProgram, made.Secret); err != nil || got.LastUsedAt != stamp(*now) || s.Due(got) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	s, _, _ := newService(t)
	for _, name := range []string{"", " ", "a\x00", "a\tb", "\xff", strings.Repeat("é", 51)} {
		if _, err := s.Create(t.Context(), name, 0); !errors.Is(err, readtoken.ErrName) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func FuzzCheck(f *testing.F) {
	store := memory.New()
	s := readtoken.New(storage.Env{Store: store, Now: time.Now, Random: rand.Reader})
	made, err := s.Create(f.Context(), "Feed", 0)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(made.Secret)
	f.Add(readtoken.Prefix + strings.Repeat("_", 97))
	f.Fuzz(func(t *testing.T, secret string) {
		_, err := s.Check(t.Context(), storage.ReadTokenProgram, secret)
		if (err == nil) != (secret == made.Secret) || err != nil && !errors.Is(err, readtoken.ErrUnknown) {
			t.Errorf("%q: %v", secret, err)
		}
	})
}

// The right secret is found among others, wherever it is.
func TestCheckLooksAtEverySecret(t *testing.T) {
	t.Parallel()
	s, _, now := newService(t)
	create := func(name string, expires storage.NullTime) string {
		t.Helper()
		made, err := s.Create(t.Context(), name, expires)
		if err != nil {
			t.Fatal(err)
		}
		return made.Secret
	}
	right, late := create("Right", 0), create("Late", stamp(now.Add(time.Hour)))
	*now = now.Add(2 * time.Hour)
	unknown := right[:len(right)-4] + "0000"
	for name, tt := range map[string]struct {
		secrets []string
		want    error
	}{
		"first":           {[]string{right, unknown, late}, nil},
		"last":            {[]string{"x", unknown, late, unknown, late, unknown, right}, nil},
		"only an old one": {[]string{unknown, late, "x"}, readtoken.ErrExpired},
		"none":            {[]string{unknown, "x"}, readtoken.ErrUnknown},
		"no form":         {[]string{"", "x"}, readtoken.ErrUnknown},
		"nothing":         {nil, readtoken.ErrUnknown},
	} {
		got, err := s.Check(t.Context(), storage.ReadTokenProgram, tt.secrets...)
		if !errors.Is(err, tt.want) || (err == nil) != (got.Name == "Right") {
			t.Errorf("%s: %+v, %v; want %v", name, got, err, tt.want)
		}
	}
}
