package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"time"
)

// runCommand does a bulk run, or goes on with the one that is open, and returns
// the exit code. It shows how far the run is on standard output: in a bar when
// that is a terminal, else in lines. The log goes to standard error, as ever.
func runCommand(ctx context.Context, c config, terminal string, stdout, stderr io.Writer) int {
	show, stderr := newDisplay(terminal, stdout, stderr)
	log := newLogger(c, stderr)
	code, err := runOnce(ctx, c, log, show)
	switch {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()): // it was told to end, and did
		show.say(c.Runner + ": stopped before it began")
		return exitOpen
	case err != nil:
		log.ErrorContext(ctx, "the run could not be done", "runner", c.Runner, "error", err)
		return exitFault
	}
	return code
}

// runOnce does the run on an auditor of its own, which starts nothing else: what
// is due by a schedule is for the service.
func runOnce(ctx context.Context, c config, log *slog.Logger, show display) (code int, err error) {
	defer show.end()
	h, err := openHome(ctx, c, log)
	if err != nil {
		return exitFault, err
	}
	defer func() { err = errors.Join(err, h.store.Close()) }()
	a, err := h.auditor(c, log)
	if err != nil {
		return exitFault, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	return newErrand(a, h.store, c.Runner, show, time.Now).do(ctx)
}

// newDisplay returns what shows a run on standard output, and standard error as
// it is to be written to beside that. The terminal is of a kind, such as xterm;
// one without a name, or a dumb one, cannot draw a line again.
func newDisplay(terminal string, stdout, stderr io.Writer) (display, io.Writer) {
	file, ok := stdout.(*os.File)
	if ok {
		_, ok = columnsOf(file)
	}
	if !ok || terminal == "" || terminal == "dumb" {
		return &lines{out: stdout, now: time.Now}, stderr
	}
	s := &screen{out: stdout, now: time.Now, columns: func() int {
		if columns, _ := columnsOf(file); columns > 0 {
			return columns
		}
		return usualColumns
	}}
	return s, s.beside(stderr)
}

// usualColumns is the width of a terminal that does not know it.
const usualColumns = 80
