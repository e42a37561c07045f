package fetch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/storage"
)

// serve starts a site and returns its address, and a fetcher that may ask it.
func serve(t *testing.T, handler http.HandlerFunc) (string, *fetch.Client) {
	t.Helper()
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	return srv.URL, newClient(t, fetch.Config{Allowed: []string{"127.0.0.1"}})
}

// newClient returns a client without an interval between requests, unless c has one.
func newClient(t testing.TB, c fetch.Config) *fetch.Client {
	t.Helper()
	if c.Interval == 0 {
		c.Interval = -1
	}
	client, err := fetch.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// over returns a client without a network.
func over(t testing.TB, transport http.RoundTripper) *fetch.Client {
	t.Helper()
	return newClient(t, fetch.Config{HTTPClient: &http.Client{Transport: transport}})
}

// paced returns a client without a network that sends a host a request each second.
func paced(t testing.TB, transport http.RoundTripper) *fetch.Client {
	t.Helper()
	return newClient(t, fetch.Config{HTTPClient: &http.Client{Transport: transport}, Interval: time.Second})
}

// send answers with a content type, empty for none at all.
func send(w http.ResponseWriter, contentType string, body []byte) {
	w.Header()["Content-Type"] = nil
	if contentType != "" {
		w.Header().Set("Content-Type", contentType)
	}
	_, _ = w.Write(body)
}

func browser(r *http.Request) bool { return r.Header.Get("Sec-Fetch-Mode") != "" }

func packed(t *testing.T, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestClientReadsPages(t *testing.T) {
	t.Parallel()
	encode := func(b []byte, err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	const page = "<title>Datenschutz</title><h1>Erklärung</h1><p>Größe – ≈ 5"
	const japanesePage = "<meta charset=shift_jis><title>方針</title><p>個人情報を取得します"
	for _, tt := range []struct {
		name, contentType string
		body              []byte
		want              fetch.Document
	}{
		{"page", "Text/HTML; charset=utf-8", []byte(page), fetch.Document{Title: "Datenschutz", Text: "# Erklärung\n\nGröße – ≈ 5", ContentType: "text/html"}},
		{"XHTML", "application/xhtml+xml", []byte("<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a<br/>b</p></body></html>"), fetch.Document{Text: "a\nb", ContentType: "application/xhtml+xml"}},
		{"plain", "text/plain", []byte("\xef\xbb\xbfA <b> tag\r\n\r\n\r\n\x00\x07 B \r\n"), fetch.Document{Text: "A <b> tag\n\n B", ContentType: "text/plain"}},
		{"no type, a page", "", []byte("<p>a</p>"), fetch.Document{Text: "a"}},
		{"no type, no tag", "", []byte("a\n\nb"), fetch.Document{Text: "a\n\nb"}},
		{"no type, nothing", "", nil, fetch.Document{}},
		{"nothing", "text/html", nil, fetch.Document{ContentType: "text/html"}},
		{"Latin 1, as it says", "text/html; charset=iso-8859-1", encode(charmap.Windows1252.NewEncoder().Bytes([]byte("<p>Größe – 5€"))), fetch.Document{Text: "Größe – 5€", ContentType: "text/html"}},
		{"UTF-8, not as it says", "text/html; charset=iso-8859-1", []byte("<p>Größe"), fetch.Document{Text: "Größe", ContentType: "text/html"}},
		{"Latin 1, not as it says", "text/html; charset=utf-8", []byte("<p>Gr\xf6\xdfe"), fetch.Document{Text: "Größe", ContentType: "text/html"}},
		{"Cyrillic, as the page says", "text/html; charset=utf-8", encode(charmap.Windows1251.NewEncoder().Bytes([]byte("<meta charset=windows-1251><p>данные"))), fetch.Document{Text: "данные", ContentType: "text/html"}},
		{"UTF-8 with a fault", "text/html; charset=utf-8", []byte("<p>Größe \xff"), fetch.Document{Text: "Größe \ufffd", ContentType: "text/html"}},
		{"UTF-8, said to be ASCII", "text/html; charset=us-ascii", []byte("<p>個人情報"), fetch.Document{Text: "個人情報", ContentType: "text/html"}},
		{"UTF-16, big end first", "text/html; charset=utf-16be", encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder().Bytes([]byte("<p>Größe"))), fetch.Document{Text: "Größe", ContentType: "text/html"}},
		{"Shift JIS, as the page says", "text/html", encode(japanese.ShiftJIS.NewEncoder().Bytes([]byte(japanesePage))), fetch.Document{Title: "方針", Text: "個人情報を取得します", ContentType: "text/html"}},
		{"UTF-16", "text/html", encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().Bytes([]byte("<p>Größe"))), fetch.Document{Text: "Größe", ContentType: "text/html"}},
		{"unheard of encoding", "text/html; charset=klingon", []byte("<p>Größe"), fetch.Document{Text: "Größe", ContentType: "text/html"}},
		{"packed twice", "text/html", packed(t, []byte("<p>a")), fetch.Document{Text: "a", ContentType: "text/html"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			site, fetcher := serve(t, func(w http.ResponseWriter, _ *http.Request) { send(w, tt.contentType, tt.body) })
			got, err := fetcher.Fetch(t.Context(), site+"/p?q=1")
			if err != nil {
				t.Fatal(err)
			}
			if got.Extractor == "" || got.Origin != storage.PolicyDirect || got.FinalURL != site+"/p?q=1" {
				t.Errorf("extractor %q, origin %q, final address %q", got.Extractor, got.Origin, got.FinalURL)
			}
			got.Extractor, got.Origin, got.FinalURL, got.Asked = "", "", "", ""
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("document (-want +got):\n%s", diff)
			}
		})
	}
}

// sendStatus sends a page that would do with another status than 200.
func sendStatus(w http.ResponseWriter, status int) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(strings.Repeat("<p>We collect your personal data as this privacy policy says.</p>", 50)))
}

// TestWebFetch_changedOnTheWay: a 203 has all of a page, from a proxy.
func TestWebFetch_changedOnTheWay(t *testing.T) {
	t.Parallel()
	site, fetcher := serve(t, func(w http.ResponseWriter, _ *http.Request) { sendStatus(w, 203) })
	doc, err := fetcher.Fetch(t.Context(), site)
	if err != nil || !strings.Contains(doc.Text, "personal data") {
		t.Errorf("%q, %v", doc.Text, err)
	}
}

func TestClientFailures(t *testing.T) {
	t.Parallel()
	large := bytes.Repeat([]byte("<p>word "), 1<<20)
	for _, tt := range []struct {
		name   string
		answer http.HandlerFunc
		want   error
		status int
		asked  int32
	}{
		{"not there", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) }, fetch.ErrRefused, 404, 1},
		{"part of it", func(w http.ResponseWriter, _ *http.Request) { sendStatus(w, 206) }, fetch.ErrRefused, 206, 1},
		{"not made yet", func(w http.ResponseWriter, _ *http.Request) { sendStatus(w, 202) }, fetch.ErrRefused, 202, 1},
		{"nothing of it", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, fetch.ErrRefused, 204, 1},
		{"broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, fetch.ErrRefused, 500, 1},
		{"a redirect to nowhere", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(302) }, fetch.ErrRefused, 302, 1},
		{"turned away", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) }, fetch.ErrRefused, 403, 2},
		{"throttled", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(429) }, fetch.ErrRefused, 429, 2},
		{"hung up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, fetch.ErrUnreachable, 0, 2},
		{"too large", func(w http.ResponseWriter, _ *http.Request) { send(w, "text/html", large) }, fetch.ErrTooLarge, 200, 1},
		{"a bomb", func(w http.ResponseWriter, _ *http.Request) { send(w, "text/html", packed(t, large)) }, fetch.ErrTooLarge, 200, 1},
		{"a bomb, as it says", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			send(w, "text/html", packed(t, large))
		}, fetch.ErrTooLarge, 200, 1},
		{"packed otherwise", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			send(w, "text/html", []byte("x"))
		}, fetch.ErrUnsupported, 200, 1},
		{"a picture", func(w http.ResponseWriter, _ *http.Request) { send(w, "image/png", []byte("\x89PNG")) }, fetch.ErrUnsupported, 200, 1},
		{"half a PDF without a type", func(w http.ResponseWriter, _ *http.Request) { send(w, "", []byte("%PDF-1.7\n")) }, fetch.ErrUnreadable, 0, 1},
		{"any file", func(w http.ResponseWriter, _ *http.Request) {
			send(w, "application/octet-stream", []byte("PK\x03\x04"))
		}, fetch.ErrUnsupported, 0, 1},
		{"elements without end", func(w http.ResponseWriter, _ *http.Request) {
			send(w, "text/html", bytes.Repeat([]byte("<div>"), 600))
		}, fetch.ErrUnreadable, 0, 1},
		{"tags without end", func(w http.ResponseWriter, _ *http.Request) {
			send(w, "text/html", bytes.Repeat([]byte("<p>"), 500_000))
		}, fetch.ErrUnreadable, 0, 1},
		{"in circles", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, fetch.ErrUnreachable, 0, 12},
		{"to another scheme", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, fetch.ErrAddress, 0, 1},
		{"to what is no address", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "http://[::1")
			w.WriteHeader(302)
		}, fetch.ErrUnreachable, 0, 2},
		{"to a private address", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://"+strings.Replace(r.Host, "127.0.0.1", "127.0.0.2", 1), http.StatusFound)
		}, fetch.ErrAddress, 0, 1},
		{"to the keys of the machine", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
		}, fetch.ErrAddress, 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int32
			site, fetcher := serve(t, func(w http.ResponseWriter, r *http.Request) {
				asked.Add(1)
				tt.answer(w, r)
			})
			_, err := fetcher.Fetch(t.Context(), site)
			var failed *fetch.Error
			if !errors.As(err, &failed) || !errors.Is(err, tt.want) || failed.Status != tt.status {
				t.Fatalf("error %v, want %v with status %d", err, tt.want, tt.status)
			}
			if failed.Origin == "" || failed.FinalURL == "" || strings.Contains(err.Error(), "word word") {
				t.Errorf("origin %q, final address %q, %v", failed.Origin, failed.FinalURL, err)
			}
			if asked.Load() != tt.asked {
				t.Errorf("%d requests, want %d", asked.Load(), tt.asked)
			}
		})
	}
}

func TestClientRefusesURLs(t *testing.T) {
	t.Parallel()
	fetcher := newClient(t, fetch.Config{})
	for _, address := range []string{
		"", "apps.example", "ftp://apps.example/", "http://", "https://user@apps.example/", "http://127.0.0.1/", "http://[::1]/", "http://192.168.1.1/",
		"http://169.254.169.254/", "https://apps.example/" + strings.Repeat("x", 3000),
	} {
		if _, err := fetcher.Fetch(t.Context(), address); !errors.Is(err, fetch.ErrAddress) {
			t.Errorf("%.40q: %v, want ErrAddress", address, err)
		}
	}
}

func TestClientRetriesAsBrowser(t *testing.T) {
	t.Parallel()
	for _, status := range []int{401, 403, 405, 406, 429, 451, 503} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			site, fetcher := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if !browser(r) {
					w.WriteHeader(status)
					return
				}
				send(w, "text/plain", []byte("for browsers"))
			})
			got, err := fetcher.Fetch(t.Context(), site)
			if err != nil || got.Text != "for browsers" || got.Origin != storage.PolicyBrowserRetry {
				t.Errorf("document %+v, %v", got, err)
			}
		})
	}
}

// Cookies last as long as a try, and a redirect is followed with them.
func TestClientFollowsRedirects(t *testing.T) {
	t.Parallel()
	site, fetcher := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if cookie, err := r.Cookie("seen"); err == nil {
			send(w, "text/plain", []byte("seen "+cookie.Value))
			return
		}
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "now", Path: "/"})
		http.Redirect(w, r, "../privacy?from=here", http.StatusMovedPermanently)
	})
	for range 2 {
		got, err := fetcher.Fetch(t.Context(), site+"/a/b")
		if err != nil || got.Text != "seen now" || got.FinalURL != site+"/privacy?from=here" {
			t.Errorf("document %+v, %v", got, err)
		}
	}
}

// transport answers without a network.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// plain answers with a text.
func plain(r *http.Request, text string) *http.Response {
	rec := httptest.NewRecorder()
	send(rec, "text/plain", []byte(text))
	resp := rec.Result()
	resp.Request = r
	return resp
}

func TestClientTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fetcher := paced(t, transport(func(r *http.Request) (*http.Response, error) {
			if browser(r) {
				return plain(r, "late"), nil
			}
			<-r.Context().Done()
			return nil, r.Context().Err()
		}))
		began := time.Now()
		got, err := fetcher.Fetch(t.Context(), "https://apps.example/")
		if took := time.Since(began); err != nil || got.Origin != storage.PolicyBrowserRetry || took != 20*time.Second {
			t.Errorf("document %+v, %v, after %v", got, err, took)
		}
		ctx, enough := context.WithTimeout(t.Context(), time.Second)
		defer enough()
		if _, err := fetcher.Fetch(ctx, "https://apps.example/"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the caller's own deadline: %v", err)
		}
	})
}

// A host gets one request at a time, a second apart; others do not wait for it.
func TestClientPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var busy atomic.Int32
		fetcher := paced(t, transport(func(r *http.Request) (*http.Response, error) {
			if r.URL.Host == "slow.example" && busy.Add(1) != 1 {
				t.Error("two requests at a time")
			}
			time.Sleep(3 * time.Second)
			if r.URL.Host == "slow.example" {
				busy.Add(-1)
			}
			return plain(r, "x"), nil
		}))
		began := time.Now()
		ended := make(chan string)
		for _, address := range []string{"https://slow.example/1", "https://slow.example/2", "https://slow.example/3", "https://other.example/"} {
			go func() {
				if _, err := fetcher.Fetch(t.Context(), address); err != nil {
					t.Error(err)
				}
				ended <- fmt.Sprint(time.Since(began))
			}()
		}
		times := make(map[string]int)
		for range 4 {
			times[<-ended]++
		}
		if times["3s"] != 2 || times["6s"] != 1 || times["9s"] != 1 {
			t.Errorf("ended after %v", times)
		}
		quick := paced(t, transport(func(r *http.Request) (*http.Response, error) {
			return plain(r, "x"), nil
		}))
		began = time.Now()
		for host := range 1000 { // more than are remembered
			for range 2 {
				if _, err := quick.Fetch(t.Context(), fmt.Sprintf("https://%d.example/", host%300)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if took := time.Since(began); took < 1000*time.Second || took > 1010*time.Second {
			t.Errorf("two requests to each of 1000 hosts took %v", took)
		}
		ctx, gone := context.WithCancel(t.Context())
		gone()
		if _, err := quick.Fetch(ctx, "https://299.example/"); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled by the caller: %v", err)
		}
	})
}

// The time of a try stands still while it waits for the host that a redirect leads
// to, and runs again with the next request.
func TestClientWaitsForHostOfRedirect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fetcher := paced(t, transport(func(r *http.Request) (*http.Response, error) {
			seconds := map[string]time.Duration{"/busy": 19, "/from": 9, "/slow": 9, "/slower": 12}[r.URL.Path]
			select {
			case <-time.After(seconds * time.Second):
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
			if to := r.URL.Query().Get("to"); to != "" {
				answer := plain(r, "")
				answer.StatusCode, answer.Header = http.StatusFound, http.Header{"Location": {to}}
				return answer, nil
			}
			return plain(r, "x"), nil
		}))
		for to, want := range map[string]error{"https://host.example/slow": nil, "https://host.example/slower": fetch.ErrTimeout} {
			time.Sleep(time.Minute)
			for range 3 { // it takes them 57 seconds, one after the other
				go func() { _, _ = fetcher.Fetch(t.Context(), "https://host.example/busy") }()
			}
			synctest.Wait()
			began := time.Now()
			_, err := fetcher.Fetch(t.Context(), "https://other.example/from?to="+to)
			if !errors.Is(err, want) || time.Since(began) < 57*time.Second {
				t.Errorf("%s after %v: %v, want %v", to, time.Since(began), err, want)
			}
		}
	})
}

// A client that panics does not keep the turn of its host.
func TestClientReleasesHostAfterPanic(t *testing.T) {
	t.Parallel()
	panics := true
	fetcher := over(t, transport(func(r *http.Request) (*http.Response, error) {
		if panics {
			panics = false
			panic("ouch")
		}
		return plain(r, "x"), nil
	}))
	func() {
		defer func() { _ = recover() }()
		_, _ = fetcher.Fetch(t.Context(), "https://host.example/")
		t.Error("the client's panic is lost")
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := fetcher.Fetch(ctx, "https://host.example/"); err != nil {
		t.Errorf("after the panic: %v", err)
	}
}

func TestNewErrors(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]fetch.Config{
		"10.0.0.0/33": {Allowed: []string{"127.0.0.1", "10.0.0.0/33"}}, "-1ns": {ExtractionTimeout: -1},
	} {
		if _, err := fetch.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to name %s", err, want)
		}
	}
}
