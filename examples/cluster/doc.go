// Command cluster is the service on PostgreSQL, for several processes (replicas) on
// several machines behind a load balancer. It is a module of its own, so that programs
// with SQLite do not need the driver.
//
//	DATABASE_URL=postgres://auditor@db.example/auditor go run .
//	DATABASE_URL=postgres://auditor@db.example/auditor go run . move --from ../../data
//
// Every replica has the same settings and the same key, which authenticates sessions and
// signs backups: a file that all of them have (AUDITOR_SECRET_FILE), or that is in a data
// folder that all of them share. A replica with another key refuses to start. Everything
// else that the replicas share is in the database, the counters of the limits of requests
// included.
package main
