package commands

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/privacylabels/auditor/internal/jsonread"
)

// The limits of what a service may answer, which may be any server.
const (
	maxTurns  = 2000   // requests for what is printed when it is complete, and for what has a limit
	maxPrints = 20_000 // requests for what is printed page by page
)

var (
	errEndless   = errors.New("the service always has more")
	errLongPage  = fmt.Errorf("the service answers more than the %d that were requested", pageSize)
	errNoResults = errors.New("the answer of the service has no results")
	errNoExport  = errors.New("the answer of the service is not an export")
)

// turns is the number of times that a service may be asked for more.
type turns int

// next fails after the last one.
func (t *turns) next() error {
	if *t--; *t < 0 {
		return errEndless
	}
	return nil
}

// wanted fails if a page has more than [pageSize] rows.
func wanted[T any](page []T) error {
	if len(page) > pageSize {
		return errLongPage
	}
	return nil
}

// exportLimits are those of the JSON of an export: each app is one value.
var exportLimits = jsonread.Limits{Bytes: 64 << 20, Depth: 100, Values: 4 << 20, Members: 100, Lenient: true}

// copyExport copies an export, and fails if it is none.
func copyExport(w io.Writer, from io.Reader, isJSON bool) error {
	if isJSON {
		return copyApps(w, from)
	}
	return copyTable(w, from)
}

// copyTable copies a table, which is known by its heading.
func copyTable(w io.Writer, from io.Reader) error {
	const heading = "App Name,"
	begin := make([]byte, len(heading))
	n, err := io.ReadFull(from, begin)
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case string(begin[:n]) != heading:
		return fmt.Errorf("%w: it begins with %.20q", errNoExport, begin[:n])
	}
	_, err = io.Copy(w, io.MultiReader(bytes.NewReader(begin), from))
	return err
}

// copyApps copies an object with a list of apps.
func copyApps(w io.Writer, from io.Reader) error {
	hasApps := false
	to := &target{w: w}
	err := jsonread.Members(io.TeeReader(from, to), exportLimits, func(name string, at jsonread.Span) error {
		hasApps = hasApps || name == "apps" && at.Array
		return nil
	})
	if to.err != nil { // such as a full disk, which is no fault of the answer
		return to.err
	}
	if err == nil && !hasApps {
		err = errors.New("it has no list of apps")
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", errNoExport, err)
	}
	return err
}

// target remembers the error of a writer.
type target struct {
	w   io.Writer
	err error
}

func (t *target) Write(p []byte) (n int, err error) {
	n, err = t.w.Write(p)
	t.err = err
	return n, err
}
