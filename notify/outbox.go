package notify

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/lifecycle"
	"github.com/privacylabels/auditor/storage"
)

const (
	// AttemptTimeout is how long an endpoint has to take a message.
	AttemptTimeout = 10 * time.Second

	// lookEvery is how often the outbox looks for what is due.
	lookEvery = time.Second

	// faultPause is how long nothing is sent after the store failed.
	faultPause = time.Minute
)

// OutboxConfig is what an [Outbox] needs. All but Logger are required.
type OutboxConfig struct {
	Store storage.Store
	Now   func() time.Time
	// Random is where ids and the spread of retries come from. It must be safe
	// for concurrent use.
	Random io.Reader
	// Client sends the messages. Its transport decides which addresses may be
	// dialled. Its timeout and its rule for redirects do not count: none is
	// followed, and an attempt takes [AttemptTimeout] at most.
	Client *http.Client
	// Logger is told of what goes wrong inside. Nil: nobody is.
	Logger *slog.Logger
}

// Outbox delivers what was queued for webhooks. It is safe for concurrent use,
// and any number of them, in as many processes, work on one store: of each
// message, whoever claims it first sends it.
//
// Messages reach an endpoint in the order in which they were queued, each one at
// least once: after a crash between the sending and the note of it a message is
// sent again, under the same id. No endpoint waits for another.
type Outbox struct {
	store    storage.Store
	now      func() time.Time
	random   io.Reader
	client   *http.Client
	log      *slog.Logger
	webhooks func(storage.Tx) ([]webhook, error)

	work lifecycle.Group
	mu   sync.Mutex
	busy map[string]bool // endpoints that somebody is at
}

// NewOutbox returns the outbox of a store. It starts nothing.
func NewOutbox(c OutboxConfig) *Outbox {
	client := *c.Client
	client.Timeout = AttemptTimeout
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	o := &Outbox{
		store: c.Store, now: c.Now, random: c.Random, client: &client, log: c.Logger, webhooks: webhooks,
		busy: make(map[string]bool),
	}
	if o.log == nil {
		o.log = slog.New(slog.DiscardHandler)
	}
	return o
}

func (o *Outbox) stamp() storage.Time { return storage.TimeOf(o.now()) }

// Deliver queues the summaries that are due and sends what is queued, until the
// context ends or the outbox stops. What is queued is looked for every second,
// without a trace in the store when there is nothing. What goes wrong with an
// endpoint is noted on the message, what goes wrong inside is logged.
func (o *Outbox) Deliver(ctx context.Context) {
	ctx, stop, done, ok := o.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	var couriers sync.WaitGroup
	defer couriers.Wait()
	timer := time.NewTimer(0)
	defer timer.Stop()
	var seen sight
	for {
		select {
		case <-timer.C:
		case <-stop:
			return
		case <-ctx.Done():
			return
		}
		timer.Reset(o.round(ctx, stop, &couriers, &seen))
	}
}

// Stop ends [Outbox.Deliver] after the attempts that are under way, which it
// cancels after a patience, and returns when all has ended. Nothing is delivered
// any more. It may be called any number of times.
func (o *Outbox) Stop(patience time.Duration) {
	o.work.Stop(patience)
	o.client.CloseIdleConnections()
}

// round sends a courier to each endpoint that something is due for, unless one is
// there already, and returns how long to wait before the next round.
func (o *Outbox) round(ctx context.Context, stop <-chan struct{}, couriers *sync.WaitGroup, seen *sight) time.Duration {
	due, err := o.look(ctx, seen)
	if err != nil {
		o.fault(ctx, "", err)
		return faultPause
	}
	for _, endpoint := range due {
		if !o.enter(endpoint) {
			continue
		}
		couriers.Go(func() {
			defer o.leave(endpoint)
			if err := o.drain(ctx, stop, endpoint); err != nil {
				o.fault(ctx, endpoint, err)
				pause(ctx, stop, faultPause) // what cannot be noted must not be sent at every look
			}
		})
	}
	return lookEvery
}

func (o *Outbox) fault(ctx context.Context, endpoint string, err error) {
	if ctx.Err() == nil {
		o.log.ErrorContext(ctx, "what is due for the outside could not be delivered", "endpoint", endpoint, "error", err)
	}
}

func (o *Outbox) enter(endpoint string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.busy[endpoint] {
		return false
	}
	o.busy[endpoint] = true
	return true
}

func (o *Outbox) leave(endpoint string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.busy, endpoint)
}

// pause waits, or returns as soon as work should end.
func pause(ctx context.Context, stop <-chan struct{}, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-stop:
	case <-ctx.Done():
	}
}

// drain delivers what is due for an endpoint, one message after the other, until
// nothing is, or one has to wait.
func (o *Outbox) drain(ctx context.Context, stop <-chan struct{}, endpoint string) error {
	for {
		select {
		case <-stop:
			return nil
		case <-ctx.Done():
			return nil
		default:
		}
		w, d, err := o.claim(ctx, endpoint)
		if err != nil || d.ID == "" {
			return err
		}
		result := o.send(ctx, w, d.ID, messageOf(d))
		if err := o.settle(ctx, d, result); err != nil {
			return err
		}
	}
}
