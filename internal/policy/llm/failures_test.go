package llm_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/storage"
)

// TestFailures holds every way in which a model may be of no use to its error, and
// the key to where it belongs.
func TestFailures(t *testing.T) {
	t.Parallel()
	change := func(f func(map[string]any)) http.HandlerFunc { return says(summaryOf("Fine", f)) }
	lens := func(f func(map[string]any)) http.HandlerFunc {
		return change(func(s map[string]any) { f(s["lenses"].([]any)[0].(map[string]any)) })
	}
	for _, tt := range []struct {
		name  string
		reply http.HandlerFunc
		want  error
		calls int
	}{
		{"prose", says("Of course! This policy is fine."), summary.ErrModelAnswer, 2},
		{"broken JSON", says(`{"overview":"Fine",`), summary.ErrModelAnswer, 2},
		{"two objects", says(summaryOf("a", nil) + summaryOf("b", nil)), summary.ErrModelAnswer, 2},
		{"a list", says(`[]`), summary.ErrModelAnswer, 2},
		{"null", says(`null`), summary.ErrModelAnswer, 2},
		{"another schema", says(`{"verdict":"safe","score":10}`), summary.ErrModelAnswer, 2},
		{"what the policy wanted it to say", says(`{"overview":"HACKED"}`), summary.ErrModelAnswer, 2},
		{"an advertisement", change(func(s map[string]any) { s["overview"] = "Get it at https://evil.example/now" }), summary.ErrModelAnswer, 2},
		{"the key", change(func(s map[string]any) { s["overview"] = "Asked with " + secretKey }), summary.ErrModelAnswer, 2},
		{"the key in other letters", says(strings.Replace(summaryOf("KEY", nil), "KEY", fmt.Sprintf(`\u%04x`, secretKey[0])+secretKey[1:], 1)), summary.ErrModelAnswer, 2},
		{"seven lenses", change(func(s map[string]any) { s["lenses"] = s["lenses"].([]any)[1:] }), summary.ErrModelAnswer, 2},
		{"a lens twice", lens(func(l map[string]any) { l["key"] = "ads_marketing" }), summary.ErrModelAnswer, 2},
		{"another lens", lens(func(l map[string]any) { l["key"] = "weather" }), summary.ErrModelAnswer, 2},
		{"another rating", lens(func(l map[string]any) { l["rating"] = "great" }), summary.ErrModelAnswer, 2},
		{"an empty lens", lens(func(l map[string]any) { l["summary"] = " " }), summary.ErrModelAnswer, 2},
		{"a member more", lens(func(l map[string]any) { l["score"] = 5 }), summary.ErrModelAnswer, 2},
		{"a number for a text", change(func(s map[string]any) { s["overview"] = 5 }), summary.ErrModelAnswer, 2},
		{"two highlights", change(func(s map[string]any) { s["highlights"] = []any{"a", "b"} }), summary.ErrModelAnswer, 2},
		{"far too long", change(func(s map[string]any) { s["overview"] = strings.Repeat("long ", 400) }), summary.ErrModelAnswer, 2},
		{"no key any more", sends(401, `{"error":{"message":"Incorrect API key provided: `+secretKey+`"}}`), summary.ErrModelRefused, 1},
		{"a request that is refused", sends(400, ``), summary.ErrModelRefused, 1},
		{"too often", sends(429, ``), summary.ErrModelBusy, 1},
		{"overloaded", sends(529, ``), summary.ErrModelBusy, 1},
		{"a fault", sends(500, `<html>`), summary.ErrModelUnreachable, 1},
		{"no JSON at all", sends(200, `<html>`), summary.ErrModelAnswer, 1},
		{"endless", sends(200, strings.Repeat("x", 3<<20)), summary.ErrModelAnswer, 1},
		{"a redirect to the keys of the machine", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data", http.StatusTemporaryRedirect)
		}, summary.ErrModelUnreachable, 1},
		{"it breaks off", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, summary.ErrModelUnreachable, 1},
	} {
		for _, provider := range providers {
			t.Run(tt.name+"/"+provider, func(t *testing.T) {
				t.Parallel()
				b, f := newBench(t, nil), newFake(t, tt.reply)
				b.use(t, provider, f)
				b.set(t, map[string]any{"aiDebugLogging": true})
				got, err := b.summarise(t, source(1))
				if !errors.Is(err, tt.want) || got.Overview != "" {
					t.Errorf("it gives %+v, %v, want %v", got, err, tt.want)
				}
				if n := len(f.asked()); n != tt.calls && !(provider == "anthropic" && tt.want == summary.ErrModelAnswer && n <= 2) {
					t.Errorf("asked %d times, want %d", n, tt.calls)
				}
				rows := b.logged(t)
				if len(rows) != len(f.asked()) {
					t.Errorf("%d rows in the log", len(rows))
				}
				for _, r := range rows {
					if strings.Contains(r.Response+r.Prompt+r.Error, secretKey) {
						t.Errorf("the key is in the log: %+v", r)
					}
				}
				if strings.Contains(err.Error()+b.log.String(), secretKey) {
					t.Errorf("the key is in an error: %v", err)
				}
			})
		}
	}
}

// A placeholder key for a private server may be an ordinary word.
func TestPlaceholderKeyIsNotSecret(t *testing.T) {
	t.Parallel()
	b, f := newBench(t, nil), newFake(t, says(summaryOf("It uses ollama", nil)))
	b.use(t, "custom", f)
	b.set(t, map[string]any{"aiApiKey": "ollama"})
	if got, err := b.summarise(t, source(1)); err != nil || got.Overview != "It uses ollama" {
		t.Errorf("it gives %+v, %v", got, err)
	}
}

// A little too long is cut, and is no reason to ask once more.
func TestLongAnswersAreCut(t *testing.T) {
	t.Parallel()
	b, f := newBench(t, nil), newFake(t, says("```json\n"+summaryOf(strings.Repeat("long ", 80), nil)+"\n```"))
	b.use(t, "custom", f)
	got, err := b.summarise(t, source(1))
	if err != nil || len([]rune(got.Overview)) > storage.MaxPolicyOverview || len(f.asked()) != 1 {
		t.Errorf("%d calls, overview %q, %v", len(f.asked()), got.Overview, err)
	}
}

// roundTrip is a way to who runs a model.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// drip is a body that comes a byte in ten seconds.
type drip struct{ r *http.Request }

func (d drip) Read(b []byte) (int, error) {
	select {
	case <-time.After(10 * time.Second):
		return copy(b, " "), nil
	case <-d.r.Context().Done():
		return 0, d.r.Context().Err()
	}
}

func (drip) Close() error { return nil }

// A model that hangs or drips is asked once more, then given up, each time after
// what the settings say.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	hang := func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	slow := func(r *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Body: drip{r}, Request: r}, nil
	}
	for name, tt := range map[string]struct {
		way       roundTrip
		set       map[string]any
		text      int
		took      time.Duration
		phase     string
		wantLimit time.Duration
	}{
		"hangs":   {hang, nil, 1, 180 * time.Second, "direct", 90 * time.Second},
		"drips":   {slow, nil, 1, 180 * time.Second, "direct", 90 * time.Second},
		"as set":  {hang, map[string]any{"aiTimeoutDirectMs": 10_000}, 1, 20 * time.Second, "direct", 10 * time.Second},
		"a part":  {hang, map[string]any{"aiTimeoutChunkMs": 20_000}, 90, 40 * time.Second, "chunk", 20 * time.Second},
		"private": {slow, map[string]any{"aiProvider": "custom", "aiBaseUrl": "http://127.0.0.1:1"}, 1, 360 * time.Second, "direct", 180 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				calls := 0
				b := newBench(t, func(c *llm.Config) {
					c.Client = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
						calls++
						_, _ = io.Copy(io.Discard, r.Body)
						return tt.way(r)
					})}
				})
				b.set(t, map[string]any{"aiProvider": "openai"})
				b.set(t, map[string]any{"aiApiKey": secretKey})
				b.set(t, tt.set)
				began := time.Now()
				_, err := b.summarise(t, source(tt.text))
				var late *summary.TimeoutError
				if !errors.Is(err, summary.ErrModelTimeout) || !errors.As(err, &late) {
					t.Fatalf("it ends with %v", err)
				}
				if took := time.Since(began); took != tt.took || calls != 2 {
					t.Errorf("given up after %v and %d calls, want %v", took, calls, tt.took)
				}
				if late.Phase != tt.phase || late.Limit != tt.wantLimit || late.Took != tt.wantLimit {
					t.Errorf("reported as %+v", late)
				}
			})
		})
	}
}

// An address that is not public is not asked unless that is allowed, and where a
// machine gets its keys never is.
func TestForbiddenURLs(t *testing.T) {
	t.Parallel()
	f := newFake(t, says(summaryOf("Fine", nil)))
	for name, tt := range map[string]struct {
		allowed []string
		base    string
	}{
		"loopback":               {nil, f.URL},
		"another network":        {[]string{"10.0.0.0/8"}, f.URL},
		"metadata":               {[]string{"169.254.0.0/16", "0.0.0.0/0"}, "http://[::ffff:169.254.169.254]"},
		"metadata of Amazon":     {[]string{"::/0"}, "http://[fd00:ec2::254]"},
		"metadata of Azure":      {[]string{"168.63.129.16"}, "http://168.63.129.16"},
		"metadata in disguise":   {[]string{"::/0"}, "http://[64:ff9b::169.254.169.254]"},
		"a network of the house": {nil, "http://192.168.1.1:11434"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, func(c *llm.Config) { c.Allowed = tt.allowed })
			target, err := llm.NewTarget("custom", tt.base, "m", secretKey)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := b.models.Test(t.Context(), target); !errors.Is(err, summary.ErrModelUnreachable) {
				t.Errorf("a test: %v", err)
			}
			if trial, err := b.models.Try(t.Context(), target); !errors.Is(err, summary.ErrModelUnreachable) {
				t.Errorf("a trial: %+v, %v", trial, err)
			}
		})
	}
	t.Cleanup(func() {
		if n := len(f.asked()); n != 0 {
			t.Errorf("asked %d times", n)
		}
	})
}

func TestNewRefusesInvalidNetworks(t *testing.T) {
	t.Parallel()
	if _, err := llm.New(llm.Config{Allowed: []string{"10.0.0.0/33"}}); err == nil {
		t.Error("New takes a network that is none")
	}
}

func TestLogIsShort(t *testing.T) {
	t.Parallel()
	b, f := newBench(t, nil), newFake(t, says(summaryOf("Fine", nil)))
	b.use(t, "openai", f)
	if _, err := b.summarise(t, source(1)); err != nil || len(b.logged(t)) != 0 {
		t.Fatalf("%d rows while nothing is to be logged, %v", len(b.logged(t)), err)
	}
	b.set(t, map[string]any{"aiDebugLogging": true})
	of := source(1)
	for range 53 {
		if _, err := b.summarise(t, of); err != nil {
			t.Fatal(err)
		}
	}
	rows := b.logged(t)
	if len(rows) != llm.MaxLogged {
		t.Fatalf("%d rows", len(rows))
	}
	row := rows[0]
	if row.App != 7 || row.AppName != "Maps" || row.Provider != "openai" || row.Model != "test-model" || row.Phase != "direct" || row.Error != "" ||
		!strings.Contains(row.Prompt, "We collect") || !strings.Contains(row.Response, "overview") {
		t.Errorf("the newest row is %+v", row)
	}
	if !slices.IsSortedFunc(rows, func(a, b storage.AILog) int { return int(b.CreatedAt - a.CreatedAt) }) {
		t.Error("the rows are not the newest first")
	}
}
