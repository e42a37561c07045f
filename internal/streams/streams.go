package streams

import (
	"bytes"
	"context"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// Open opens a file for reading. A read of one that is not regular fails when the context ends.
func Open(ctx context.Context, name string) (io.ReadCloser, os.FileInfo, error) {
	f, info, err := open(ctx, name, os.O_RDONLY)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return f, info, err
	}
	return reading{Reader(ctx, f), f}, info, nil
}

// Create opens an existing file that is not regular for writing. A write fails when the context
// ends.
func Create(ctx context.Context, name string) (io.WriteCloser, error) {
	f, _, err := open(ctx, name, os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	return &writing{f, ctx, context.AfterFunc(ctx, func() { _ = f.Close() })}, nil // ends a write that waits
}

// open opens a file. It leaves an open that waits to the end of the process.
func open(ctx context.Context, name string, flag int) (*os.File, os.FileInfo, error) {
	type opened struct {
		file *os.File
		info os.FileInfo
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		var o opened
		if o.file, o.err = os.OpenFile(name, flag, 0); o.err == nil {
			o.info, o.err = o.file.Stat()
		}
		done <- o
	}()
	select {
	case o := <-done:
		if o.err != nil && o.file != nil {
			_ = o.file.Close() // nothing was written to it
		}
		return o.file, o.info, o.err
	case <-ctx.Done():
		return nil, nil, context.Cause(ctx)
	}
}

// Reader returns a reader of what another one has, such as standard input, whose reads fail when the
// context ends. It reads ahead.
func Reader(ctx context.Context, from io.Reader) io.Reader {
	r, w := io.Pipe()
	stop := context.AfterFunc(ctx, func() { _ = r.CloseWithError(context.Cause(ctx)); _ = w.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(w, from)
		stop()
		_ = w.CloseWithError(err) // always nil
	}()
	return r
}

// writeGrace is how long a write may take when the context has ended: what a command says last is still
// written.
const writeGrace = time.Second

// Writer returns a writer to another one, such as standard output, whose writes fail soon after the
// context has ended if the other side does not read. When one has failed, all later ones fail.
func Writer(ctx context.Context, to io.Writer) io.Writer { return &patient{to: to, ctx: ctx} }

// patient is the writer of [Writer].
type patient struct {
	to    io.Writer
	ctx   context.Context //nolint:containedctx // of the one command that writes
	stuck atomic.Bool
}

// Unwrap returns the writer below.
func (w *patient) Unwrap() io.Writer { return w.to }

// Write implements [io.Writer].
func (w *patient) Write(b []byte) (int, error) {
	if w.stuck.Load() {
		return 0, context.Cause(w.ctx)
	}
	type written struct {
		n   int
		err error
	}
	done, own := make(chan written, 1), bytes.Clone(b) // the caller may change b after a failure
	go func() {
		n, err := w.to.Write(own)
		done <- written{n, err}
	}()
	select {
	case o := <-done:
		return o.n, o.err
	case <-w.ctx.Done():
	}
	select {
	case o := <-done:
		return o.n, o.err
	case <-time.After(writeGrace):
		w.stuck.Store(true)
		return 0, context.Cause(w.ctx)
	}
}

// reading is a file that is read through a Reader.
type reading struct {
	io.Reader
	io.Closer
}

// writing is a file that is closed when a context ends.
type writing struct {
	*os.File
	ctx  context.Context //nolint:containedctx // of the one command that writes the file
	stop func() bool
}

// Write implements [io.Writer].
func (w *writing) Write(b []byte) (int, error) {
	n, err := w.File.Write(b)
	if err != nil && w.ctx.Err() != nil {
		err = context.Cause(w.ctx)
	}
	return n, err
}

// Close implements [io.Closer].
func (w *writing) Close() error {
	if !w.stop() {
		return context.Cause(w.ctx)
	}
	return w.File.Close()
}
