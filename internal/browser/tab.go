package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// stepLimit is how long a step may take.
const stepLimit = 20 * time.Second

// Tab is a tab of a browser. One goroutine uses it at a time.
type Tab struct {
	Close func()

	origin string
	ctx    context.Context

	mu         sync.Mutex
	requests   []*Request // in order
	complaints []string
}

// Request is a request that a tab has sent.
type Request struct {
	URL   string
	Type  string // such as Document
	Bytes int    // of the answer, unpacked

	id network.RequestID
}

// Requests returns what the tab has sent so far.
func (t *Tab) Requests() []Request {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := make([]Request, len(t.requests))
	for i, r := range t.requests {
		all[i] = *r
	}
	return all
}

// Complaints returns the errors of scripts and what the content policy has stopped.
func (t *Tab) Complaints() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.complaints...)
}

// record notes an event of the browser.
func (t *Tab) record(event any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if strings.HasPrefix(e.Request.URL, "data:") || strings.HasPrefix(e.Request.URL, "about:") {
			return
		}
		t.requests = append(t.requests, &Request{URL: e.Request.URL, Type: string(e.Type), id: e.RequestID})
	case *network.EventDataReceived:
		if r := t.request(e.RequestID); r != nil {
			r.Bytes += int(e.DataLength)
		}
	case *runtime.EventExceptionThrown:
		t.complaints = append(t.complaints, (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
	case *cdplog.EventEntryAdded:
		if e.Entry.Source != cdplog.EntrySourceNetwork && e.Entry.Level == cdplog.EntryLevelError {
			t.complaints = append(t.complaints, e.Entry.Text)
		}
	}
}

// request returns the last request with an ID, nil if there is none.
func (t *Tab) request(id network.RequestID) *Request {
	for _, r := range slices.Backward(t.requests) {
		if r.id == id {
			return r
		}
	}
	return nil
}

// Do takes steps one after the other. The error says at which one it failed, and what the
// tab showed then.
func (t *Tab) Do(steps ...Step) error {
	for _, step := range steps {
		ctx, cancel := context.WithTimeout(t.ctx, stepLimit)
		err := step.do(ctx, t)
		cancel()
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", step.name, err, t.shown())
		}
	}
	return nil
}

// shown tells what the tab shows.
func (t *Tab) shown() string {
	text, err := Read[string](t, "location.href + '\\n' + document.body.innerText")
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("--- shown is %.1500s\n---", text)
}

// Read returns the value of a JavaScript expression.
func Read[T any](t *Tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(t.ctx, stepLimit)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// invoke returns the call of a function as an expression.
func invoke(function string, arguments ...any) string {
	texts := make([]string, len(arguments))
	for i, a := range arguments {
		text, err := json.Marshal(a)
		if err != nil {
			panic(err) // only strings, numbers and lists of them are passed
		}
		texts[i] = string(text)
	}
	return "(" + function + ")(" + strings.Join(texts, ", ") + ")"
}

// Picture returns what the window shows as PNG, or the whole document.
func (t *Tab) Picture(whole bool) ([]byte, error) {
	ctx, cancel := context.WithTimeout(t.ctx, stepLimit)
	defer cancel()
	if whole {
		return chromedp.Run(ctx, chromedp.FullScreenshot(100))
	}
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}

// Hosts returns the hosts of requests that are not of the site's origin.
func (t *Tab) Hosts() []string {
	var others []string
	for _, r := range t.Requests() {
		if u, err := url.Parse(r.URL); err != nil || u.Scheme+"://"+u.Host != t.host() {
			others = append(others, r.URL)
		}
	}
	return others
}

// host returns the origin without a path.
func (t *Tab) host() string {
	u, err := url.Parse(t.origin)
	if err != nil {
		return t.origin
	}
	return u.Scheme + "://" + u.Host
}
