package viewstream

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/privacylabels/auditor/storage"
)

// errRestarted reports that the store restarted a transaction of which a part had
// been written.
var errRestarted = errors.New("the database restarted the export: try again")

// errNoWriter reports that the caller named no writer.
var errNoWriter = errors.New("nothing to write to: the io.Writer is nil")

// bufferSize is how much is written at once, in bytes.
const bufferSize = 64 << 10

// Write calls write in a read transaction with a buffer in front of w. With an
// error, w may have got a part of the whole.
func Write(ctx context.Context, s storage.Store, w io.Writer, write func(*storage.Tx, *bufio.Writer) error) error {
	if w == nil {
		return errNoWriter
	}
	to := &tracker{to: w}
	buffer := bufio.NewWriterSize(to, bufferSize)
	err := s.View(ctx, func(tx *storage.Tx) error {
		if to.written {
			return errRestarted
		}
		buffer.Reset(to)
		return write(tx, buffer)
	})
	if err != nil {
		return err
	}
	return buffer.Flush()
}

// tracker remembers whether anything was written.
type tracker struct {
	to      io.Writer
	written bool
}

func (t *tracker) Write(p []byte) (int, error) {
	t.written = true
	return t.to.Write(p)
}
