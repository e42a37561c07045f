package settings_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/storage"
)

func TestText(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, want := range []string{"", "dark", "", "light", "two\nlines"} {
		if want != "" {
			teststore.Update(t, s, func(tx *storage.Tx) error { return settings.PutText(tx, "theme", want) })
		} else {
			teststore.Update(t, s, func(tx *storage.Tx) error {
				_, err := tx.Settings.Delete("theme")
				return err
			})
		}
		err := s.View(t.Context(), func(tx *storage.Tx) error {
			got, err := settings.Text(tx, "theme")
			if got != want {
				t.Errorf("the text is %q, want %q", got, want)
			}
			other, otherErr := settings.Text(tx, "Theme")
			if other != "" {
				t.Errorf("another setting is %q", other)
			}
			return errors.Join(err, otherErr)
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestTimeRoundTrip(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, want := range []storage.Time{1, 0, 1_760_000_000_000, math.MaxInt64} {
		teststore.Update(t, s, func(tx *storage.Tx) error {
			if err := settings.PutTime(tx, "clock", want); err != nil {
				return err
			}
			got, err := settings.Time(tx, "clock")
			if got != want {
				t.Errorf("the time is %d, want %d", got, want)
			}
			return err
		})
	}
}

func TestInvalidTime(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for _, text := range []string{"", " ", "soon", "-1", "1.5", "1e3", " 1", "1 ", "0x1", "2026-01-01", "9223372036854775808", strings.Repeat("9", 1000)} {
		teststore.Update(t, s, func(tx *storage.Tx) error {
			if err := settings.PutText(tx, "clock", text); err != nil {
				return err
			}
			got, err := settings.Time(tx, "clock")
			if got != 0 {
				t.Errorf("%.20q is the time %d, want never", text, got)
			}
			return err
		})
	}
	teststore.Update(t, s, func(tx *storage.Tx) error {
		got, err := settings.Time(tx, "never set")
		if got != 0 {
			t.Errorf("a setting that is not set is the time %d", got)
		}
		return err
	})
}

func TestStoreErrorsAreReturned(t *testing.T) {
	t.Parallel()
	s := teststore.Open(t)
	for name, write := range map[string]func(*storage.Tx) error{
		"no name":     func(tx *storage.Tx) error { return settings.PutText(tx, "", "dark") },
		"broken text": func(tx *storage.Tx) error { return settings.PutText(tx, "theme", "\xff") },
		"no clock":    func(tx *storage.Tx) error { return settings.PutTime(tx, "", 1) },
	} {
		if err := s.Update(t.Context(), write); !errors.Is(err, storage.ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	broken := errors.New("broken")
	tx := unreadable(broken)
	if got, err := settings.Text(tx, "theme"); got != "" || !errors.Is(err, broken) {
		t.Errorf("the text is %q, %v, want %v", got, err, broken)
	}
	if got, err := settings.Time(tx, "clock"); got != 0 || !errors.Is(err, broken) {
		t.Errorf("the time is %d, %v, want %v", got, err, broken)
	}
}

// unreadable returns a transaction whose settings cannot be read.
func unreadable(err error) *storage.Tx {
	tx := storage.NewTx()
	tx.Settings = unreadableTable{err: err}
	return tx
}

type unreadableTable struct {
	storage.Rows[string, storage.Setting, storage.SettingQuery]
	err error
}

func (u unreadableTable) Get(string) (storage.Setting, error) { return storage.Setting{}, u.err }

func TestSigningKey(t *testing.T) {
	t.Parallel()
	for secret, want := range map[string]string{
		"whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u": "0123456789abcdefghijklmn",
		"MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u":       "", // not marked as one
		"whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG0=": "", // too short
		"whsec_???":                              "",
		"":                                       "",
	} {
		key, ok := settings.SigningKey(secret)
		if ok != (want != "") || ok && string(key) != want {
			t.Errorf("of %q: %q, %t, want %q", secret, key, ok, want)
		}
	}
}
