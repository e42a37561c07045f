package backup

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// ExchangeConfig is what an [Exchange] needs.
type ExchangeConfig struct {
	Store   storage.Store    // required
	Now     func() time.Time // required
	Random  io.Reader        // required: what identifiers are made from
	Version string           // of the product, as a bundle names it; empty: "dev"
}

// Exchange hands what is known of apps to other people and programs, and takes
// in what they hand over. It is safe for concurrent use.
type Exchange struct {
	store   storage.Store
	now     func() time.Time
	random  io.Reader
	version string
}

// NewExchange returns the exchange of a store. It starts nothing.
func NewExchange(c ExchangeConfig) *Exchange {
	return &Exchange{store: c.Store, now: c.Now, random: c.Random, version: cmp.Or(c.Version, "dev")}
}

// errBegunAnew says that what was partly written cannot be written again.
var errBegunAnew = errors.New("the store had to begin an export anew")

// bufferSize is how much of an export is written at once.
const bufferSize = 64 << 10

// tell writes in a View. It fails when the store has to begin that anew, as one
// over a network may, after a part of it has left.
func (e *Exchange) tell(ctx context.Context, w io.Writer, write func(storage.Tx, *bufio.Writer) error) error {
	left := &departure{to: w}
	out := bufio.NewWriterSize(left, bufferSize)
	err := e.store.View(ctx, func(tx storage.Tx) error {
		if left.began {
			return errBegunAnew
		}
		out.Reset(left)
		return write(tx, out)
	})
	if err != nil {
		return err
	}
	return out.Flush()
}

// departure notes that something was written.
type departure struct {
	to    io.Writer
	began bool
}

func (d *departure) Write(p []byte) (int, error) {
	d.began = true
	return d.to.Write(p)
}
