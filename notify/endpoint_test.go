package notify_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// endpoint is a receiver of messages on a network of pipes, which a test's own
// time drives.
type endpoint struct {
	answer func(w http.ResponseWriter, r *http.Request, nth int) // nil: it takes all

	mu  sync.Mutex
	got []received
}

// received is a message as it came in.
type received struct {
	id, path string
	at       time.Time
	header   http.Header
	body     []byte
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	e.mu.Lock()
	e.got = append(e.got, received{r.Header.Get("Webhook-Id"), r.URL.Path, time.Now(), r.Header, body})
	nth := len(e.got)
	e.mu.Unlock()
	if e.answer != nil {
		e.answer(w, r, nth)
	}
}

func (e *endpoint) messages() []received {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]received(nil), e.got...)
}

// titles returns the titles of the messages, in the order in which they came.
func (e *endpoint) titles(t testing.TB) (titles []string) {
	t.Helper()
	for _, m := range e.messages() {
		var body struct{ Title string }
		if err := json.Unmarshal(m.body, &body); err != nil {
			t.Errorf("message %s: %v", m.body, err)
		}
		titles = append(titles, body.Title)
	}
	return titles
}

// pipes is a listener whose connections never leave the process.
type pipes struct {
	come chan net.Conn
	done chan struct{}
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.come:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error { close(p.done); return nil }
func (pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p pipes) dial(ctx context.Context) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.come <- far:
		return near, nil
	case <-p.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// network makes the endpoints reachable by their names until the test ends.
func network(t testing.TB, endpoints map[string]*endpoint) *http.Client {
	t.Helper()
	handlers := make(map[string]http.Handler)
	for name, e := range endpoints {
		handlers[name] = e
	}
	return networkOf(t, handlers)
}

// networkOf makes servers reachable by their names until the test ends.
func networkOf(t testing.TB, handlers map[string]http.Handler) *http.Client {
	t.Helper()
	listeners := make(map[string]pipes)
	for name, h := range handlers {
		l := pipes{make(chan net.Conn), make(chan struct{})}
		listeners[name] = l
		server := &http.Server{Handler: h}
		go server.Serve(l)
		t.Cleanup(func() { server.Close() })
	}
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
		name, _, _ := strings.Cut(address, ":")
		l, ok := listeners[name]
		if !ok {
			return nil, &net.DNSError{Name: name, IsNotFound: true}
		}
		return l.dial(ctx)
	}}}
}

// office is an outbox at work.
type office struct {
	t     testing.TB
	store storage.Store
	boxes []*notify.Outbox
	log   bytes.Buffer // of all outboxes
}

// inBubble runs a test in a time of its own, with one receiver under the name
// "hook.example".
func inBubble(t *testing.T, e *endpoint, test func(t *testing.T, o *office)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.WebhookURL, "http://hook.example/secret-path")
		o.open(map[string]*endpoint{"hook.example": e})
		test(t, o)
	})
}

func newOffice(t testing.TB, store storage.Store) *office {
	t.Helper()
	return &office{t: t, store: store}
}

// open adds an outbox that delivers to the endpoints until the test ends.
func (o *office) open(endpoints map[string]*endpoint) *notify.Outbox {
	o.t.Helper()
	box := notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: o.store, Now: time.Now, Random: rand.Reader, Logger: slog.New(slog.NewTextHandler(&o.log, nil))}, Client: network(o.t, endpoints)})
	o.boxes = append(o.boxes, box)
	o.t.Cleanup(func() { box.Stop(0) })
	go box.Deliver(o.t.Context())
	return box
}

// set sets settings, by name and value.
func (o *office) set(pairs ...string) {
	o.t.Helper()
	set(o.t, o.store, pairs...)
}

// appNamed returns the ID of an app with a name: the length and the first letter make it.
func appNamed(name string) storage.AppID { return storage.AppID(len(name)*1000 + int((name + " ")[0])) }

// post posts a notification about each app, in turn.
func (o *office) post(apps ...string) {
	o.t.Helper()
	for _, app := range apps {
		post(o.t, o.store, storage.TimeOf(time.Now()), notify.Notice{
			App: appNamed(app), AppName: app, Type: storage.NoticeLabelChanges,
			Changes: []storage.Entry{{
				Type: storage.EntryAdded, Description: "location added",
				Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, DataCategory: "LOCATION"},
			}},
		})
		time.Sleep(time.Millisecond) // each at a time of its own
	}
}

// deliveries returns the messages, the oldest first.
func (o *office) deliveries() []storage.Delivery {
	o.t.Helper()
	var all []storage.Delivery
	err := o.store.View(o.t.Context(), func(tx *storage.Tx) (err error) {
		all, err = storage.Collect(tx.Deliveries.List(storage.DeliveryQuery{Queue: true}))
		return err
	})
	if err != nil {
		o.t.Fatal(err)
	}
	return all
}

// states returns how far each message is, the oldest first.
func (o *office) states() (states []string) {
	o.t.Helper()
	for _, d := range o.deliveries() {
		states = append(states, fmt.Sprintf("%s %s after %d", d.Title, d.State, d.Attempts))
	}
	return states
}

// titlesOf are the titles of the messages that post leads to.
func titlesOf(apps ...string) (titles []string) {
	for _, app := range apps {
		titles = append(titles, app+" got worse: location added")
	}
	return titles
}

func mustParse(t testing.TB, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
