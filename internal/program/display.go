package program

import (
	"io"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/privacylabels/auditor/internal/terminal"
)

const (
	redrawInterval = 100 * time.Millisecond // between two bars
	lineInterval   = 30 * time.Second       // between two lines of progress
	usualColumns   = 80                     // width of a terminal if it is unknown
)

// display shows a run: permanent lines, and its progress, which is a bar below them on a
// terminal and an occasional line elsewhere. It ignores errors of writing, which are no reason
// to stop the run. It is safe for concurrent use.
type display struct {
	out     io.Writer
	columns func() int // of the terminal; nil: not a terminal
	now     func() time.Time

	mu    sync.Mutex // guards the rest, and out
	bar   string     // the text of the last line
	shown time.Time  // when progress or a line was last shown
}

// newDisplay returns a display on stdout. It draws a bar if stdout is a terminal that can erase
// a line according to kind, the value of TERM.
func newDisplay(kind string, stdout io.Writer) *display {
	d := &display{out: stdout, now: time.Now}
	if f, ok := terminal.File(stdout); ok && kind != "" && kind != "dumb" {
		d.columns = func() int {
			if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
				return columns
			}
			return usualColumns
		}
	}
	return d
}

// print shows a permanent line.
func (d *display) print(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.aboveBar(func() { io.WriteString(d.out, terminal.Printable(line)+"\n") })
	d.shown = d.now()
}

// show shows progress, unless it was shown a moment ago.
func (d *display) show(p progress) {
	if d.columns == nil {
		d.mu.Lock()
		wait := d.now().Sub(d.shown) < lineInterval
		d.mu.Unlock()
		if !wait {
			d.print(p.Run.Runner + ": " + p.String())
		}
		return
	}
	columns := d.columns()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.bar == "" || d.now().Sub(d.shown) >= redrawInterval {
		d.bar, d.shown = p.bar(columns), d.now()
		terminal.EraseLine(d.out)
		io.WriteString(d.out, d.bar)
	}
}

// end removes the bar.
func (d *display) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.aboveBar(func() { d.bar = "" })
}

// aboveBar calls write while the bar is erased.
func (d *display) aboveBar(write func()) {
	if d.bar != "" {
		terminal.EraseLine(d.out)
	}
	write()
	io.WriteString(d.out, d.bar)
}

// beside returns a writer for lines, such as those of a log, that may go to the same terminal.
// It keeps the bar below them.
func (d *display) beside(w io.Writer) io.Writer { return besideWriter{d, w} }

type besideWriter struct {
	display *display
	out     io.Writer
}

func (b besideWriter) Write(p []byte) (n int, err error) {
	b.display.mu.Lock()
	defer b.display.mu.Unlock()
	b.display.aboveBar(func() { n, err = b.out.Write(p) })
	return n, err
}
