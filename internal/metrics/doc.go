// Package metrics counts what an auditor does, for Prometheus.
//
// A [Set] has a registry of its own, so that any number of auditors work in one process.
// Requests, items of runs, deliveries and outbound requests are counted as they happen.
// What the database knows is read when the metrics are asked for.
//
// Labels have few values: a request counts under the pattern of its route, and an outbound
// request under its host only if that is one of Apple or the web archive.
package metrics
