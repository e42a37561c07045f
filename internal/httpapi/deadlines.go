package httpapi

import (
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	// ownStallTimeout is that of requests with [Trust]: a program may rest while it reads an answer of its own service, and a
	// pipe keeps nothing for it.
	ownStallTimeout = 24 * time.Hour
	// DefaultStallTimeout is the default of [Config.StallTimeout].
	DefaultStallTimeout = 30 * time.Second
	// stallQuota is the number of bytes that must be transferred within one stall timeout.
	// With the default that is about 1 KiB a second, so a client that sends single bytes
	// does not count as making progress.
	stallQuota = 32 << 10
	// drainShare is the divisor of the stall timeout that gives the time in which the
	// server may discard the rest of a body after the request was answered.
	drainShare = 6
	// largestPiece is the largest number of bytes in one write to the connection. Each write is
	// a call of the system, so an answer of a megabyte in pieces of stallQuota takes a third
	// more processor time.
	largestPiece = 256 << 10
	// quickShare is the divisor of the stall timeout that gives the time in which a client has
	// to take a piece for the next one to be larger.
	quickShare = 64
)

// deadlines limits the time that one request waits for its client, until the server has
// discarded what the handler did not read. Only time spent in reads and writes counts: a
// handler that waits for a run may take hours.
//
// The deadlines replace the server's ReadTimeout and WriteTimeout. The server clears them
// before the next request of the connection. With a response writer that does not support
// deadlines, such as that of a test, there are none.
type deadlines struct {
	control http.ResponseController
	timeout time.Duration
	read    allowance
	write   allowance
	writeBy time.Time // the current write deadline; zero: none
	piece   int       // the largest number of bytes to write at once

	noRead, noWrite bool // not supported

	unread  bool // the body has not been read to its end
	failed  bool // reading the body failed
	expects bool // reading sends "100 Continue" first
	perCall bool // a write deadline takes effect even while nothing is written (HTTP/2)
}

// allowance is the remaining time that one direction may spend waiting.
type allowance struct {
	timeout, left time.Duration
	moved         int // bytes transferred since it was renewed
}

// spend reduces the allowance by the time that a transfer of n bytes took. Each stallQuota
// bytes renew it.
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
		control: *http.NewResponseController(w), timeout: timeout, read: full, write: full, piece: stallQuota,
		unread: req.Body != nil && req.Body != http.NoBody, expects: len(req.Header["Expect"]) > 0, perCall: req.ProtoMajor != 1,
	}
	if d.perCall {
		d.setWrite(time.Time{})
	}
	if d.unread {
		// Only with a body: otherwise the server reads in the background to notice
		// that the client has gone, and would take an expired deadline for that.
		d.setRead(time.Now().Add(timeout))
	}
}

// end limits what the server does after the handler: it discards the rest of the body and
// sends what it has buffered.
func (d *deadlines) end() {
	now := time.Now()
	least := now.Add(d.timeout / drainShare)
	if d.unread && !d.failed {
		d.setRead(least)
	}
	if d.writeBy.Before(least) { // otherwise the handler has just written, and there is time enough
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

// writing makes one write of size bytes within the remaining allowance, and for each further
// stallQuota bytes a whole one: the buffers of the system may have taken the pieces before at
// once from a client that is slow. It sets the size of the next piece.
func (d *deadlines) writing(size int, write func() (int, error)) (int, error) {
	begun := time.Now()
	further := time.Duration(max(size-1, 0) / stallQuota)
	d.setWrite(begun.Add(d.write.left + further*d.timeout))
	n, err := write()
	took := time.Since(begun)
	d.write.spend(n, took)
	if size == d.piece && took < d.timeout/quickShare {
		d.piece = min(2*d.piece, largestPiece)
	} else if took >= d.timeout/quickShare {
		d.piece = stallQuota
	}
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
	if !d.unread { // the server now reads in the background, see begin
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
