package fakearchive

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Fault is a failure of the responses of a service.
type Fault struct {
	Kind Kind

	// Times is the number of requests that fail; zero: all.
	Times int

	// Status is the status of a broken response; zero: 503.
	Status int

	// RetryAfter is the Retry-After header, if any.
	RetryAfter string

	// Delay is the delay of a slow response.
	Delay time.Duration
}

// Kind is a kind of fault.
type Kind string

// The kinds of fault.
const (
	None      Kind = ""
	Throttled Kind = "throttled" // 429
	Broken    Kind = "broken"    // 503, or another status
	Blocked   Kind = "blocked"   // 403: the site does not allow archiving
	Forbidden Kind = "forbidden" // 403: the archive refuses the client
	Slow      Kind = "slow"      // the response comes after Delay
	Hanging   Kind = "hanging"   // no response until the client gives up
	Garbage   Kind = "garbage"   // 200 with an unrelated body
	Truncated Kind = "truncated" // the connection ends within the response
	Reset     Kind = "reset"     // the connection is reset before the response
	Huge      Kind = "huge"      // 200 with a very large body
)

// Fail sets the fault of a service, replacing its current one.
func (a *Archive) Fail(service Service, f Fault) { a.FailApp(service, 0, f) }

// FailApp sets the fault of a service for requests about one app, replacing its current
// one. It takes precedence over the fault of the service.
func (a *Archive) FailApp(service Service, app storage.AppID, f Fault) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.faults[about{service, app}] = f
}

// used returns a fault after one more request.
func (f Fault) used() Fault {
	if f.Times == 1 {
		return Fault{}
	}
	f.Times = max(0, f.Times-1)
	return f
}

// answer waits or responds with the fault, and reports whether the normal response must
// follow.
func (f Fault) answer(w http.ResponseWriter, r *http.Request, service Service) bool {
	if f.RetryAfter != "" {
		w.Header().Set("Retry-After", f.RetryAfter)
	}
	switch f.Kind {
	case None:
		return true
	case Slow:
		select {
		case <-time.After(f.Delay):
		case <-r.Context().Done():
		}
		return true
	case Hanging:
		<-r.Context().Done()
	case Throttled:
		page(w, http.StatusTooManyRequests, "Too Many Requests")
	case Broken:
		page(w, cmp.Or(f.Status, http.StatusServiceUnavailable), "We are sorry")
	case Forbidden:
		page(w, http.StatusForbidden, "Your address sends too many requests.")
	case Blocked:
		block(w, service)
	case Garbage:
		_, _ = w.Write([]byte("\x00\xff<<<{[not what was asked for\n\n\n\x1f\x8b"))
	case Truncated:
		w.Header().Set("Content-Length", "1000000")
		_, _ = w.Write([]byte("com,apple,apps)/us/app/x/id1 2021"))
		_ = http.NewResponseController(w).Flush() // unsent data would be lost
		panic(http.ErrAbortHandler)
	case Reset:
		reset(w)
	case Huge:
		for range 80 {
			fmt.Fprintln(w, strings.Repeat("huge ", 1<<14)) // 80 KiB
		}
	}
	return false
}

func block(w http.ResponseWriter, service Service) {
	if service != Index {
		page(w, http.StatusForbidden, "This URL has been excluded from the Wayback Machine.")
		return
	}
	const why = "org.archive.util.io.RuntimeIOException: " +
		"org.archive.wayback.exception.AdministrativeAccessControlException: Blocked Site Error"
	w.Header().Set("Content-Type", "text/plain;charset=UTF-8")
	w.Header().Set("X-Archive-Wayback-Runtime-Error", why)
	w.WriteHeader(http.StatusForbidden)
	fmt.Fprintln(w, why)
}

// reset resets a connection.
func reset(w http.ResponseWriter) {
	if hijacker, ok := w.(http.Hijacker); ok {
		if conn, _, err := hijacker.Hijack(); err == nil {
			if tcp, ok := conn.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			_ = conn.Close()
			return
		}
	}
	panic(http.ErrAbortHandler)
}

// missing responds that the archive has no such page.
func missing(w http.ResponseWriter) {
	page(w, http.StatusNotFound, "The Wayback Machine has not archived that URL.")
}

// page responds with a page of the archive itself.
func page(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<!DOCTYPE html><html lang=\"en\"><title>Wayback Machine</title><p>%s</p></html>\n", text)
}
