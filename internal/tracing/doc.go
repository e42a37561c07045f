// Package tracing starts spans for programs that have set a tracer, in OpenTelemetry's
// interface. The tracer is in the context: work whose context has none costs nothing but
// looking for it.
package tracing
