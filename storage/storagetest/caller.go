package storagetest

import (
	"bytes"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// goroutine names the goroutine that calls: the second word of "goroutine 7 [running]:".
func goroutine() string {
	var head [64]byte
	words := bytes.Fields(head[:runtime.Stack(head[:], false)])
	return string(words[1])
}

// caller names the innermost place in the stack that is in the code of whoever
// uses the store: not here, not in package storage, not in what ranges for them.
func caller() string {
	between := []string{
		reflect.TypeFor[strict]().PkgPath() + ".", reflect.TypeFor[storage.App]().PkgPath() + ".",
		"runtime.", "iter.", "slices.", "maps.",
	}
	var stack [64]uintptr
	frames := runtime.CallersFrames(stack[:runtime.Callers(2, stack[:])])
	for {
		frame, more := frames.Next()
		if !slices.ContainsFunc(between, func(prefix string) bool { return strings.HasPrefix(frame.Function, prefix) }) {
			return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return "unknown place"
		}
	}
}
