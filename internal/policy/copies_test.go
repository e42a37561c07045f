package policy_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const day = 24 * time.Hour

// newCopyBench is a bench whose reader has an archive.
func newCopyBench(t *testing.T) (*bench, *policytest.Archive) {
	t.Helper()
	b := newBench(t)
	archive := &policytest.Archive{Captures: make(map[string]fetch.Capture)}
	b.service = policy.New(policy.Config{Env: storage.Env{Store: b.store, Now: b.clock, Random: rand.Reader}, Fetcher: b.sites, Archive: archive})
	b.runs = runner.New(runner.Config{Store: b.store, Now: b.clock, Random: rand.Reader, Jobs: []runner.Job{b.service.PolicyJob()}})
	t.Cleanup(func() {
		b.runs.Stop(time.Second)
		b.service.Stop(time.Second)
	})
	b.track(t, 7)
	return b, archive
}

// capture puts a capture of the policy into the archive, made some time ago.
func (b *bench) capture(archive *policytest.Archive, ago time.Duration) {
	archive.Captures[address(7)+"#end"] = fetch.Capture{URL: address(7), At: storage.TimeOf(b.clock().Add(-ago)), View: "https://archive.example/old"}
}

// copies makes a round, and returns what the archive was asked in it, and what is
// known of the copy of the current text.
func (b *bench) copies(t *testing.T, archive *policytest.Archive) (asked []string, url string, submitted storage.NullTime) {
	t.Helper()
	before := len(archive.Requests())
	if err := b.service.CopyAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	state := storagetest.All[storage.PolicyAnalysis](t, b.store)[0]
	for _, v := range storagetest.All[storage.PolicyVersion](t, b.store) {
		if v.ID.Hash == state.Current && (v.ArchiveURL != state.ArchiveURL || v.ArchiveSubmittedAt != state.ArchiveSubmittedAt) {
			t.Errorf("the version has %q, %d, the analysis %q, %d", v.ArchiveURL, v.ArchiveSubmittedAt, state.ArchiveURL, state.ArchiveSubmittedAt)
		}
	}
	return archive.Requests()[before:], string(state.ArchiveURL), state.ArchiveSubmittedAt
}

func TestCopies(t *testing.T) {
	t.Parallel()
	const newest, save, now = "newest https://apps.example/7/privacy#end", "save https://apps.example/7/privacy#end", "https://archive.example/now/https://apps.example/7/privacy#end"
	for name, tt := range map[string]struct {
		changed bool
		prepare func(b *bench, archive *policytest.Archive)
		asked   []string
		url     string
		stamped bool
	}{
		"a capture of this month":      {false, func(b *bench, a *policytest.Archive) { b.capture(a, 20*day) }, []string{newest}, "https://archive.example/old", false},
		"a capture of 40 days ago":     {false, func(b *bench, a *policytest.Archive) { b.capture(a, 40*day) }, []string{newest}, "", true},
		"a capture of 45 days ago":     {false, func(b *bench, a *policytest.Archive) { b.capture(a, 45*day) }, []string{newest}, "", true},
		"an old capture":               {false, func(b *bench, a *policytest.Archive) { b.capture(a, 46*day) }, []string{newest, save}, now, true},
		"no capture":                   {false, func(*bench, *policytest.Archive) {}, []string{newest, save}, now, true},
		"a capture of the text before": {true, func(b *bench, a *policytest.Archive) { b.capture(a, 5*day) }, []string{newest}, "", true},
		"an old one of it":             {true, func(b *bench, a *policytest.Archive) { b.capture(a, 50*day) }, []string{newest, save}, now, true},
		"a capture since":              {true, func(b *bench, a *policytest.Archive) { b.capture(a, day) }, []string{newest}, "https://archive.example/old", false},
		"refused":                      {false, func(_ *bench, a *policytest.Archive) { a.SaveErr = errors.New("not this site") }, []string{newest, save}, "", true},
		"busy":                         {false, func(_ *bench, a *policytest.Archive) { a.Err = fetch.ErrArchiveBusy }, []string{newest}, "", false},
		"busy with saving":             {false, func(_ *bench, a *policytest.Archive) { a.SaveErr = fetch.ErrArchiveBusy }, []string{newest, save}, "", false},
		"in vain":                      {false, func(_ *bench, a *policytest.Archive) { a.SaveErr = context.DeadlineExceeded }, []string{newest, save}, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, archive := newCopyBench(t)
			if tt.changed {
				b.sites.show(address(7), policytest.Text("them"))
				b.fetch(t, 7)
				b.pass(3 * day)
			}
			b.sites.show(address(7), policytest.Text("you"))
			b.fetch(t, 7)
			tt.prepare(b, archive)
			asked, url, submitted := b.copies(t, archive)
			if diff := cmp.Diff(tt.asked, asked); diff != "" || url != tt.url || (submitted != 0) != tt.stamped {
				t.Errorf("%q, submitted at %d, want %q; asked (-want +got):\n%s", url, submitted, tt.url, diff)
			}
		})
	}
}

// A text whose predecessor was captured lately is checked again after a week.
func TestCopiesAfterARecentCapture(t *testing.T) {
	t.Parallel()
	b, archive := newCopyBench(t)
	b.sites.show(address(7), policytest.Text("you"))
	b.fetch(t, 7)
	b.capture(archive, 40*day)
	for pass, want := range []int{1, 0, 2} { // then the capture is 48 days old
		if asked, _, _ := b.copies(t, archive); len(asked) != want {
			t.Errorf("round %d asks %v", pass, asked)
		}
		b.pass(4 * day)
	}
}

// What the archive would not make is asked for again after a week; what there is a
// copy of never is, also when the text comes back.
func TestCopiesAgain(t *testing.T) {
	t.Parallel()
	b, archive := newCopyBench(t)
	archive.SaveErr = errors.New("not now")
	b.sites.show(address(7), policytest.Text("you"))
	b.fetch(t, 7)
	for pass, want := range []int{2, 0, 2} {
		if asked, _, _ := b.copies(t, archive); len(asked) != want {
			t.Errorf("round %d asks %v", pass, asked)
		}
		b.pass(4 * day)
	}
	b.pass(4 * day)
	archive.SaveErr = nil
	_, first, _ := b.copies(t, archive)
	b.sites.show(address(7), policytest.Text("them"))
	if state := b.fetch(t, 7).Analysis; state.ArchiveURL != "" || state.ArchiveSubmittedAt != 0 {
		t.Errorf("another text has the copy %q", state.ArchiveURL)
	}
	archive.Captures[address(7)+"#end"] = fetch.Capture{URL: "u", At: storage.TimeOf(b.clock()), View: "https://archive.example/them"}
	if _, url, _ := b.copies(t, archive); url != "https://archive.example/them" {
		t.Errorf("the copy of the other text is %q", url)
	}
	b.sites.show(address(7), policytest.Text("you"))
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
	b.sites.on(address(7), func(context.Context) (fetch.Document, error) {
		return fetch.Document{Text: policytest.Text("you"), Origin: storage.PolicyWayback, ArchiveURL: "https://archive.example/1"}, nil
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
		b.sites.show(address(id), policytest.Text("you"))
		b.fetch(t, id)
	}
	archive.SaveErr = context.DeadlineExceeded
	if asked, _, _ := b.copies(t, archive); len(asked) != 6 {
		t.Errorf("asked %v", asked)
	}
	archive.SaveErr = errors.New("not this site")
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
		b.service.KeepCopies(t.Context(), b.runs, time.Hour)
		close(ended)
	}()
	await := func(what string) {
		t.Helper()
		for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
			if state := storagetest.All[storage.PolicyAnalysis](t, b.store); len(state) == 1 && state[0].ArchiveURL != "" {
				log := state[0].Log
				if len(log) == 0 || log[len(log)-1].Phase != "archive-save" {
					t.Errorf("%s: the log is %+v", what, log)
				}
				return
			}
		}
		t.Errorf("%s: no copy", what)
	}
	b.sites.show(address(7), policytest.Text("you"))
	b.fetch(t, 7)
	await("after a fetch")
	b.sites.show(address(7), policytest.Text("them"))
	run, err := b.runs.Start(t.Context(), runner.StartOptions{Runner: policy.Runner, Initiator: "manual", Options: policy.RunOptions{Force: true}.JSON()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.runs.Wait(t.Context(), run.ID); err != nil {
		t.Fatal(err)
	}
	await("after a run")
	b.service.Stop(time.Minute)
	select {
	case <-ended:
	case <-time.After(20 * time.Second):
		t.Error("it does not end")
	}
	policy.New(policy.Config{}).KeepCopies(t.Context(), b.runs, time.Hour) // without an archive it returns
}
