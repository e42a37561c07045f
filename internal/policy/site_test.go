package policy_test

import (
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// site is a web site whose policy is at /privacy.
type site struct {
	page, start string // the policy, and the start page to which it redirects if it is empty
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	switch {
	case r.URL.Path == "/":
		_, _ = io.WriteString(w, s.start)
	case s.page == "":
		http.Redirect(w, r, "/", http.StatusFound)
	default:
		_, _ = io.WriteString(w, s.page)
	}
}

// page returns a page of HTML with paragraphs.
func page(title string, paragraphs ...string) string {
	return fmt.Sprintf("<!doctype html><html lang=en><head><title>%s</title></head><body><main><h1>%s</h1><p>%s</p></main></body></html>",
		title, title, strings.Join(paragraphs, "</p><p>"))
}

// longPolicy returns the paragraphs of a policy, of which the last one is given.
func longPolicy(last string) []string {
	var all []string
	for _, subject := range []string{"your account", "your purchases", "your device", "your contacts", "your photos", "your location", "your messages", "your calendar", "support", "payments"} {
		all = append(all,
			"We collect personal data about "+subject+" when you use the app, and we store it on servers in the European Union for as long as the account exists.",
			"We share data about "+subject+" with service providers that work for us under a contract, and with no other third parties, unless the law requires it.",
			"You have the right to access, to correct and to delete the data about "+subject+"; write to privacy@example.com and we answer within thirty days.")
	}
	return append(all, last)
}

// Pages of a real site, read with a real client: another page than the policy is a failed
// fetch, the text before stays, and the reason is told.
func TestPagesOfASite(t *testing.T) {
	t.Parallel()
	policyPage := page("Privacy Policy", longPolicy("Last updated in May.")...)
	filler := strings.Repeat("Discover our newest games, wonderful gifts and weekly offers for everybody who likes to play with friends. ", 45)
	for _, tt := range []struct {
		name, page, start string
		reason            string
	}{
		{"consent wall", page("Before you continue", "We and our partners use cookies and similar technologies on this site.", "Accept all", "Reject all", "Manage settings", strings.Repeat("Partners store and access information on a device, such as cookies, for advertising and content measurement. ", 30)), "", "consent"},
		{"page not found", page("Page not found", "Sorry, the page that you are looking for does not exist. Error 404.", filler), "", "not found"},
		{"start page", "", page("Fun Games Studio", filler, "Subscribe to our marketing letter."), "start page"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, s := newSite(t)
			s.page = policyPage
			first := b.fetch(t, 7).Analysis
			if first.Status != storage.PolicySourceReady {
				t.Fatalf("the policy is %s: %s", first.Status, first.Error)
			}
			b.pass(day)
			s.page, s.start = tt.page, tt.start
			got := b.fetch(t, 7)
			state := got.Analysis
			if got.Event != policy.Failed || state.Status != storage.PolicyFetchError || state.Current != first.Current || !strings.Contains(strings.ToLower(string(state.Error)), tt.reason) {
				t.Errorf("%s, status %s, error %q", got.Event, state.Status, state.Error)
			}
			if state.FetchAgainAt == 0 {
				t.Error("it is not fetched again")
			}
			b.pass(6 * time.Hour)
			s.page = policyPage
			if got := b.fetch(t, 7); got.Event != policy.Same || got.Analysis.Error != "" {
				t.Errorf("the policy again: %s, %q", got.Event, got.Analysis.Error)
			}
			if n := len(storagetest.All[storage.PolicyVersion](t, b.store)); n != 1 {
				t.Errorf("%d versions", n)
			}
		})
	}
}

// A short policy is recorded, and its change is told; it is not summarized.
func TestShortPolicyOfASite(t *testing.T) {
	t.Parallel()
	b, s := newSite(t)
	s.page = page("Privacy Policy", "This privacy policy is about the app Small Notes, which one person makes.", "We do not collect any personal data. The app has no account and no servers, and stores your notes on the device only.",
		"Questions? Write to notes@example.com and you get an answer within a few days.")
	first, err := b.service.Regenerate(t.Context(), 7, policy.AllPhases, nil)
	if err != nil || first.Status != storage.PolicySourceReady || first.WordCount >= 100 || !strings.Contains(string(first.Error), "400 words") {
		t.Fatalf("status %s, %d words, %q, %v", first.Status, first.WordCount, first.Error, err)
	}
	b.pass(day)
	s.page = strings.Replace(s.page, "We do not collect any personal data. The app has no account and no servers, and stores your notes on the device only.",
		"We collect your contacts and may sell them to third parties. The app stores your notes on our servers.", 1)
	got := b.fetch(t, 7)
	if got.Event != policy.Changed || len(got.Changes) != 1 {
		t.Fatalf("%s: %s", got.Event, got.Analysis.Error)
	}
	told := strings.Join(got.Changes[0].Details, "; ")
	if !strings.HasPrefix(told, "1 paragraph changed: “We collect your contacts and may sell them to third parties.") {
		t.Errorf("told %q", told)
	}
}

// newSite returns a bench whose service reads the policy of app 7 from a site.
func newSite(t *testing.T) (*bench, *site) {
	t.Helper()
	s := &site{}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client, err := fetch.New(fetch.Config{HTTPClient: server.Client(), Interval: -1})
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	b.service = policy.New(policy.Config{Env: storage.Env{Store: b.store, Now: b.clock, Random: rand.Reader}, Fetcher: client})
	b.update(t, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 7, Name: "App 7", URL: "https://store.example/7", PrivacyPolicyURL: storage.Text(server.URL + "/privacy")})
	})
	b.set(t, fmt.Sprintf(`{%q: false}`, settings.PolicyScrapeThrottleEnabled))
	return b, s
}

// A site of which one block differs at each visit is unstable after some of them, and the activity log
// names the block. Once a user marks it, by what is said of it or by its element, the site is quiet,
// and a change of the policy is told.
func TestRestlessSite(t *testing.T) {
	t.Parallel()
	for name, selector := range map[string]string{"the block": "", "its element": ".live"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, s := newSite(t)
			visits := 0
			visit := func(last string) policy.FetchResult {
				visits++
				b.pass(day)
				s.page = strings.Replace(page("Privacy Policy", longPolicy(last)...), "<p>We share data about your device",
					fmt.Sprintf("<p class=live>%s of our readers have shared their data with %s friends so far.</p><p>We share data about your device", strings.Repeat("very ", visits)+"many", strings.Repeat("good ", visits)), 1)
				return b.fetch(t, 7)
			}
			for range 5 {
				visit("Last updated in May.")
			}
			shown, err := b.service.Show(t.Context(), 7)
			if err != nil || !shown.Unstable || len(shown.Changing) != 1 || !strings.Contains(shown.Changing[0].Name, "of our readers") {
				t.Fatalf("unstable %t, changing %+v, %v", shown.Unstable, shown.Changing, err)
			}
			log := storagetest.All[storage.Activity](t, b.store)
			if !slices.ContainsFunc(log, func(a storage.Activity) bool { return strings.Contains(string(a.Summary), "of our readers") }) {
				t.Error("the activity log does not name the block")
			}
			block := shown.Changing[0].ID
			if selector != "" {
				block = ""
			}
			if err := b.service.Exclude(t.Context(), 7, block, selector); err != nil {
				t.Fatal(err)
			}
			for n := range 3 {
				if got := visit("Last updated in May."); got.Event != policy.Same {
					t.Errorf("visit %d after the mark: %s", n, got.Event)
				}
			}
			if got := visit("We sell the data about your contacts to advertisers."); got.Event != policy.Changed {
				t.Errorf("a change of the policy: %s", got.Event)
			}
		})
	}
}
