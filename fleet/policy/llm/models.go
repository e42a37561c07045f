package llm

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Config is what [Models] need.
type Config struct {
	Store  storage.Store    // required: settings, and the log of what was asked
	Now    func() time.Time // required
	Random io.Reader        // required, and fit for secrets: marks around what is from outside
	Logger *slog.Logger     // nil: silent

	// Client sends the requests, but follows no redirects. Nil: one that asks
	// public addresses, and what is allowed.
	Client *http.Client
	// Allowed are networks (CIDR), addresses and host names that may be asked
	// although they are not public, such as a model on the home network.
	Allowed []string
}

// Models are the models that may be asked. They are safe for concurrent use.
type Models struct {
	store  storage.Store
	now    func() time.Time
	random io.Reader
	log    *slog.Logger
	client *http.Client
}

// New returns the models. It asks nobody. Its error is of what is allowed.
func New(c Config) (*Models, error) {
	guard, err := netguard.New(netguard.WithAllowed(c.Allowed...))
	if err != nil {
		return nil, err
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	if c.Client == nil {
		c.Client = guard.Client(0) // each request has a deadline of its own
	}
	client := *c.Client
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Models{store: c.Store, now: c.Now, random: c.Random, log: c.Logger, client: &client}, nil
}

// Choose is the [policy.Choice] by the settings: [policy.Extractive] while they
// name no provider, else a model. The error wraps [policy.ErrNeedsConfig] when they
// say too little to ask it.
func (m *Models) Choose(tx storage.Tx) (policy.Summarizer, error) {
	target, err := Load(tx)
	if err != nil {
		return nil, err
	}
	if target.Provider == settings.NoAI {
		return policy.Extractive{}, nil
	}
	if err := target.Ready(); err != nil {
		return nil, err
	}
	logged, err := settings.Flag(tx, settings.AIDebugLogging)
	return &model{Models: m, target: target, logged: logged}, err
}

// of returns the summarizer that asks a target, whatever the settings name.
func (m *Models) of(ctx context.Context, t Target) (*model, error) {
	if err := t.Ready(); err != nil {
		return nil, err
	}
	logged := false
	err := m.store.View(ctx, func(tx storage.Tx) (err error) {
		logged, err = settings.Flag(tx, settings.AIDebugLogging)
		return err
	})
	return &model{Models: m, target: t, logged: logged}, err
}

// MaxLogged is how many rows are kept of what models were asked, and maxField
// how long a text in one is, in characters.
const (
	MaxLogged = 50
	maxField  = 200_000
)

// record keeps what was asked, and drops what is beyond [MaxLogged]. What goes
// wrong with that does not matter to who asked.
func (m *Models) record(ctx context.Context, row storage.AILog) {
	id, err := storage.NewID(row.CreatedAt, m.random)
	if err == nil {
		row.ID = id
		row.Prompt, row.Response = cut(row.Prompt), cut(row.Response)
		err = m.store.Update(context.WithoutCancel(ctx), func(tx storage.Tx) error {
			if err := tx.AILogs().Put(row); err != nil {
				return err
			}
			old, err := storage.Collect(tx.AILogs().List(storage.AILogQuery{Offset: MaxLogged}))
			if err != nil {
				return err
			}
			ids := make([]string, len(old))
			for i, o := range old {
				ids[i] = o.ID
			}
			_, err = tx.AILogs().Delete(ids...)
			return err
		})
	}
	if err != nil {
		m.log.ErrorContext(ctx, "what a model was asked could not be logged", "error", err)
	}
}

// cut returns the beginning of a text as a store takes it.
func cut(text string) string {
	text = printable(text)
	n := 0
	for i := range text {
		if n == maxField {
			return text[:i]
		}
		n++
	}
	return text
}

// nonce returns what nobody can guess.
func (m *Models) nonce() (string, error) {
	b := make([]byte, 16)
	if _, err := io.ReadFull(m.random, b); err != nil {
		return "", fmt.Errorf("make a mark: %w", err)
	}
	return fmt.Sprintf("%x", b), nil
}
