package notify

import (
	"context"
	"crypto/x509"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/keylock"
	"github.com/privacylabels/auditor/storage"
)

const (
	// AttemptTimeout is the timeout of one attempt to send a message.
	AttemptTimeout = 10 * time.Second

	// pollInterval is the interval at which the outbox polls for due messages, if the store
	// does not tell of writes, and the least wait before it looks again.
	pollInterval = time.Second
	// farInterval is the longest wait for a message whose time is known, because the clock may
	// be set.
	farInterval = time.Minute

	// faultPause is how long nothing is sent after an error of the database.
	faultPause = time.Minute
)

// OutboxConfig is what an [Outbox] needs. The first four are required.
type OutboxConfig struct {
	storage.Env

	// Client sends the messages. Its transport decides which addresses may be called. The
	// outbox replaces its timeout and redirect policy: an attempt takes at most
	// [AttemptTimeout], and redirects are not followed.
	Client *http.Client

	// Dial connects to mail servers, and decides which may be called. Nil: e-mail fails.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Check returns an error if messages to the URL of a destination can never be delivered;
	// such a destination is refused when it is saved. The schemes of mail servers are smtp,
	// smtps and smtp+plain. Nil: no URL is refused.
	Check func(address string) error

	// Observe is called after each attempt to send a message, with whether the endpoint
	// accepted it. It must be safe for concurrent use. Nil: nothing is called.
	Observe func(delivered bool)
}

// Outbox delivers the messages that are queued for the webhook of the settings and the
// destinations, and stores the destinations. It is safe for concurrent
// use. Any number of outboxes, in any number of processes, can share a database: the
// first to claim a message sends it.
//
// Messages reach an endpoint in the order in which they were queued, each at least once:
// after a crash between sending and recording a message, it is sent again with the same id.
// Endpoints do not wait for each other.
type Outbox struct {
	config OutboxConfig
	roots  *x509.CertPool // of mail servers; nil: the system's

	work background.Group
	busy keylock.Locks // by the ids of the endpoints that messages are being sent to
}

// NewOutbox returns an outbox. It starts nothing.
func NewOutbox(c OutboxConfig) *Outbox {
	client := *c.Client
	client.Timeout = AttemptTimeout
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c.Client = &client
	if c.Observe == nil {
		c.Observe = func(bool) {}
	}
	c.Env = c.Env.WithLogger()
	return &Outbox{config: c}
}

func (o *Outbox) stamp() storage.Time { return storage.TimeOf(o.config.Now()) }

// Deliver queues the summaries that are due and sends the queued messages, until the
// context ends or the outbox stops. It waits until a message is due, or a [storage.Watcher]
// tells of a write; without one it polls every second. It writes only when there is something
// to do. Errors of an endpoint are recorded with the message, other errors are logged.
func (o *Outbox) Deliver(ctx context.Context) {
	ctx, stop, done, ok := o.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	var senders sync.WaitGroup
	defer senders.Wait()
	var last poll
	background.Loop{Written: o.config.Store, Poll: pollInterval, Step: func(ctx context.Context) time.Duration {
		return o.sendDue(ctx, stop, &senders, &last)
	}}.Run(ctx, stop)
}

// Stop ends [Outbox.Deliver] after the current attempts, which it cancels after the timeout.
// It returns when all of them have ended, and may be called more than once.
func (o *Outbox) Stop(timeout time.Duration) {
	o.work.Stop(timeout)
	o.config.Client.CloseIdleConnections()
}

// sendDue starts a sender for each endpoint with a due message, unless one is running, and
// returns how long to wait before the next poll.
func (o *Outbox) sendDue(ctx context.Context, stop <-chan struct{}, senders *sync.WaitGroup, last *poll) time.Duration {
	due, err := o.due(ctx, last)
	if err != nil {
		o.fault(ctx, "", err)
		return faultPause
	}
	for _, endpoint := range due {
		end, _ := o.busy.TryLock(endpoint)
		if end == nil {
			continue
		}
		senders.Go(func() {
			defer end()
			if err := o.drain(ctx, stop, endpoint); err != nil {
				o.fault(ctx, endpoint, err)
				background.Pause(ctx, stop, faultPause) // otherwise a message that cannot be recorded would be sent at every poll
			}
		})
	}
	if last.due == never {
		return background.Idle
	}
	return min(max(last.due.Sub(o.stamp()), pollInterval), farInterval)
}

func (o *Outbox) fault(ctx context.Context, endpoint string, err error) {
	if ctx.Err() == nil {
		o.config.Logger.ErrorContext(ctx, "delivery queue failed", "endpoint", endpoint, "error", err)
	}
}

// drain delivers the due messages for an endpoint, one after the other, until one has to
// wait.
func (o *Outbox) drain(ctx context.Context, stop <-chan struct{}, id string) error {
	for !background.Stopped(ctx, stop) {
		e, d, err := o.claim(ctx, id)
		if err != nil || d.ID == "" {
			return err
		}
		l, err := o.languageFor(ctx, e)
		if err != nil {
			return err
		}
		m, err := e.message(l, d)
		if err != nil {
			o.config.Logger.WarnContext(ctx, "template failed, message sent without it", "endpoint", id, "error", err)
		}
		result := o.send(ctx, e, d.ID, m)
		if !result.cancelled {
			o.config.Observe(result.accepted())
		}
		if err := o.settle(ctx, d, result); err != nil {
			return err
		}
	}
	return nil
}
