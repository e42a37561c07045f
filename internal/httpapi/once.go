package httpapi

import (
	"context"
	"crypto/sha256"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/web/ui"
)

const (
	// onceFor is how long a form counts as the one before it if it is the same: long enough for a double click,
	// and too short to remove what it added and to add it again.
	onceFor = 10 * time.Second
	// maxLastForms is how many clients have a form that is remembered.
	maxLastForms = 1000
)

// lastForms remembers the last form of each client, so that one that is sent twice in a row, as by a double
// click or when an answer is loaded again, adds one record. Another form in between means that the
// second one is meant. It is safe for concurrent use.
type lastForms struct {
	now func() time.Time

	mu   sync.Mutex
	last map[string]*lastForm // by client
}

// lastForm is a form and, once it is done, its answer.
type lastForm struct {
	digest [sha256.Size]byte
	at     time.Time
	done   chan struct{}
	reply  ui.Reply
	added  bool // it is known what was added; otherwise the form can be sent again
}

func newLastForms(now func() time.Time) *lastForms {
	return &lastForms{now: now, last: make(map[string]*lastForm)}
}

// answer serves a form, or returns the answer to the same one before it.
func (f *lastForms) answer(ctx context.Context, client string, digest [sha256.Size]byte, serve func() (ui.Reply, error)) (ui.Reply, error) {
	for {
		form, mine := f.claim(client, digest)
		if mine {
			return f.serve(client, form, serve)
		}
		select {
		case <-form.done:
		case <-ctx.Done():
			return ui.Reply{}, ctx.Err()
		}
		if form.added {
			return form.reply, nil
		}
	}
}

// claim returns the last form of a client if it is the same, or a new one for the caller to serve.
func (f *lastForms) claim(client string, digest [sha256.Size]byte) (form *lastForm, mine bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	for other, form := range f.last {
		if age := now.Sub(form.at); age < 0 || age >= onceFor {
			delete(f.last, other)
		}
	}
	if form := f.last[client]; form != nil && form.digest == digest {
		return form, false
	}
	form = &lastForm{digest: digest, at: now, done: make(chan struct{})}
	if len(f.last) < maxLastForms {
		f.last[client] = form
	}
	return form, true
}

func (f *lastForms) serve(client string, form *lastForm, serve func() (ui.Reply, error)) (ui.Reply, error) {
	defer func() { // also when serve panics
		if !form.added {
			f.mu.Lock()
			if f.last[client] == form {
				delete(f.last, client)
			}
			f.mu.Unlock()
		}
		close(form.done)
	}()
	reply, err := serve()
	form.reply, form.added = reply, err == nil && !reply.Refused && reply.Status < http.StatusBadRequest
	return reply, err
}

// forget forgets the form of a client.
func (f *lastForms) forget(client string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.last, client)
}

// serveScreen serves a screen, but not a form that adds something and was sent just before.
func (a *API) serveScreen(v *visit, screen ui.Screen) (ui.Reply, error) {
	serve := func() (ui.Reply, error) { return screen.Serve(v.Context(), v) }
	if v.Request.Method != http.MethodPost {
		return serve()
	}
	client := a.addressKey(v.Request) + " " + a.clientOf(v.request)
	if !screen.Once {
		a.forms.forget(client)
		return serve()
	}
	digest, err := v.digest(screen)
	if err != nil {
		return ui.Reply{}, err
	}
	return a.forms.answer(v.Context(), client, digest, serve)
}

// digest returns the digest of the form of a request, and of where it is sent.
func (v *visit) digest(screen ui.Screen) (digest [sha256.Size]byte, err error) {
	hash := sha256.New()
	io.WriteString(hash, v.Request.URL.RequestURI()+"\n"+v.form.Encode()) // a hash never fails
	if screen.File != "" {
		if v.file, err = v.receive(screen.File); err != nil {
			return digest, err
		}
		if _, err = v.file.Seek(0, io.SeekStart); err == nil {
			_, err = io.Copy(hash, v.file)
		}
		if err != nil {
			return digest, err
		}
	}
	return [sha256.Size]byte(hash.Sum(nil)), nil
}
