package client_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/httpapi/client"
)

// asked is what a service was sent.
type asked struct {
	Method, Path, Query, Origin, Token, Body string
}

// echo is a service that answers every request the same, and a client of it.
func echo(t *testing.T, answer http.HandlerFunc, options ...client.Option) (*client.Client, *asked, string) {
	t.Helper()
	var got asked
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got = asked{r.Method, r.URL.EscapedPath(), r.URL.RawQuery, r.Header.Get("Origin"), r.Header.Get("X-Auditor-Admin-Token"), string(body)}
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	c, err := client.New(server.URL+"/labels/", options...)
	if err != nil {
		t.Fatal(err)
	}
	return c, &got, server.URL
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }
}

func TestNewNeedsAnAddress(t *testing.T) {
	t.Parallel()
	for _, base := range []string{"", "localhost:3000", "/labels", "ftp://example.org", "http://", "http://a b"} {
		if _, err := client.New(base); !errors.Is(err, client.ErrBase) {
			t.Errorf("%q: error %v", base, err)
		}
	}
}

func TestWhatIsSent(t *testing.T) {
	t.Parallel()
	c, got, origin := echo(t, says(`{}`), client.WithToken("secret"))
	for name, tt := range map[string]struct {
		call func() error
		want asked
	}{
		"read": {
			func() error { _, err := c.ListApps(t.Context(), client.ListAppsParams{}); return ignoreShape(err) },
			asked{"GET", "/labels/api/apps", "", "", "secret", ""},
		},
		"parameters": {
			func() error {
				_, err := c.PageOfApps(t.Context(), 5, client.PageOfAppsParams{Offset: 10, Devices: "a&b,c"})
				return err
			},
			asked{"GET", "/labels/api/apps", "devices=a%26b%2Cc&limit=5&offset=10", "", "secret", ""},
		},
		"path": {
			func() error { _, err := c.ClearOverride(t.Context(), "a/b c?"); return err },
			asked{"DELETE", "/labels/api/feature-flags/overrides/a%2Fb%20c%3F", "", origin, "secret", ""},
		},
		"body": {
			func() error {
				_, err := c.EditAnnotation(t.Context(), 7, client.EditAnnotationBody{Body: new("x"), Tag: client.Null[string]()})
				return err
			},
			asked{"PATCH", "/labels/api/annotations/7", "", origin, "secret", `{"body":"x","tag":null}`},
		},
		"form": {
			func() error {
				for _, err := range c.FollowPolicies(t.Context(), client.ReadPoliciesBody{}) {
					return err
				}
				return nil
			},
			asked{"POST", "/labels/api/policy/sync-all", "", origin, "secret", `{"stream":true}`},
		},
	} {
		if err := tt.call(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if diff := cmp.Diff(tt.want, *got); diff != "" {
			t.Errorf("%s: sent (-want +got):\n%s", name, diff)
		}
	}
}

// ignoreShape is for an answer of another shape than the echo's.
func ignoreShape(err error) error {
	if _, shape := errors.AsType[*json.UnmarshalTypeError](err); shape {
		return nil
	}
	return err
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status      int
		retry, body string
		want        client.Error
	}{
		"of the service": {409, "", `{"error":"Not yours","code":"untrusted_backup"}`, client.Error{Status: 409, Message: "Not yours", Code: "untrusted_backup"}},
		"a hint":         {404, "", `{"error":"Not found","hint":"The app 5 is not tracked"}`, client.Error{Status: 404, Message: "Not found", Hint: "The app 5 is not tracked"}},
		"a wait":         {429, "7", `{"error":"Too many requests"}`, client.Error{Status: 429, Message: "Too many requests", RetryAfter: 7 * time.Second}},
		"of a proxy":     {502, "soon", "<h1>", client.Error{Status: 502, Message: "Bad Gateway"}},
		"very long":      {500, "", strings.Repeat("x", 1<<20), client.Error{Status: 500, Message: "Internal Server Error"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, _, _ := echo(t, func(w http.ResponseWriter, _ *http.Request) {
				if tt.retry != "" {
					w.Header().Set("Retry-After", tt.retry)
				}
				w.WriteHeader(tt.status)
				io.WriteString(w, tt.body)
			})
			_, err := c.Health(t.Context())
			got, ok := errors.AsType[*client.Error](err)
			if !ok {
				t.Fatalf("error %v", err)
			}
			if len(got.Body) > 64<<10 || !strings.HasPrefix(tt.body, string(got.Body)) {
				t.Errorf("the body has %d bytes", len(got.Body))
			}
			got.Body = nil
			if diff := cmp.Diff(&tt.want, got); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if !strings.Contains(err.Error(), got.Message) {
				t.Errorf("the error says %v", err)
			}
		})
	}
}

func TestInvalidAnswers(t *testing.T) {
	t.Parallel()
	c, _, _ := echo(t, says("not JSON"))
	if _, err := c.Health(t.Context()); err == nil {
		t.Error("no error")
	}
	for _, err := range c.FollowPolicies(t.Context(), client.ReadPoliciesBody{}) {
		if err == nil {
			t.Error("no error for a line")
		}
	}
}

func TestLinesEndWithWhoReads(t *testing.T) {
	t.Parallel()
	c, _, _ := echo(t, says(strings.Repeat(`{"kind":"target","type":"target"}`+"\n", 3)))
	n := 0
	for line, err := range c.FollowPolicies(t.Context(), client.ReadPoliciesBody{}) {
		if err != nil || line.Kind != "target" {
			t.Errorf("line %+v, %v", line, err)
		}
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d lines", n)
	}
}

func TestLinesThatAreLong(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]error{8 << 20: nil, 16 << 20: bufio.ErrTooLong} {
		c, _, _ := echo(t, says(`{"kind":"done","type":"done"}`+strings.Repeat(" ", size)))
		var last error
		for _, err := range c.FollowPolicies(t.Context(), client.ReadPoliciesBody{}) {
			last = err
		}
		if !errors.Is(last, want) {
			t.Errorf("%d bytes: error %v, want %v", size, last, want)
		}
	}
}

// The token is for the service only, wherever it sends its clients.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	_, elsewhere, address := echo(t, says(`{}`))
	for name, options := range map[string][]client.Option{
		"a client of the package's own": {client.WithToken("secret")},
		"given to WithHTTPClient":       {client.WithToken("secret"), client.WithHTTPClient(&http.Client{})},
	} {
		c, _, _ := echo(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, address, http.StatusTemporaryRedirect)
		}, options...)
		var refused *client.Error
		if _, err := c.Health(t.Context()); !errors.As(err, &refused) || refused.Status != http.StatusTemporaryRedirect {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if elsewhere.Method != "" {
		t.Errorf("the other server received %+v", *elsewhere)
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 5, 4, 12, 0, 0, 123456789, time.UTC)
	if got := client.TimeOf(at).Std(); !got.Equal(at.Truncate(time.Millisecond)) {
		t.Errorf("the moment is %v", got)
	}
}

func TestOptional(t *testing.T) {
	t.Parallel()
	type body struct {
		Name client.Optional[string] `json:"name,omitzero"`
	}
	for want, b := range map[string]body{
		`{}`: {}, `{"name":null}`: {client.Null[string]()}, `{"name":""}`: {client.Some("")}, `{"name":"x"}`: {client.Some("x")},
	} {
		got, err := json.Marshal(b)
		if err != nil || string(got) != want {
			t.Errorf("written %s, %v, want %s", got, err, want)
		}
		var read body
		if err := json.Unmarshal(got, &read); err != nil || read != b {
			t.Errorf("%s is read as %+v, %v", got, read, err)
		}
	}
}

func TestAnswerWithoutEnd(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for text := "["; r.Context().Err() == nil; text = `{"id":1},` {
			if _, err := io.WriteString(w, text); err != nil {
				return
			}
		}
	}))
	t.Cleanup(server.Close)
	c, err := client.New(server.URL, client.WithMaxAnswer(1<<20))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ListApps(t.Context(), client.ListAppsParams{}); !errors.Is(err, client.ErrTooLarge) || !strings.Contains(err.Error(), "1048576 bytes") {
		t.Errorf("error %v, want ErrTooLarge", err)
	}
}

func TestMaxAnswer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "[]") }))
	t.Cleanup(server.Close)
	for most, want := range map[int64]error{-1: client.ErrTooLarge, 0: client.ErrTooLarge, 2: nil, math.MaxInt64: nil} {
		c, err := client.New(server.URL, client.WithMaxAnswer(most))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.ListApps(t.Context(), client.ListAppsParams{}); !errors.Is(err, want) {
			t.Errorf("at most %d bytes: error %v, want %v", most, err, want)
		}
	}
}

// Nothing ends a read of what follows a 101.
func TestAnswerInAnotherProtocol(t *testing.T) {
	t.Parallel()
	left := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			left <- err
			return
		}
		defer conn.Close()
		_, err = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n")
		if err == nil {
			err = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		}
		if err == nil {
			_, err = conn.Read(make([]byte, 1))
		}
		left <- err
	}))
	t.Cleanup(server.Close)
	c, err := client.New(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.ListApps(t.Context(), client.ListAppsParams{})
	if refused, ok := errors.AsType[*client.Error](err); !ok || refused.Status != http.StatusSwitchingProtocols {
		t.Errorf("error %v, want the status 101", err)
	}
	if err := <-left; errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the client waits for more after a 101")
	}
}
