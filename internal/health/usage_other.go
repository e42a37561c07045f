//go:build !linux && !darwin && !windows

package health

import "errors"

// usage returns what the process has used; it is not known here.
func usage() *Usage { return nil }

// freeSpace returns the space of a disk; it is not known here.
func freeSpace(string) (free, total uint64, err error) { return 0, 0, errors.ErrUnsupported }
