// Package cost measures the processor time and the memory of a call, for tests and
// benchmarks.
package cost
