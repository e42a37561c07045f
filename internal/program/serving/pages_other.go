//go:build !linux

package serving

// dropProgram does nothing: the pages of the program stay until the system needs the memory.
func dropProgram() {}
