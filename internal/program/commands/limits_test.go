package commands_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/program/commands"
)

// search imports two names with a service that is asked for them as answers say, and returns how
// long that took.
func search(t *testing.T, answers ...http.HandlerFunc) (took time.Duration, said string, err error) {
	t.Helper()
	searches := 0
	api := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/search" {
			if searches++; searches <= len(answers) {
				answers[searches-1](w, r)
				return
			}
			fmt.Fprint(w, `{"results":[]}`)
			return
		}
		fmt.Fprint(w, `{}`)
	})
	at, err := client.New("http://service.example", client.WithHTTPClient(fakestore.Client(api)))
	if err != nil {
		t.Fatal(err)
	}
	var out, log strings.Builder
	begun := time.Now()
	err = commands.Import{File: "-"}.Do(t.Context(), &commands.Env{Client: at, In: strings.NewReader("Notes\nTasks\n"), Out: &out, Err: &log, Now: time.Now})
	return time.Since(begun), log.String(), err
}

// limited answers 429 with a time to wait.
func limited(seconds int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", fmt.Sprint(seconds))
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"error":"Too many requests"}`)
	}
}

// rest answers that the App Store is rate limiting, and that one name was not searched for.
func rest(wait time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"results":[],"rateLimited":{"retryAfterMs":%d,"queued":[{"name":"Tasks"}]}}`, wait.Milliseconds())
	}
}

// TestSearchWaits checks how long a search waits for the limits of the service and of the App Store.
func TestSearchWaits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answers []http.HandlerFunc
		took    time.Duration
		says    string
		fails   bool
	}{
		"not":                          {nil, 0, "", false},
		"the service limits":           {[]http.HandlerFunc{limited(30)}, 30 * time.Second, "the service asks to wait for 30s", false},
		"the service limits twice":     {[]http.HandlerFunc{limited(30), limited(120)}, 150 * time.Second, "the service asks to wait for 2m0s", false},
		"the service limits for long":  {[]http.HandlerFunc{limited(121)}, 0, "", true},
		"the service does not say":     {[]http.HandlerFunc{limited(0)}, 0, "", true},
		"the App Store limits":         {[]http.HandlerFunc{rest(time.Minute)}, time.Minute, "the App Store is rate limiting; waiting for 1m0s", false},
		"the App Store, very long":     {[]http.HandlerFunc{rest(100 * 24 * time.Hour)}, 2 * time.Hour, "the App Store is rate limiting; waiting for 2h0m0s", false},
		"the App Store, and a service": {[]http.HandlerFunc{rest(time.Minute), limited(10)}, 70 * time.Second, "the service asks to wait for 10s", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				took, said, err := search(t, test.answers...)
				if took != test.took || !strings.Contains(said, test.says) || (err != nil) != test.fails {
					t.Errorf("after %s: %v, %q; want after %s, %q, and a failure: %t", took, err, said, test.took, test.says, test.fails)
				}
			})
		})
	}
}

// endless is a service with eight long pages of apps, or of lines of the audit log, which measures how much more
// its client keeps after the last one than before the first.
type endless struct {
	page  string
	seen  int
	first int64 // bytes in use before
	kept  int64 // bytes more after
}

func (e *endless) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	inUse := func() int64 {
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		return int64(now.HeapAlloc)
	}
	if e.seen++; e.seen == 1 {
		e.first = inUse()
	}
	if e.seen <= 8 {
		fmt.Fprint(w, e.page)
		return
	}
	e.kept = inUse() - e.first
	fmt.Fprint(w, `{"apps":[],"rows":[],"total":0}`)
}

// nowhere counts what is written to it.
type nowhere struct{ n int }

func (w *nowhere) Write(p []byte) (int, error) { w.n += len(p); return len(p), nil }

// TestKeepsLittleOfPages checks that commands keep little of long pages. It measures memory, so it is not run
// beside other tests.
func TestKeepsLittleOfPages(t *testing.T) { //nolint:paralleltest // measures memory
	long := strings.Repeat("x", 3<<10)
	apps := strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"id":1,"name":"%[1]s","developer":"%[1]s","appSource":"%[1]s"},`, long), 250), ",")
	lines := strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"action":"x","detail":"%s"},`, long), 500), ",")
	for name, test := range map[string]struct {
		command
		page string
	}{
		"list":          {commands.List{}, `{"apps":[` + apps + `],"total":1000000}`},
		"list as JSON":  {commands.List{JSON: true}, `{"apps":[` + apps + `],"total":1000000}`},
		"audit":         {commands.Audit{}, `{"rows":[` + lines + `],"total":1000000}`},
		"audit as JSON": {commands.Audit{JSON: true}, `{"rows":[` + lines + `],"total":1000000}`},
	} {
		t.Run(name, func(t *testing.T) {
			service := &endless{page: test.page}
			at, err := client.New("http://service.example", client.WithHTTPClient(fakestore.Client(service)))
			if err != nil {
				t.Fatal(err)
			}
			var out nowhere
			err = test.Do(context.Background(), &commands.Env{Client: at, Out: &out, Err: &out, Now: time.Now})
			if err != nil || out.n == 0 || service.seen != 9 {
				t.Errorf("after %d pages and %d bytes: %v", service.seen, out.n, err)
			}
			const most = 6 << 20 // the pages have 12 to 18 MB
			if service.kept > most {
				t.Errorf("%d KB more are in use after all pages, want at most %d", service.kept>>10, most>>10)
			}
		})
	}
}

// A service that answers more than was requested is refused, as is one that answers nothing.
func TestAnswersOfAnotherLength(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		command
		answer, says string
	}{
		"a long page": {commands.List{}, `{"apps":[` + strings.Repeat(`{"id":1},`, 500) + `{"id":1}],"total":501}`, "more than the 500"},
		"no result":   {commands.Track{Apps: []string{"7"}}, `{"results":[]}`, "has no results"},
		"no member":   {commands.Track{Apps: []string{"7"}}, `{}`, "has no results"},
		"no status":   {commands.Run{Runner: "sync"}, `{}`, "in a state that is not known"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, _, err := do(t, test.command, "", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, test.answer) })
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %v, want %q", err, test.says)
			}
		})
	}
}
