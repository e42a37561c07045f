package main

import (
	"fmt"
	"strings"
)

// The fewest and the most cells of a bar, beside its ends.
const (
	shortestBar = 8
	longestBar  = 30
)

// shortestClip is the least room that is worth beginning a name in.
const shortestClip = 8

// bar draws how far a run is on one line of a terminal of that many columns. What
// has no room is left out, the least important first; the name of the app comes
// last, so that what is before it stands still. The last column stays free: some
// terminals go to the next line there.
func (p progress) bar(columns int) string {
	room := max(columns, 1) - 1
	var line string
	add := func(part string) {
		switch {
		case part == "":
		case line == "" && cells(part) <= room:
			line = part
		case line != "" && cells(line)+2+cells(part) <= room:
			line += "  " + part
		}
	}
	add(fmt.Sprintf("%s %d/%d", printable(p.Run.Runner), p.done(), p.total()))
	if line == "" {
		add(fmt.Sprintf("%d%%", p.percent()))
		return line
	}
	if size := min(room/5, longestBar); size >= shortestBar {
		full := size * p.percent() / 100
		add("[" + strings.Repeat("#", full) + strings.Repeat("-", size-full) + "]")
	}
	add(fmt.Sprintf("%3d%%", p.percent()))
	if p.Run.Failed > 0 {
		add(fmt.Sprintf("%d failed", p.Run.Failed))
	}
	add(p.times())
	if rest := min(room-cells(line)-2, longestName); rest >= shortestClip {
		add(clip(p.Run.Current, rest))
	}
	return line
}
