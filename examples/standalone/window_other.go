//go:build !linux && !darwin

package main

import "os"

// columnsOf knows of no terminals on this system: a run is shown in lines.
func columnsOf(*os.File) (columns int, ok bool) { return 0, false }
