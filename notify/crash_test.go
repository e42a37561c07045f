package notify_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// A process that dies between the sending and the note of it leaves a message
// that the next one sends again, under the same id, and in its place.
func TestCrashBeforeResultIsRecorded(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var e endpoint
		sound := storagetest.Strict(t, memory.New())
		o := newOffice(t, sound)
		o.set(settings.WebhookURL, "http://hook.example/")
		o.post("a", "b")
		var commits atomic.Int32
		o.store = storagetest.Faulty(sound, storagetest.Faults{Before: func(int) error {
			if commits.Add(1) == 1 { // the claim
				return nil
			}
			return storagetest.ErrFault
		}})
		dying := o.open(map[string]*endpoint{"hook.example": &e})
		time.Sleep(10 * time.Second)
		dying.Stop(0)
		if n := len(e.messages()); n != 1 {
			t.Fatalf("%d messages were sent by a process that cannot note it, want 1", n)
		}
		o.store = sound
		o.open(map[string]*endpoint{"hook.example": &e})
		time.Sleep(time.Minute)
		got := e.messages()
		if len(got) != 3 || got[0].id != got[1].id || got[1].id == got[2].id {
			t.Errorf("sent were %d messages, want the first one twice under one id, then the second", len(got))
		}
		if titles := e.titles(t); !slices.Equal(titles[1:], titlesOf("a", "b")) {
			t.Errorf("in the end came %q", titles)
		}
	})
}

// What a process that dies leaves unsent for a destination is sent by the next one, and
// what it sent without recording that comes again under the same id: a Matrix server shows
// it once, a mail client too.
func TestCrashBeforeResultOfDestinationIsRecorded(t *testing.T) {
	t.Parallel()
	m := newMailbox(t)
	m.startTLS = true
	synctest.Test(t, func(t *testing.T) {
		matrix := matrixServer()
		sound := storagetest.Strict(t, memory.New())
		o, first, _ := postOffice(t, m, "mail.example:587", byMail("smtp://mail.example", "", ""))
		o.store = sound
		open := func(store storage.Store) *notify.Outbox {
			box := notify.NewOutbox(notify.OutboxConfig{
				Env:    storage.Env{Store: store, Now: time.Now, Random: rand.Reader},
				Client: networkOf(t, map[string]http.Handler{"matrix.example": matrix}),
				Dial:   func(context.Context, string, string) (net.Conn, error) { return m.dial(), nil },
			})
			notify.TrustMailServers(box, m.roots)
			t.Cleanup(func() { box.Stop(0) })
			return box
		}
		first.Stop(0)
		c := change(notify.Matrix, "http://matrix.example/")
		c.Secret, c.To = ptr("syt_token"), ptr("!abc:example.org")
		add(t, open(sound), c)
		add(t, open(sound), byMail("smtp://mail.example", "", ""))
		o.post("a", "b")
		var commits atomic.Int32
		dying := open(storagetest.Faulty(sound, storagetest.Faults{Before: func(int) error {
			if commits.Add(1) <= 2 { // the claims
				return nil
			}
			return storagetest.ErrFault
		}}))
		go dying.Deliver(t.Context())
		time.Sleep(10 * time.Second)
		dying.Stop(0)
		go open(sound).Deliver(t.Context())
		time.Sleep(time.Minute)
		if n := o.count(storage.DeliveryDelivered); n != 4 {
			t.Fatalf("%d are delivered: %q", n, o.states())
		}
		if k := matrix.keys; len(k) != 3 || k[0] != k[1] || k[1] == k[2] {
			t.Errorf("transactions are %q, want the first one twice", k)
		}
		var ids []string
		for _, each := range m.got() {
			_, after, _ := strings.Cut(each.text, "Message-ID: ")
			id, _, _ := strings.Cut(after, "\n")
			ids = append(ids, id)
		}
		if len(ids) != 3 || ids[0] == "" || ids[0] != ids[1] || ids[1] == ids[2] {
			t.Errorf("mails are %q, want the first one twice", ids)
		}
	})
}

// A store that takes no writes sends nothing.
func TestUnclaimedMessageIsNotSent(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var e endpoint
		sound := storagetest.Strict(t, memory.New())
		o := newOffice(t, sound)
		o.set(settings.WebhookURL, "http://hook.example/")
		o.post("a")
		var tries atomic.Int32
		o.store = storagetest.Faulty(sound, storagetest.Faults{Before: func(int) error {
			tries.Add(1)
			return storagetest.ErrFault
		}})
		o.open(map[string]*endpoint{"hook.example": &e})
		time.Sleep(10 * time.Minute)
		if len(e.messages()) != 0 || tries.Load() < 2 || tries.Load() > 11 {
			t.Errorf("%d messages were sent, in %d tries", len(e.messages()), tries.Load())
		}
	})
}

// Two processes on one store send each message once, in order.
func TestTwoProcesses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := endpoint{answer: func(http.ResponseWriter, *http.Request, int) { time.Sleep(3 * time.Millisecond) }}
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.WebhookURL, "http://hook.example/")
		client := network(t, map[string]*endpoint{"hook.example": &e})
		for range 2 {
			box := notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: o.store, Now: time.Now, Random: rand.Reader}, Client: client})
			t.Cleanup(func() { box.Stop(0) })
			go box.Deliver(t.Context())
		}
		var apps []string
		for i := range 60 {
			apps = append(apps, fmt.Sprint("app ", i))
			o.post(apps[i])
			time.Sleep(50 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		if got := e.titles(t); !slices.Equal(got, titlesOf(apps...)) {
			t.Errorf("%d messages came in: %q", len(got), got)
		}
	})
}

// Stop waits for the attempt under way, or cancels it and leaves the message
// to the next outbox as if there had been no attempt.
func TestStop(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		timeout, took time.Duration
		want          storage.DeliveryState
	}{
		"in time": {10 * time.Second, 5 * time.Second, storage.DeliveryDelivered},
		"cancels": {time.Second, 5 * time.Second, storage.DeliveryPending},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := endpoint{answer: func(_ http.ResponseWriter, r *http.Request, nth int) {
				if nth > 1 {
					return
				}
				select {
				case <-time.After(tt.took):
				case <-r.Context().Done():
				}
			}}
			inBubble(t, &e, func(t *testing.T, o *office) {
				o.post("a", "b")
				time.Sleep(2 * time.Second)
				begun := time.Now()
				o.boxes[0].Stop(tt.timeout)
				if took := time.Since(begun); took > tt.took {
					t.Errorf("to stop took %v", took)
				}
				all := o.deliveries()
				if all[0].State != tt.want || all[1].State != storage.DeliveryPending || all[1].Attempts != 0 {
					t.Errorf("left are %q", o.states())
				}
				if tt.want == storage.DeliveryPending && (all[0].Attempts != 0 || all[0].NextAttempt != storage.NullTime(all[0].QueuedAt)) {
					t.Errorf("left is %+v", all[0])
				}
				o.boxes[0].Deliver(t.Context()) // does nothing any more
				if n := len(e.messages()); n != 1 {
					t.Errorf("%d messages were sent", n)
				}
			})
		})
	}
}

func TestEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := endpoint{answer: func(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }}
		o := newOffice(t, storagetest.Strict(t, memory.New()))
		o.set(settings.WebhookURL, "http://hook.example/")
		o.post("a")
		box := notify.NewOutbox(notify.OutboxConfig{
			Env:    storage.Env{Store: o.store, Now: time.Now, Random: rand.Reader},
			Client: network(t, map[string]*endpoint{"hook.example": &e}),
		})
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		box.Deliver(ctx)
		if d := o.deliveries()[0]; d.Attempts != 0 || d.State != storage.DeliveryPending || len(e.messages()) != 1 {
			t.Errorf("left is %+v after %d attempts", d, len(e.messages()))
		}
	})
}

// An address that is not public is never called, by any name or redirect.
func TestOnlyPublicAddressesAreCalled(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	t.Cleanup(private.Close)
	redirect := httptest.NewServer(http.RedirectHandler(private.URL, http.StatusTemporaryRedirect))
	t.Cleanup(redirect.Close)
	port := mustParse(t, private.URL).Port()
	const forbidden = "The address may not be called"
	for _, tt := range []struct {
		name, url string
		allow     []string
		want      notify.TestResult
		calls     int32
	}{
		{"loopback", private.URL, nil, notify.TestResult{Detail: forbidden}, 0},
		{"a name of it", "http://localhost:" + port, nil, notify.TestResult{Detail: forbidden}, 0},
		{"metadata", "http://169.254.169.254/latest", []string{"169.254.0.0/16"}, notify.TestResult{Detail: forbidden}, 0},
		{"another scheme", "file:///etc/passwd", nil, notify.TestResult{Detail: forbidden}, 0},
		{"with a user", "http://me:pw@127.0.0.1:" + port, []string{"127.0.0.1"}, notify.TestResult{Detail: forbidden}, 0},
		{"a redirect", redirect.URL, []string{"127.0.0.1"}, notify.TestResult{Status: 307, Detail: "HTTP 307"}, 0},
		{"allowed", private.URL, []string{"127.0.0.1"}, notify.TestResult{OK: true, Status: 200}, 1},
	} {
		guard, err := netguard.New(netguard.WithAllowed(tt.allow...))
		if err != nil {
			t.Fatal(err)
		}
		box := notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: memory.New(), Now: time.Now, Random: rand.Reader}, Client: guard.Client(0)})
		before := calls.Load()
		got, err := box.Test(t.Context(), tt.url, "generic")
		if err != nil || got != tt.want || calls.Load()-before != tt.calls {
			t.Errorf("%s: %+v, %v after %d calls, want %+v", tt.name, got, err, calls.Load()-before, tt.want)
		}
		box.Stop(0)
	}
}
