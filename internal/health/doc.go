// Package health looks after a running service: what its process, its disk and
// its database are like, what went wrong inside lately, and, once a day, whether
// the records are in order.
//
// It owns the daily check, what that mends by itself, and the short memory of
// warnings, errors and slow transactions. It does not own what the services mend
// themselves: they hand that over. Leases and runs are not looked at, because
// theirs end by themselves.
package health
