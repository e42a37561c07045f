package httpapi

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// entryOverhead is what an entry takes beside its bytes, about.
const entryOverhead = 512

// keeper keeps encoded answers that depend on the store alone until the store's
// next revision. It is safe for concurrent use.
//
// The revision is read before the answer is built, so an answer may be newer
// than the revision it is kept under, never older. Without a [storage.Revisioner]
// nothing is kept.
type keeper struct {
	revisions storage.Revisioner // nil: nothing is kept
	budget    int64
	now       func() time.Time

	mu      sync.Mutex // guards the rest
	entries map[keptKey]*list.Element
	used    *list.List // of *keptEntry; front: used last
	size    int64
	spools  int // entries whose answer is in a file
	builds  map[keptKey]*build
}

// keptKey names an answer. Two routes never share one, though their request
// values may be equal.
type keptKey struct {
	pattern string
	in      any
}

type keptEntry struct {
	key      keptKey
	revision uint64
	size     int64
	*encoded
}

// encoded is an answer as it is sent.
type encoded struct {
	contentType []string
	length      []string
	etag        []string
	body        []byte
	spool       *spool    // holds the bytes in place of body; nil: body does
	until       time.Time // when it stops being right by itself; zero: never
}

// build is an answer that somebody is making.
type build struct {
	revision uint64
	done     chan struct{} // closed when the rest is set
	answer   *encoded
	err      error // with neither, who waits makes his own
}

// right says whether the answer has not stopped being right by itself.
func (e *encoded) right(now time.Time) bool { return e.until.IsZero() || now.Before(e.until) }

func newKeeper(store storage.Store, budget int64, now func() time.Time) *keeper {
	kept := &keeper{
		budget:  budget,
		now:     now,
		entries: make(map[keptKey]*list.Element),
		used:    list.New(),
		builds:  make(map[keptKey]*build),
	}
	if revisions, ok := storage.As[storage.Revisioner](store); ok && budget > 0 {
		kept.revisions = revisions
	}
	return kept
}

// read makes a handler, as call does, of a function whose answers depend on the
// request value and the store alone. They are kept until the store's next
// revision, or until the moment that an answer's method keptUntil names, and
// have an entity tag. A large one is kept in a file, a stream not at all.
func read[In comparable, P input[In], Out any](a *API, do func(context.Context, In) (Out, error)) handler {
	return func(w http.ResponseWriter, r *request) error {
		in, err := decode[In, P](r)
		if err != nil {
			return err
		}
		var direct stream // is sent as it is made
		create := func() (*encoded, error) {
			out, err := do(r.Context(), in)
			if err != nil {
				return nil, err
			}
			switch out := any(out).(type) {
			case stream:
				direct = out
				return nil, nil
			case large:
				answer, err := newSpooled(r.Context(), out, a.cfg.DataDir)
				if errors.Is(err, errSpool) { // a full disk keeps nobody from reading
					a.cfg.Logger.WarnContext(r.Context(), "a large answer is sent as it is made", "error", err)
					direct = unspooled{out}
					return nil, nil
				}
				return answer, err
			}
			return newEncoded(out)
		}
		// What the request value holds of the address is no longer than it.
		overhead := int64(entryOverhead + len(r.URL.RawQuery) + len(r.URL.Path))
		answer, err := a.kept.answer(r.Context(), keptKey{r.row.pattern, in}, overhead, create)
		if err != nil {
			return err
		}
		if answer == nil {
			return writeOut(w.(*response), r, direct)
		}
		defer a.kept.release(answer)
		return writeEncoded(w.(*response), r, answer)
	}
}

// private makes a handler of one whose answers show notes: no cache of a client, and
// none on the way to it, stores them.
func private(next handler) handler {
	return func(w http.ResponseWriter, r *request) error {
		r.private = true
		return next(w, r)
	}
}

func newEncoded(out any) (*encoded, error) {
	contentType, body, err := encode(out)
	if err != nil {
		return nil, err
	}
	digest := sha256.Sum256(body)
	e := &encoded{
		contentType: contentType,
		length:      []string{strconv.Itoa(len(body))},
		etag:        []string{`"` + base64.RawURLEncoding.EncodeToString(digest[:16]) + `"`},
		body:        body,
	}
	if limited, ok := out.(interface{ keptUntil() storage.Time }); ok && limited.keptUntil() != 0 {
		e.until = limited.keptUntil().Std()
	}
	return e, nil
}

// answer returns the kept answer, or makes it. Of those who want the same
// answer of the same revision one makes it and the others wait; when he gives
// up, another of them takes over. It returns nil when create does. The caller
// releases the answer.
func (k *keeper) answer(ctx context.Context, key keptKey, overhead int64, create func() (*encoded, error)) (*encoded, error) {
	if k.revisions == nil {
		answer, err := create()
		if answer != nil {
			k.mu.Lock()
			defer k.mu.Unlock()
			answer.spool.hold()
			answer.spool.drop() // with the release of the caller
		}
		return answer, err
	}
	revision, err := k.revisions.Revision(ctx)
	if err != nil {
		return nil, fmt.Errorf("ask for the store's revision: %w", err)
	}
	for {
		answer, other, mine := k.claim(key, revision)
		if answer != nil {
			return answer, nil
		}
		if mine != nil {
			return k.build(ctx, key, overhead, mine, create)
		}
		select {
		case <-other.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if other.err != nil {
			return nil, other.err
		}
		if other.answer != nil && other.answer.right(k.now()) && k.hold(other.answer) {
			return other.answer, nil
		}
	}
}

// claim returns the kept answer, or who is making it, or a build for the caller
// to do himself.
func (k *keeper) claim(key keptKey, revision uint64) (answer *encoded, other, mine *build) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if e, ok := k.entries[key]; ok {
		entry := e.Value.(*keptEntry)
		if entry.revision == revision && entry.right(k.now()) {
			k.used.MoveToFront(e)
			entry.spool.hold()
			return entry.encoded, nil, nil
		}
		k.drop(e)
	}
	if b, ok := k.builds[key]; ok && b.revision == revision {
		return nil, b, nil
	}
	mine = &build{revision: revision, done: make(chan struct{})}
	k.builds[key] = mine // whoever makes an older one goes on, for those who wait for it
	return nil, nil, mine
}

// build makes the answer and keeps it, unless a build of another revision has
// begun since.
func (k *keeper) build(ctx context.Context, key keptKey, overhead int64, b *build,
	create func() (*encoded, error)) (answer *encoded, err error) {
	defer func() { // also when create panics
		k.mu.Lock()
		defer k.mu.Unlock()
		if answer != nil {
			answer.spool.hold()
		}
		kept := false
		if k.builds[key] == b {
			delete(k.builds, key)
			if answer != nil {
				kept = k.keep(&keptEntry{key, b.revision, overhead + int64(len(answer.body)), answer})
			}
		}
		if answer != nil && !kept {
			answer.spool.drop()
		}
		b.answer = answer
		if ctx.Err() == nil { // otherwise it may be the fault of this caller alone
			b.err = err
		}
		close(b.done)
	}()
	return create()
}

// keep stores an entry and drops what was used longest ago to make room. It says
// whether there is room at all.
func (k *keeper) keep(entry *keptEntry) bool {
	if entry.size > k.budget/4 {
		return false
	}
	if old, ok := k.entries[entry.key]; ok {
		k.drop(old)
	}
	for k.size+entry.size > k.budget {
		k.drop(k.used.Back())
	}
	k.entries[entry.key] = k.used.PushFront(entry)
	k.size += entry.size
	if entry.spool != nil {
		k.spools++
		k.limitSpools()
	}
	return true
}

func (k *keeper) drop(e *list.Element) {
	entry := k.used.Remove(e).(*keptEntry)
	delete(k.entries, entry.key)
	k.size -= entry.size
	if entry.spool != nil {
		k.spools--
		entry.spool.drop()
	}
}

// writeEncoded sends an answer, or says that the client has it already.
func writeEncoded(w *response, r *request, answer *encoded) error {
	h := w.Header()
	if !r.private {
		h["Cache-Control"] = noCache
	}
	h["Etag"] = answer.etag
	if matchesTag(r.Header["If-None-Match"], answer.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if answer.spool == nil {
		return writeBytes(w, r, http.StatusOK, answer.contentType, answer.length, answer.body)
	}
	h["Content-Type"], h["Content-Length"] = answer.contentType, answer.length
	w.WriteHeader(http.StatusOK)
	if r.Method == http.MethodHead {
		return nil
	}
	return answer.spool.send(w)
}

// matchesTag says whether an If-None-Match names the tag (RFC 9110, section 13.1.2).
func matchesTag(lines []string, tag string) bool {
	for _, line := range lines {
		for candidate := range strings.SplitSeq(line, ",") {
			candidate = strings.TrimSpace(candidate)
			if candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
				return true
			}
		}
	}
	return false
}
