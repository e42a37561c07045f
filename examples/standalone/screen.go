package main

import (
	"io"
	"sync"
	"time"
)

// display shows a run to whoever waits for it. That something could not be
// written is no reason to let go of the run, and is not told.
type display interface {
	say(line string)   // something that stays
	show(now progress) // how far the run is, as often as is right for the display
	end()              // leaves nothing behind but what was said
}

// toEnd makes a terminal erase the rest of the line (ECMA-48, EL).
const toEnd = "\x1b[K"

// redraw is how long a bar stands at least.
const redraw = 100 * time.Millisecond

// screen is a terminal with a bar in its last line. It is safe for concurrent use.
type screen struct {
	out     io.Writer
	columns func() int // of the terminal, which may change
	now     func() time.Time

	mu    sync.Mutex // guards the rest, and the terminal
	bar   string     // what stands in the last line
	drawn time.Time
}

func (s *screen) say(line string) {
	s.aside(func() { io.WriteString(s.out, printable(line)+"\n") })
}

func (s *screen) show(p progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if s.bar != "" && now.Sub(s.drawn) < redraw {
		return
	}
	s.bar, s.drawn = p.bar(s.columns()), now
	io.WriteString(s.out, "\r"+s.bar+toEnd)
}

func (s *screen) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bar != "" {
		io.WriteString(s.out, "\r"+toEnd)
	}
	s.bar = ""
}

// beside returns a writer for lines that may go to the same terminal: the bar
// makes way for them.
func (s *screen) beside(w io.Writer) io.Writer { return &neighbour{s, w} }

type neighbour struct {
	screen *screen
	out    io.Writer
}

func (n *neighbour) Write(p []byte) (written int, err error) {
	n.screen.aside(func() { written, err = n.out.Write(p) })
	return written, err
}

// aside writes while the bar is out of the way.
func (s *screen) aside(write func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.bar == "" {
		write()
		return
	}
	io.WriteString(s.out, "\r"+toEnd)
	write()
	io.WriteString(s.out, s.bar)
}
