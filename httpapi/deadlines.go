package httpapi

import (
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	// DefaultStallTimeout is how long a request may wait for its client.
	DefaultStallTimeout = 30 * time.Second
	// stallQuota is how many bytes must move within one stall timeout. With the
	// default that is about 1 KiB a second, so a client that trickles single bytes
	// does not count as making progress.
	stallQuota = 32 << 10
	// drainShare is the part of the stall timeout, as a divisor, that the server
	// gets to discard what is left of a body once the request is answered.
	drainShare = 6
)

// deadlines bounds the time that one request waits for its client, from its first
// byte until the server has discarded what the handler did not read. Only time
// spent in reads and writes counts: a handler that waits for a run may take hours.
//
// The deadlines take the place of the server's ReadTimeout and WriteTimeout. The
// server clears them before the next request of the connection. A response writer
// that supports no deadlines, such as that of a test, is used without.
type deadlines struct {
	control http.ResponseController
	timeout time.Duration
	read    allowance
	write   allowance
	writeBy time.Time // the present write deadline; zero: none

	noRead, noWrite bool // not supported

	unread  bool // the end of the body has not been reached
	failed  bool // reading the body failed
	expects bool // reading sends "100 Continue" first
	perCall bool // a write deadline acts even while nothing is written (HTTP/2)
}

// allowance is the time that one direction may still spend waiting.
type allowance struct {
	timeout, left time.Duration
	moved         int // bytes since it was renewed
}

// spend takes from the allowance what moving n bytes took. Each stallQuota bytes
// renew it.
func (a *allowance) spend(n int, took time.Duration) {
	a.left -= took
	if a.moved += n; a.moved >= stallQuota {
		a.left, a.moved = a.timeout, 0
	}
}

// begin sets the deadlines of a request.
func (d *deadlines) begin(w http.ResponseWriter, req *http.Request, timeout time.Duration) {
	full := allowance{timeout: timeout, left: timeout}
	*d = deadlines{
		control: *http.NewResponseController(w), timeout: timeout, read: full, write: full,
		unread: req.Body != nil && req.Body != http.NoBody, expects: len(req.Header["Expect"]) > 0, perCall: req.ProtoMajor != 1,
	}
	if d.perCall {
		d.setWrite(time.Time{})
	}
	if d.unread {
		// Without a body the server reads on in the background to notice that the
		// client is gone, which a deadline would mistake for that.
		d.setRead(time.Now().Add(timeout))
	}
}

// end bounds what the server still does after the handler: discard the rest of
// the body and send what it has buffered.
func (d *deadlines) end() {
	now := time.Now()
	least := now.Add(d.timeout / drainShare)
	if d.unread && !d.failed {
		d.setRead(least)
	}
	if d.writeBy.Before(least) { // usually the handler has just written
		d.setWrite(now.Add(max(d.write.left, d.timeout/drainShare)))
	}
}

func (d *deadlines) setRead(at time.Time) {
	if !d.noRead {
		d.noRead = errors.Is(d.control.SetReadDeadline(at), http.ErrNotSupported)
	}
}

func (d *deadlines) setWrite(at time.Time) {
	d.writeBy = at
	if !d.noWrite {
		d.noWrite = errors.Is(d.control.SetWriteDeadline(at), http.ErrNotSupported)
	}
}

// writing does one write within what is left of the allowance.
func (d *deadlines) writing(write func() (int, error)) (int, error) {
	begun := time.Now()
	d.setWrite(begun.Add(d.write.left))
	n, err := write()
	d.write.spend(n, time.Since(begun))
	if d.perCall {
		d.setWrite(time.Time{})
	}
	return n, err
}

// timedBody is the body of a request, read within the request's deadlines.
type timedBody struct {
	io.ReadCloser
	deadlines *deadlines
}

func (b timedBody) Read(p []byte) (int, error) {
	d := b.deadlines
	if !d.unread { // the server reads in the background from here on
		return b.ReadCloser.Read(p)
	}
	begun := time.Now()
	d.setRead(begun.Add(d.read.left))
	if d.expects {
		d.setWrite(begun.Add(d.write.left))
	}
	n, err := b.ReadCloser.Read(p)
	d.read.spend(n, time.Since(begun))
	if d.expects && d.perCall {
		d.setWrite(time.Time{})
	}
	d.expects = false
	switch {
	case errors.Is(err, io.EOF):
		d.unread = false
	case err != nil:
		d.failed = true
	}
	return n, err
}
