package fetch_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/text/encoding/charmap"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy/policytest"
)

// raw answers with bytes that no server would write.
func raw(w http.ResponseWriter, chunks ...string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	for _, chunk := range chunks {
		if _, err := io.WriteString(conn, chunk); err != nil {
			return
		}
	}
}

// outcome is what comes of a page.
type outcome string

const (
	ready       outcome = "ready"
	failed      outcome = "failed"
	short       outcome = "too short"
	unsupported outcome = "unsupported"
)

func outcomeOf(err error) outcome {
	switch {
	case err == nil:
		return ready
	case errors.Is(err, fetch.ErrTooShort):
		return short
	case errors.Is(err, fetch.ErrUnsupported):
		return unsupported
	}
	return failed
}

// judged judges what a client returns.
func judged(doc fetch.Document, err error) (fetch.Source, error) {
	if err != nil {
		return fetch.Source{}, err
	}
	return fetch.Judge(doc, "")
}

// The outcome and the text of pages of many shapes. No page takes long, or more memory
// than its limit.
func TestPagesOfEveryShape(t *testing.T) {
	t.Parallel()
	page := func(text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { send(w, "text/html; charset=utf-8", []byte(text)) }
	}
	latin, err := charmap.Windows1252.NewEncoder().String("<title>Datenschutzerklärung</title>" + strings.Repeat("<p>Wir verarbeiten personenbezogene Daten für die nötigen Zwecke, ausschließlich. ", 60))
	if err != nil {
		t.Fatal(err)
	}
	shop := "<header><nav>Home Shop Cart</nav></header>" + strings.Repeat("<div class=ad>Buy now!</div>", 5)
	for name, tt := range map[string]struct {
		serve http.HandlerFunc
		want  outcome
		text  string
	}{
		"static":            {page(shop + "<main>" + inHTML("you") + "</main><footer>Imprint</footer>"), ready, "We collect personal data about you."},
		"a shell with data": {page("<div id=root>Loading</div><script id=__NEXT_DATA__ type=application/json>" + asJSON(t, "you") + "</script>"), ready, "personal data about you."},
		"an empty shell":    {page("<div id=root></div><script src=/app.js></script><noscript>You need to enable JavaScript to run this app.</noscript>"), short, ""},
		"a consent wall": {page("<div role=dialog><h1>Before you continue</h1><p>We and our partners use cookies to personalise advertising." +
			"<button>Accept all</button></div>"), short, ""},
		"a policy under a banner": {page("<div id=onetrust-consent-sdk>" + strings.Repeat("Accept all cookies. ", 300) + "</div>" + inHTML("you")), ready, "personal data about you."},
		"a PDF": {func(w http.ResponseWriter, _ *http.Request) {
			var drawing strings.Builder
			drawing.WriteString("BT /F1 10 Tf 72 700 Td ")
			for line := range strings.Lines(policytest.Text("you")) {
				fmt.Fprintf(&drawing, "(%s) Tj 0 -12 Td ", strings.TrimSpace(line))
			}
			send(w, "application/pdf", pdfOf(stream("", drawing.String()+"ET")))
		}, ready, "We collect personal data about you.\n\nParagraph 0"},
		"plain text":      {func(w http.ResponseWriter, _ *http.Request) { send(w, "text/plain", []byte(policytest.Text("you"))) }, ready, "about you."},
		"no type":         {func(w http.ResponseWriter, _ *http.Request) { send(w, "", []byte(inHTML("you"))) }, ready, "about you."},
		"JSON":            {func(w http.ResponseWriter, _ *http.Request) { send(w, "application/json", []byte(asJSON(t, "you"))) }, unsupported, ""},
		"a picture":       {func(w http.ResponseWriter, _ *http.Request) { send(w, "image/png", []byte("\x89PNG")) }, unsupported, ""},
		"a picture as it": {func(w http.ResponseWriter, _ *http.Request) { send(w, "", []byte("\x89PNG\r\n\x1a\n")) }, unsupported, ""},
		"another packing": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			send(w, "text/html", []byte("\x0b\x02\x80"))
		}, unsupported, ""},
		"for browsers only": {func(w http.ResponseWriter, r *http.Request) {
			if !browser(r) {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			page(inHTML("browsers"))(w, r)
		}, ready, "about browsers."},
		"for no client": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, failed, ""},
		"a chain": {func(w http.ResponseWriter, r *http.Request) {
			if len(r.URL.Path) < 6 {
				http.Redirect(w, r, r.URL.Path+"x", http.StatusMovedPermanently)
				return
			}
			page(inHTML("you"))(w, r)
		}, ready, "about you."},
		"a circle":         {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusFound) }, failed, ""},
		"a refresh circle": {page("<meta http-equiv=refresh content='0;url=/again'>"), short, ""},
		"thirty megabytes": {func(w http.ResponseWriter, _ *http.Request) {
			send(w, "text/html", bytes.Repeat([]byte("<p>data "), 4<<20))
		}, failed, ""},
		"a bomb": {func(w http.ResponseWriter, _ *http.Request) { send(w, "text/html", packed(t, make([]byte, 30<<20))) }, failed, ""},
		"endless headers": {func(w http.ResponseWriter, _ *http.Request) {
			raw(w, "HTTP/1.1 200 OK\r\n", strings.Repeat("X-A: b\r\n", 1<<17))
		}, failed, ""},
		"a header, endless": {func(w http.ResponseWriter, _ *http.Request) {
			raw(w, "HTTP/1.1 200 OK\r\nX-A: ", strings.Repeat("b", 1<<20))
		}, failed, ""},
		"no HTTP": {func(w http.ResponseWriter, _ *http.Request) { raw(w, "SSH-2.0-OpenSSH_9.6\r\n") }, failed, ""},
		"a truncated chunk": {func(w http.ResponseWriter, _ *http.Request) {
			raw(w, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n"+inHTML("you"))
		}, failed, ""},
		"a truncated body": {func(w http.ResponseWriter, _ *http.Request) {
			raw(w, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99999\r\n\r\n"+inHTML("you"))
		}, failed, ""},
		"nothing":         {page(""), short, ""},
		"no content":      {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }, failed, ""},
		"not modified":    {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) }, failed, ""},
		"another charset": {func(w http.ResponseWriter, _ *http.Request) { send(w, "text/html; charset=utf-8", []byte(latin)) }, ready, "für die nötigen Zwecke"},
		"UTF-8 as ASCII": {func(w http.ResponseWriter, _ *http.Request) {
			send(w, "text/html; charset=ascii", []byte(inHTML("Größe")))
		}, ready, "about Größe."},
		"Arabic":                  {page("<html dir=rtl>" + strings.Repeat("<p>نحن نجمع البيانات الشخصية منك ولا نبيعها", 80)), ready, "البيانات الشخصية"},
		"Hebrew":                  {page("<html dir=rtl>" + strings.Repeat("<p>אנו אוספים מידע אישי עליך", 100)), ready, "מידע אישי"},
		"Chinese":                 {page("<p>" + strings.Repeat("我们收集您的个人信息并依法保护。", 190)), ready, "个人信息"},
		"Chinese, little":         {page("<p>我们收集您的个人信息。"), short, ""},
		"Japanese":                {page("<p>" + strings.Repeat("当社は個人情報を取得し利用します。", 100)), ready, "個人情報"},
		"Korean":                  {page("<p>" + strings.Repeat("당사는 이용자의 개인정보를 수집하고 이용합니다. ", 100)), ready, "개인정보"},
		"long, on something else": {page("<p>" + strings.Repeat("the quick brown fox jumps over the lazy dog ", 99)), short, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(tt.serve)
			t.Cleanup(srv.Close)
			source, err := judged(newClient(t, fetch.Config{Allowed: []string{"127.0.0.1"}}).Fetch(t.Context(), srv.URL+"/"))
			if got := outcomeOf(err); got != tt.want {
				t.Fatalf("%q, %v, want %q:\n%.300s", got, err, tt.want, source.Text)
			}
			if tt.want != ready {
				return
			}
			if !strings.Contains(source.Text, tt.text) || strings.Contains(source.Text, "Shop") || strings.Contains(source.Text, "Accept") {
				t.Errorf("text %.300q, want %q in it and nothing around it", source.Text, tt.text)
			}
		})
	}
}

// drip sends a byte a second, until the reader is gone.
type drip struct {
	ctx  context.Context
	sent *atomic.Int32
}

func (d drip) Read(p []byte) (int, error) {
	select {
	case <-time.After(time.Second):
		d.sent.Add(1)
		return copy(p, "x"), nil
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

func (drip) Close() error { return nil }

// A site that drips is left after two tries of 20 seconds, however it leads on.
func TestSlowPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sent atomic.Int32
		fetcher := over(t, transport(func(r *http.Request) (*http.Response, error) {
			resp := plain(r, "<meta http-equiv=refresh content='0;url=/drip'>")
			resp.Header.Set("Content-Type", "text/html")
			if r.URL.Path == "/drip" {
				resp.Body = drip{r.Context(), &sent}
			} else {
				time.Sleep(5 * time.Second)
			}
			return resp, nil
		}))
		for path, want := range map[string]int32{"/drip": 38, "/refresh": 28} {
			sent.Store(0)
			began := time.Now()
			_, err := fetcher.Fetch(t.Context(), "https://a.example"+path)
			if took := time.Since(began); outcomeOf(err) != failed || took != 40*time.Second || sent.Load() < want {
				t.Errorf("%s: %v after %v and %d bytes", path, err, took, sent.Load())
			}
		}
	})
}
