package fakearchive

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Fault is what is wrong with the answers of a service.
type Fault struct {
	Kind Kind

	// Times is how many requests it lasts; zero: for good.
	Times int

	// Status is that of a broken answer; zero: 503.
	Status int

	// RetryAfter is the header of that name, where there is one.
	RetryAfter string

	// Delay is how long a slow answer takes.
	Delay time.Duration
}

// Kind is a kind of fault.
type Kind string

// The kinds of fault.
const (
	None      Kind = ""
	Throttled Kind = "throttled" // 429
	Broken    Kind = "broken"    // 503, or another status
	Blocked   Kind = "blocked"   // 403: the site does not want to be in the archive
	Slow      Kind = "slow"      // the answer comes after Delay
	Hanging   Kind = "hanging"   // no answer as long as the client waits
	Garbage   Kind = "garbage"   // 200 with what nobody asked for
	Truncated Kind = "truncated" // the connection ends amid the answer
	Reset     Kind = "reset"     // the connection is reset before the answer
	Huge      Kind = "huge"      // 200 with more than anybody wants
)

// Fail sets the fault of a service, in place of the one it had.
func (a *Archive) Fail(service Service, f Fault) { a.FailApp(service, 0, f) }

// FailApp sets the fault of a service for what it is asked about one app, in
// place of the one it had. It comes before the fault of the service.
func (a *Archive) FailApp(service Service, app storage.AppID, f Fault) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.faults[about{service, app}] = f
}

// used returns what is left of a fault after one request.
func (f Fault) used() Fault {
	if f.Times == 1 {
		return Fault{}
	}
	f.Times = max(0, f.Times-1)
	return f
}

// answer waits or writes what the fault asks for, and says whether the real
// answer is still to come.
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
		status := f.Status
		if status == 0 {
			status = http.StatusServiceUnavailable
		}
		page(w, status, "We are sorry")
	case Blocked:
		block(w, service)
	case Garbage:
		_, _ = w.Write([]byte("\x00\xff<<<{[not what was asked for\n\n\n\x1f\x8b"))
	case Truncated:
		w.Header().Set("Content-Length", "1000000")
		_, _ = w.Write([]byte("com,apple,apps)/us/app/x/id1 2021"))
		_ = http.NewResponseController(w).Flush() // what is not on its way yet would be dropped
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

// reset ends a connection so that the client is told that it was reset.
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

// missing says that the archive has no such page.
func missing(w http.ResponseWriter) {
	page(w, http.StatusNotFound, "The Wayback Machine has not archived that URL.")
}

// page is one of the archive's own.
func page(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<!DOCTYPE html><html lang=\"en\"><title>Wayback Machine</title><p>%s</p></html>\n", text)
}
