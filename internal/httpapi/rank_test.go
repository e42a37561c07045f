package httpapi_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// pacedPages are pages that keep to a pace, and note the class of each request.
type pacedPages struct {
	*pages
	pacer *pace.Pacer

	mu      sync.Mutex
	classes []pace.Class
}

func (p *pacedPages) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	p.mu.Lock()
	p.classes = append(p.classes, pace.Of(ctx))
	p.mu.Unlock()
	switch err := p.pacer.Wait(ctx).(type) {
	case nil:
		return p.pages.Scrape(ctx, t)
	case *pace.BusyError:
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrBusy, RetryAfter: err.RetryAfter}
	default:
		return fleet.Listing{}, err
	}
}

// newPaced makes an API whose one app is read at a pace.
func newPaced(t *testing.T, interval time.Duration, change func(*httpapi.Config)) (*api, *pacedPages) {
	t.Helper()
	p := &pacedPages{pages: newPages(), pacer: pace.New(interval, 6)}
	p.show(1, "One", "LOCATION")
	return newAPI(t, func(cfg *httpapi.Config) {
		cfg.NewLimiter = unlimited
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Scraper: p})
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History)
		change(cfg)
	}), p
}

func TestClassOfRequests(t *testing.T) {
	t.Parallel()
	exposed := func(c *httpapi.Config) { c.AdminToken, c.NetworkExposed = token, true }
	proxied := func(c *httpapi.Config) { c.AdminToken, c.TrustProxy = token, true }
	peer := func(addr string) option { return func(r *http.Request) { r.RemoteAddr = addr } }
	const local, remote = "127.0.0.1:1234", "203.0.113.9:1234"
	for _, tt := range []struct {
		name    string
		config  func(*httpapi.Config)
		options []option
		want    pace.Class
	}{
		{"not exposed", withToken, []option{peer(remote)}, pace.Interactive},
		{"not exposed, no token configured", func(*httpapi.Config) {}, []option{peer(remote)}, pace.Interactive},
		{"not exposed, forged proxy header", withToken, []option{peer(local), header("X-Forwarded-For", "203.0.113.9")}, pace.Interactive},
		{"exposed", exposed, []option{peer(remote)}, pace.Anonymous},
		{"exposed, connection of this machine", exposed, []option{peer(local)}, pace.Anonymous},
		{"exposed, token", exposed, []option{peer(remote), withHeader}, pace.Interactive},
		{"exposed, wrong token", exposed, []option{peer(remote), wrongToken}, pace.Anonymous},
		{"exposed, spoilt session", exposed, []option{peer(remote), header("Cookie", "svc_admin_token=x")}, pace.Anonymous},
		{"exposed without a token", func(c *httpapi.Config) { c.NetworkExposed = true }, []option{peer(local)}, pace.Anonymous},
		{"exposed by a host", func(c *httpapi.Config) { c.AllowedHosts = []string{"auditor.example.org"} }, []option{peer(local)}, pace.Anonymous},
		{"proxy, client of this machine", proxied, []option{peer(local), header("X-Forwarded-For", "127.0.0.1")}, pace.Interactive},
		{"proxy, client elsewhere", proxied, []option{peer(local), header("X-Forwarded-For", "127.0.0.1, 203.0.113.9")}, pace.Anonymous},
		{"proxy, client elsewhere with the token", proxied, []option{peer(local), header("X-Forwarded-For", "203.0.113.9"), withHeader}, pace.Interactive},
	} {
		a, p := newPaced(t, time.Nanosecond, tt.config)
		a.do("GET", "/api/preview?url="+address(1), tt.options...).status(http.StatusOK)
		a.do("GET", "/api/compare?a=url:"+address(1)+"&b=url:"+address(1), tt.options...).status(http.StatusOK)
		for _, got := range p.classes {
			if got != tt.want {
				t.Errorf("%s: class %v, want %v", tt.name, got, tt.want)
			}
		}
		if len(p.classes) == 0 {
			t.Errorf("%s: nothing was asked", tt.name)
		}
	}
	a, p := newPaced(t, time.Nanosecond, exposed)
	session := cookie(a.login())
	a.do("GET", "/api/preview?url="+address(1), session).status(http.StatusOK)
	a.post("/api/scrape", `{"urls":["`+address(1)+`"]}`, session).status(http.StatusOK)
	if p.classes[0] != pace.Interactive || p.classes[1] != pace.Interactive {
		t.Errorf("with a session: %v", p.classes)
	}
	run, err := a.runs(t, p)
	if err != nil || p.classes[2] != pace.Bulk {
		t.Errorf("run %+v of %v, %v", run, p.classes, err)
	}
}

// runs refreshes all apps in a run.
func (a *api) runs(t *testing.T, p *pacedPages) (storage.Run, error) {
	t.Helper()
	library := tracked.New(tracked.Config{Env: storage.Env{Store: a.store, Now: a.clock.Now, Random: rand.Reader}, Scraper: p})
	e := engine(t, a.store, a.clock.Now, library, pastOf(a.store, a.clock.Now))
	run, err := e.Start(t.Context(), runner.StartOptions{Runner: tracked.SyncRunner, Initiator: runner.Manual})
	if err != nil {
		return run, err
	}
	return e.Wait(t.Context(), run.ID)
}

// Thirty previews of strangers do not delay the owner, and most get an answer at once that says
// when to come back.
func TestOwnerGoesBeforeAnonymousPreviews(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, _ := newPaced(t, 3*time.Second, func(c *httpapi.Config) { c.AdminToken, c.NetworkExposed, c.Logger = token, true, nil })
		var previews sync.WaitGroup
		var mu sync.Mutex
		statuses := map[int]int{}
		for range 30 {
			previews.Go(func() {
				got := a.do("GET", "/api/preview?url="+address(1))
				if got.Code == http.StatusServiceUnavailable {
					var refusal struct {
						Error        string
						RetryAfterMs int
					}
					err := json.Unmarshal(got.Body.Bytes(), &refusal)
					seconds := got.Header().Get("Retry-After")
					if err != nil || refusal.Error == "" || refusal.RetryAfterMs < 1000 || seconds != strconv.Itoa((refusal.RetryAfterMs+999)/1000) {
						t.Errorf("Retry-After %q of %+v, %v", seconds, refusal, err)
					}
				}
				mu.Lock()
				defer mu.Unlock()
				statuses[got.Code]++
			})
		}
		synctest.Wait()
		begun := time.Now()
		a.post("/api/scrape", `{"urls":["`+address(1)+`"]}`, withHeader).status(http.StatusOK)
		if took := time.Since(begun); took > 3*time.Second {
			t.Errorf("the owner waited for %v", took)
		}
		previews.Wait()
		if statuses[200] != 2 || statuses[503] != 28 || time.Since(begun) > time.Minute { // one at once, one in 30 s
			t.Errorf("answers %v after %v", statuses, time.Since(begun))
		}
	})
}

func TestSearchAndScrapeAreBounded(t *testing.T) {
	t.Parallel()
	a := newFleetAPI(t, nil)
	list := func(n int, item string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
	}
	for _, tt := range []struct {
		path, member, item string
	}{
		{"/api/search", "names", `"One"`}, {"/api/search", "rows", `{"name":"One"}`}, {"/api/search", "bundleIds", `"com.example.one"`},
		{"/api/scrape", "urls", `"` + address(1) + `"`},
	} {
		asked := false
		a.pages.before = func(storage.AppID) { asked = true }
		a.post(tt.path, `{"`+tt.member+`":`+list(101, tt.item)+`}`).error(http.StatusBadRequest, "")
		if asked {
			t.Errorf("%s of %s: the store was asked", tt.path, tt.member)
		}
		a.pages.before = nil
		if got := a.post(tt.path, `{"`+tt.member+`":`+list(100, tt.item)+`}`); got.Code == http.StatusBadRequest {
			t.Errorf("%s with 100 %s is refused: %s", tt.path, tt.member, got.Body)
		}
	}
}
