package policy_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

const day = 24 * time.Hour

// newCopyBench is a bench whose reader has an archive.
func newCopyBench(t *testing.T) (*bench, *vault) {
	t.Helper()
	b := newBench(t)
	archive := &vault{captures: make(map[string]policy.Capture)}
	b.reader = policy.New(policy.Config{Store: b.store, Fetcher: b.sites, Archive: archive, Now: b.clock, Random: rand.Reader})
	b.runs = runner.New(runner.Config{Store: b.store, Now: b.clock, Random: rand.Reader, Jobs: []runner.Job{b.reader.PolicyJob()}})
	t.Cleanup(func() {
		b.runs.Stop(time.Second)
		b.reader.Stop(time.Second)
	})
	b.track(t, 7)
	return b, archive
}

// capture puts a capture of the policy into the archive, made some time ago.
func (b *bench) capture(archive *vault, ago time.Duration) {
	archive.captures[address(7)+"#end"] = policy.Capture{URL: address(7), At: storage.TimeOf(b.clock().Add(-ago)), View: "https://archive.example/old"}
}

// copies makes a round, and returns what the archive was asked in it, and what is
// known of the copy of the current text.
func (b *bench) copies(t *testing.T, archive *vault) (asked []string, url string, submitted storage.NullTime) {
	t.Helper()
	before := len(archive.questions())
	if err := b.reader.CopyAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	state := all(t, b.store, storage.Tx.PolicyAnalyses)[0]
	for _, v := range all(t, b.store, storage.Tx.PolicyVersions) {
		if v.ID.Hash == state.Current && (v.ArchiveURL != state.ArchiveURL || v.ArchiveSubmittedAt != state.ArchiveSubmittedAt) {
			t.Errorf("the version has %q, %d, the analysis %q, %d", v.ArchiveURL, v.ArchiveSubmittedAt, state.ArchiveURL, state.ArchiveSubmittedAt)
		}
	}
	return archive.questions()[before:], string(state.ArchiveURL), state.ArchiveSubmittedAt
}

func TestCopies(t *testing.T) {
	t.Parallel()
	const newest, save, now = "newest https://apps.example/7/privacy#end", "save https://apps.example/7/privacy#end", "https://archive.example/now/https://apps.example/7/privacy#end"
	for name, tt := range map[string]struct {
		changed bool
		prepare func(b *bench, archive *vault)
		asked   []string
		url     string
		stamped bool
	}{
		"a capture of this month":      {false, func(b *bench, a *vault) { b.capture(a, 20*day) }, []string{newest}, "https://archive.example/old", false},
		"an old capture":               {false, func(b *bench, a *vault) { b.capture(a, 40*day) }, []string{newest, save}, now, true},
		"no capture":                   {false, func(*bench, *vault) {}, []string{newest, save}, now, true},
		"a capture of the text before": {true, func(b *bench, a *vault) { b.capture(a, 5*day) }, []string{newest, save}, now, true},
		"a capture since":              {true, func(b *bench, a *vault) { b.capture(a, day) }, []string{newest}, "https://archive.example/old", false},
		"refused":                      {false, func(_ *bench, a *vault) { a.saveErr = errors.New("not this site") }, []string{newest, save}, "", true},
		"busy":                         {false, func(_ *bench, a *vault) { a.err = policy.ErrArchiveBusy }, []string{newest}, "", false},
		"busy with saving":             {false, func(_ *bench, a *vault) { a.saveErr = policy.ErrArchiveBusy }, []string{newest, save}, "", false},
		"in vain":                      {false, func(_ *bench, a *vault) { a.saveErr = context.DeadlineExceeded }, []string{newest, save}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, archive := newCopyBench(t)
			if tt.changed {
				b.sites.show(address(7), policyText("them"))
				b.fetch(t, 7)
				b.pass(3 * day)
			}
			b.sites.show(address(7), policyText("you"))
			b.fetch(t, 7)
			tt.prepare(b, archive)
			asked, url, submitted := b.copies(t, archive)
			if diff := cmp.Diff(tt.asked, asked); diff != "" || url != tt.url || (submitted != 0) != tt.stamped {
				t.Errorf("%q, submitted at %d, want %q; asked (-want +got):\n%s", url, submitted, tt.url, diff)
			}
		})
	}
}

// What the archive would not make is asked for again after a week; what there is a
// copy of never is, also when the text comes back.
func TestCopiesAgain(t *testing.T) {
	t.Parallel()
	b, archive := newCopyBench(t)
	archive.saveErr = errors.New("not now")
	b.sites.show(address(7), policyText("you"))
	b.fetch(t, 7)
	for pass, want := range []int{2, 0, 2} {
		if asked, _, _ := b.copies(t, archive); len(asked) != want {
			t.Errorf("round %d asks %v", pass, asked)
		}
		b.pass(4 * day)
	}
	b.pass(4 * day)
	archive.saveErr = nil
	_, first, _ := b.copies(t, archive)
	b.sites.show(address(7), policyText("them"))
	if state := b.fetch(t, 7).Analysis; state.ArchiveURL != "" || state.ArchiveSubmittedAt != 0 {
		t.Errorf("another text has the copy %q", state.ArchiveURL)
	}
	archive.captures[address(7)+"#end"] = policy.Capture{URL: "u", At: storage.TimeOf(b.clock()), View: "https://archive.example/them"}
	if _, url, _ := b.copies(t, archive); url != "https://archive.example/them" {
		t.Errorf("the copy of the other text is %q", url)
	}
	b.sites.show(address(7), policyText("you"))
	if state := b.fetch(t, 7).Analysis; first == "" || string(state.ArchiveURL) != first {
		t.Errorf("the text that came back has the copy %q, want %q", state.ArchiveURL, first)
	}
	if asked, _, _ := b.copies(t, archive); len(asked) != 0 {
		t.Errorf("asked %v for what there is", asked)
	}
}

// A text that is from the archive has its copy there.
func TestCopyOfAnArchivedText(t *testing.T) {
	t.Parallel()
	b, archive := newCopyBench(t)
	b.sites.on(address(7), func(context.Context) (policy.Document, error) {
		return policy.Document{Text: policyText("you"), Origin: storage.PolicyWayback, ArchiveURL: "https://archive.example/1"}, nil
	})
	if state := b.fetch(t, 7).Analysis; state.ArchiveURL != "https://archive.example/1" || state.Origin != storage.PolicyWayback {
		t.Errorf("kept %+v", state)
	}
	if asked, url, _ := b.copies(t, archive); len(asked) != 0 || url != "https://archive.example/1" {
		t.Errorf("asked %v, the copy is %q", asked, url)
	}
}

// Three failures in a row end a round, and a failure of one policy does not keep
// the others from theirs.
func TestCopiesOfManyPolicies(t *testing.T) {
	t.Parallel()
	b, archive := newCopyBench(t)
	for id := storage.AppID(1); id <= 9; id++ {
		b.track(t, id)
		b.sites.show(address(id), policyText("you"))
		b.fetch(t, id)
	}
	archive.saveErr = context.DeadlineExceeded
	if asked, _, _ := b.copies(t, archive); len(asked) != 6 {
		t.Errorf("asked %v", asked)
	}
	archive.saveErr = errors.New("not this site")
	if asked, _, _ := b.copies(t, archive); len(asked) != 18 {
		t.Errorf("asked %v", asked)
	}
}

// Copies are seen to after a fetch and after a run, and a stop does not wait for
// the archive.
func TestKeepCopies(t *testing.T) {
	t.Parallel()
	b, _ := newCopyBench(t)
	ended := make(chan struct{})
	go func() {
		b.reader.KeepCopies(t.Context(), b.runs, time.Hour)
		close(ended)
	}()
	await := func(what string) {
		t.Helper()
		for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
			if state := all(t, b.store, storage.Tx.PolicyAnalyses); len(state) == 1 && state[0].ArchiveURL != "" {
				log := state[0].Log
				if len(log) == 0 || log[len(log)-1].Phase != "archive-save" {
					t.Errorf("%s: the log is %+v", what, log)
				}
				return
			}
		}
		t.Errorf("%s: no copy", what)
	}
	b.sites.show(address(7), policyText("you"))
	b.fetch(t, 7)
	await("after a fetch")
	b.sites.show(address(7), policyText("them"))
	run, err := b.runs.Start(t.Context(), runner.Order{Runner: policy.Runner, Initiator: "manual", Options: policy.Asked{Force: true}.JSON()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.runs.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	await("after a run")
	b.reader.Stop(time.Minute)
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("it does not end")
	}
	policy.New(policy.Config{}).KeepCopies(t.Context(), b.runs, time.Hour) // without an archive it returns
}
