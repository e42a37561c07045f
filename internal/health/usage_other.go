//go:build !linux && !darwin && !windows

package health

import "errors"

// usage returns nil: the usage of the process is unknown on this system.
func usage() *Usage { return nil }

// freeSpace returns an error: the space of a disk is unknown on this system.
func freeSpace(string) (free, total uint64, err error) { return 0, 0, errors.ErrUnsupported }
