package llm

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Config configures [Models].
type Config struct {
	storage.Env

	// Client sends the requests, and follows no redirects. Nil: one that connects to
	// public and allowed addresses only.
	Client *http.Client

	// Allowed are networks (CIDR), addresses and host names that may be requested
	// although they are not public, such as a model on the home network.
	Allowed []string
}

// Models sends requests to the models of providers. It is safe for concurrent use.
type Models struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
	log    *slog.Logger
	client *http.Client
}

// New returns Models. It makes no request. The error is of an entry of Allowed.
func New(c Config) (*Models, error) {
	guard, err := netguard.New(netguard.WithAllowed(c.Allowed...))
	if err != nil {
		return nil, err
	}
	c.Env = c.Env.WithLogger()
	if c.Client == nil {
		c.Client = guard.Client(0) // each request has its own deadline
	}
	client := *c.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Models{store: c.Store, now: c.Now, random: c.Random, log: c.Logger, client: &client}, nil
}

// Choose is the [summary.Choice] of the settings: [summary.Extractive] while they name
// no provider, else a model. The error wraps [summary.ErrNeedsConfig] if the model is
// not fully configured.
func (m *Models) Choose(tx *storage.Tx) (summary.Summarizer, error) {
	target, err := Load(tx)
	if err != nil {
		return nil, err
	}
	if target.Provider == settings.NoAI {
		return summary.Extractive{}, nil
	}
	return m.of(tx, target)
}

// of returns the summarizer of a target, whatever the settings name.
func (m *Models) of(tx *storage.Tx, t Target) (summary.Summarizer, error) {
	if err := t.Ready(); err != nil {
		return nil, err
	}
	logged, err := settings.Flag(tx, settings.AIDebugLogging)
	return &model{Models: m, target: t, logged: logged}, err
}

const (
	// MaxLogged is how many requests the debug log has at most.
	MaxLogged = 50

	maxField = 200_000 // characters of a text in the debug log
)

// record adds a request to the debug log, and drops the oldest ones. It logs its own
// errors: the request is answered all the same.
func (m *Models) record(ctx context.Context, row storage.AILog) {
	id, err := storage.NewID(row.CreatedAt, m.random)
	if err == nil {
		row.ID = id
		row.Prompt, row.Response = plaintext.Cut(printable(row.Prompt), maxField), plaintext.Cut(printable(row.Response), maxField)
		err = m.store.Update(context.WithoutCancel(ctx), func(tx *storage.Tx) error {
			if err := tx.AILogs.Put(row); err != nil {
				return err
			}
			_, err := storage.DeleteListed(tx.AILogs, storage.AILogQuery{Offset: MaxLogged})
			return err
		})
	}
	if err != nil {
		m.log.ErrorContext(ctx, "request to model not recorded", "error", err)
	}
}

// nonce returns a mark that cannot be guessed.
func (m *Models) nonce() (string, error) {
	b := make([]byte, 16)
	if _, err := io.ReadFull(m.random, b); err != nil {
		return "", fmt.Errorf("make a mark: %w", err)
	}
	return fmt.Sprintf("%x", b), nil
}
