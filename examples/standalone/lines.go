package main

import (
	"io"
	"time"
)

// betweenLines is how long nothing is told of a run that only goes on.
const betweenLines = 30 * time.Second

// lines is a display without a terminal, such as a file or a log.
type lines struct {
	out  io.Writer
	now  func() time.Time
	last time.Time // when something was told; zero: nothing was
}

func (l *lines) say(line string) {
	l.last = l.now()
	io.WriteString(l.out, printable(line)+"\n")
}

func (l *lines) show(p progress) {
	if l.now().Sub(l.last) >= betweenLines {
		l.say(p.Run.Runner + ": " + p.String())
	}
}

func (l *lines) end() {}
