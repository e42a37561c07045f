package httpapi_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// watchedServer is a server that knows which connections are open.
type watchedServer struct {
	*httptest.Server

	mu     sync.Mutex
	closed map[string]chan struct{} // by the client's address
}

// watchConnections returns a server with short limits for what comes before the
// handler, and for the handler.
func watchConnections(t *testing.T, stall time.Duration, more map[string]func(context.Context, io.Reader, httpapi.Pieces) error) *watchedServer {
	t.Helper()
	cfg, _ := config(t)
	cfg.AdminToken, cfg.NetworkExposed, cfg.StallTimeout = token, true, stall
	a, err := httpapi.NewServing(cfg, more)
	if err != nil {
		t.Fatal(err)
	}
	s := &watchedServer{Server: httptest.NewUnstartedServer(a), closed: make(map[string]chan struct{})}
	s.Config.ReadHeaderTimeout, s.Config.IdleTimeout = stall, stall
	s.Config.ConnState = func(c net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			s.connection(c.RemoteAddr())
			if tcp, ok := c.(*net.TCPConn); ok {
				_ = tcp.SetWriteBuffer(32 << 10) // soon full when the client does not read
			}
		case http.StateClosed:
			close(s.connection(c.RemoteAddr()))
		}
	}
	s.EnableHTTP2 = true
	return s
}

func (s *watchedServer) connection(client net.Addr) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.closed[client.String()]
	if c == nil {
		c = make(chan struct{})
		s.closed[client.String()] = c
	}
	return c
}

// longAnswer writes a long answer.
func longAnswer(_ context.Context, _ io.Reader, w httpapi.Pieces) error {
	piece := []byte(strings.Repeat("x", 1<<20))
	for range 64 {
		if _, err := w.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// flushed writes an endless answer line by line.
func flushed(_ context.Context, _ io.Reader, w httpapi.Pieces) error {
	line := []byte(strings.Repeat("x", 1000) + "\n")
	for {
		if _, err := w.Write(line); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// drained reads the body and answers.
func drained(_ context.Context, body io.Reader, w httpapi.Pieces) error {
	n, err := io.Copy(io.Discard, body)
	if err == nil {
		_, err = fmt.Fprint(w, n)
	}
	return err
}

// A client that stalls loses its connection, whatever becomes of its request.
func TestStalledConnectionsAreClosed(t *testing.T) {
	t.Parallel()
	const stall = 300 * time.Millisecond
	routes := map[string]func(context.Context, io.Reader, httpapi.Pieces) error{
		"GET /api/endless": longAnswer, "GET /api/flushed": flushed, "POST /api/drained": drained,
		"POST /api/unread": func(_ context.Context, _ io.Reader, w httpapi.Pieces) error {
			_, err := io.WriteString(w, "ok")
			return err
		},
		"GET /api/late": func(ctx context.Context, _ io.Reader, w httpapi.Pieces) error {
			time.Sleep(2 * stall)
			return longAnswer(ctx, nil, w)
		},
	}
	careless := watchConnections(t, stall, routes)
	careless.Start()
	t.Cleanup(careless.Close)
	careful := watchConnections(t, stall, routes)
	careful.Config.ReadTimeout, careful.Config.WriteTimeout = stall, stall
	careful.Start()
	t.Cleanup(careful.Close)

	const (
		h      = "Host: localhost\r\n"
		o      = h + "Origin: http://localhost\r\n"
		admin  = "X-Auditor-Admin-Token: " + token + "\r\n"
		length = "Content-Length: 1000\r\n\r\n{"
		chunks = "Transfer-Encoding: chunked\r\n\r\n5\r\n{"
	)
	type form struct {
		name, text string
		then       string // sent again and again
		every      time.Duration
		reads      bool // whether answers are read, one byte each time
		early      bool // whether the handler is never asked
	}
	forms := []form{
		{name: "host refused", text: "POST /api/focus HTTP/1.1\r\nHost: evil.example\r\n" + length},
		{name: "host refused, chunks", text: "POST /api/focus HTTP/1.1\r\nHost: evil.example\r\n" + chunks},
		{name: "read with a refused host", text: "GET /api/apps HTTP/1.1\r\nHost: evil.example\r\n" + length},
		{name: "no origin", text: "POST /api/focus HTTP/1.1\r\n" + h + length},
		{name: "foreign origin, chunks", text: "POST /api/focus HTTP/1.1\r\n" + h + "Origin: http://evil.example\r\n" + chunks},
		{name: "cross-site", text: "GET /api/apps HTTP/1.1\r\n" + h + "Sec-Fetch-Site: cross-site\r\n" + length},
		{name: "no route", text: "POST /api/nowhere HTTP/1.1\r\n" + o + admin + length},
		{name: "no route, read", text: "GET /nowhere HTTP/1.1\r\n" + h + chunks},
		{name: "no token", text: "POST /api/focus HTTP/1.1\r\n" + o + length},
		{name: "wrong token", text: "POST /api/reset HTTP/1.1\r\n" + o + "X-Auditor-Admin-Token: wrong\r\n" + chunks},
		{name: "gated read", text: "GET /api/export HTTP/1.1\r\n" + h + length},
		{name: "options", text: "OPTIONS /api/focus HTTP/1.1\r\n" + h + length},
		{name: "options, chunks", text: "OPTIONS /api/focus HTTP/1.1\r\n" + h + chunks},
		{name: "options of everything", text: "OPTIONS * HTTP/1.1\r\n" + h + length, early: true},
		{name: "no such method", text: "PUT /api/health HTTP/1.1\r\n" + o + admin + length},
		{name: "unknown method", text: "BREW /api/health HTTP/1.1\r\n" + h + chunks},
		{name: "declared too long", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + "Content-Length: 70000\r\n\r\n{"},
		{name: "declared much too long", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + "Content-Length: 9999999999\r\n\r\n{"},
		{name: "turns out too long", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + "Transfer-Encoding: chunked\r\n\r\n20000\r\n" + strings.Repeat(" ", 70_000)},
		{name: "malformed", text: "POST /api/focus\r\n" + length},
		{name: "no host", text: "POST /api/focus HTTP/1.1\r\n" + length},
		{name: "two hosts", text: "POST /api/focus HTTP/1.1\r\n" + h + h + length},
		{name: "two lengths", text: "POST /api/focus HTTP/1.1\r\n" + h + "Content-Length: 5\r\n" + length},
		{name: "unknown coding", text: "POST /api/focus HTTP/1.1\r\n" + h + "Transfer-Encoding: gzip\r\n" + length},
		{name: "not HTTP", text: "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"},
		{name: "HTTP/2 without TLS", text: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},

		{name: "accepted", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + length},
		{name: "accepted, chunks", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + chunks},
		{name: "half a chunk's size", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + "Transfer-Encoding: chunked\r\n\r\n5"},
		{name: "no last chunk", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n"},
		{name: "unfinished trailer", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + "Trailer: X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: "},
		{name: "body of a read", text: "GET /api/apps HTTP/1.1\r\n" + h + length},
		{name: "body of a HEAD", text: "HEAD /api/apps HTTP/1.1\r\n" + h + chunks},
		{name: "body that is not read", text: "POST /api/unread HTTP/1.1\r\n" + o + admin + length},
		{name: "long body that is not read", text: "POST /api/unread HTTP/1.1\r\n" + o + admin + "Content-Length: 9999999\r\n\r\n{"},
		{name: "a form", text: "POST /api/backup/preview HTTP/1.1\r\n" + o + admin + "Content-Type: multipart/form-data; boundary=x\r\n" + length},
		{name: "a long body", text: "POST /api/drained HTTP/1.1\r\n" + o + admin + "Content-Length: 99999999\r\n\r\n" + strings.Repeat("x", 200_000)},
		{name: "login", text: "POST /api/auth/admin-token/login HTTP/1.1\r\n" + o + length},
		{name: "logout", text: "POST /api/auth/admin-token/logout HTTP/1.1\r\n" + o + chunks},

		{name: "never continues", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n"},
		{name: "never continues, refused", text: "POST /api/focus HTTP/1.1\r\n" + h + "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n"},
		{name: "never continues, chunks", text: "POST /api/drained HTTP/1.1\r\n" + o + admin + "Expect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n"},
		{name: "never continues, not read", text: "POST /api/unread HTTP/1.1\r\n" + o + admin + "Expect: 100-continue\r\nContent-Length: 1000\r\n\r\n"},
		{name: "expects something else", text: "POST /api/focus HTTP/1.1\r\n" + o + admin + "Expect: a miracle\r\n" + length, early: true},
		{name: "old version", text: "POST /api/focus HTTP/1.0\r\n" + o + admin + length},
		{name: "old version, refused", text: "POST /api/focus HTTP/1.0\r\n" + h + "Connection: keep-alive\r\n" + length},
		{name: "upgrade", text: "GET /api/apps HTTP/1.1\r\n" + h + "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n"},
		{name: "upgrade with a body", text: "POST /api/focus HTTP/1.1\r\n" + h + "Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: \r\n" + length},
		{name: "connection is to be closed", text: "POST /api/focus HTTP/1.1\r\n" + h + "Connection: close\r\n" + length},

		{name: "one byte at a time", text: "POST /api/drained HTTP/1.1\r\n" + o + admin + "Content-Length: 99999999\r\n\r\n", then: "x", every: stall / 10},
		{name: "one byte at a time after much", text: "POST /api/drained HTTP/1.1\r\n" + o + admin + "Content-Length: 99999999\r\n\r\n" + strings.Repeat("x", 1<<20), then: "x", every: stall / 10},
		{name: "one chunk at a time", text: "POST /api/drained HTTP/1.1\r\n" + o + admin + "Transfer-Encoding: chunked\r\n\r\n", then: "1\r\nx\r\n", every: stall / 10},
		{name: "one byte at a time, refused", text: "POST /api/focus HTTP/1.1\r\n" + h + "Content-Length: 99999\r\n\r\n", then: "x", every: stall / 10},
		{name: "one chunk at a time, refused", text: "POST /api/nowhere HTTP/1.1\r\n" + o + "Transfer-Encoding: chunked\r\n\r\n", then: "1\r\nx\r\n", every: stall / 10},
		{name: "one byte at a time, not read", text: "POST /api/unread HTTP/1.1\r\n" + o + admin + "Content-Length: 99999\r\n\r\n", then: "x", every: stall / 10},
		{name: "long chunk extension", text: "POST /api/drained HTTP/1.1\r\n" + o + admin + "Transfer-Encoding: chunked\r\n\r\n1;", then: "x", every: stall / 10},

		{name: "nothing"},
		{name: "half a header", text: "GET /api/apps HTTP/1.1\r\nHost: loc"},
		{name: "half a header, slowly", text: "GET /api/apps HTTP/1.1\r\nX: ", then: "x", every: stall / 10},
		{name: "idle after an answer", text: "GET /api/apps HTTP/1.1\r\n" + h + "\r\n"},
		{name: "idle after a refusal", text: "GET /api/apps HTTP/1.1\r\nHost: evil.example\r\n\r\n"},
		{name: "half a second header", text: "GET /api/apps HTTP/1.1\r\n" + h + "\r\nGET /api/apps HTT"},
		{name: "two bytes of a second request", text: "GET /api/apps HTTP/1.1\r\n" + h + "\r\nGE"},
		{name: "a second body", text: "GET /api/apps HTTP/1.1\r\n" + h + "\r\nPOST /api/focus HTTP/1.1\r\n" + h + length},

		{name: "long answer", text: "GET /api/endless HTTP/1.1\r\n" + h + "\r\n"},
		{name: "long answer, old version", text: "GET /api/endless HTTP/1.0\r\n" + h + "\r\n"},
		{name: "long answer after a wait", text: "GET /api/late HTTP/1.1\r\n" + h + "\r\n"},
		{name: "long answer, byte by byte", text: "GET /api/endless HTTP/1.1\r\n" + h + "\r\n", every: stall / 10, reads: true},
		{name: "lines", text: "GET /api/flushed HTTP/1.1\r\n" + h + "\r\n"},
		{name: "lines, byte by byte", text: "GET /api/flushed HTTP/1.1\r\n" + h + "\r\n", every: stall / 10, reads: true},
		{name: "answers to many requests", then: strings.Repeat("GET /api/apps HTTP/1.1\r\n"+h+"\r\n", 100)},
		{name: "many refusals", then: strings.Repeat("GET /api/apps HTTP/1.1\r\nHost: evil.example\r\n\r\n", 100)},
		{name: "many 404", then: strings.Repeat("GET /api/nowhere HTTP/1.1\r\n"+h+"\r\n", 100)},
		{name: "many with a body", then: strings.Repeat("POST /api/drained HTTP/1.1\r\n"+o+admin+"Content-Length: 2\r\n\r\n{}", 100)},
		{name: "many that expect leave", then: strings.Repeat("POST /api/drained HTTP/1.1\r\n"+o+admin+"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", 100)},
	}
	var all sync.WaitGroup // at once: t.Parallel would take them two by two
	stalls := func(host string, server *watchedServer, tt form) {
		all.Go(func() {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
			gone := server.connection(conn.LocalAddr())
			hung := make(chan struct{})
			go func() {
				defer close(hung)
				_, err := io.WriteString(conn, tt.text)
				for one := make([]byte, 1); err == nil && (tt.then != "" || tt.reads); time.Sleep(tt.every) {
					if tt.reads {
						_, err = conn.Read(one)
					} else {
						_, err = io.WriteString(conn, tt.then)
					}
				}
			}()
			defer func() { conn.Close(); <-hung }()
			select {
			case <-gone:
			case <-time.After(60 * stall):
				t.Errorf("%s, %s host: open after %v", tt.name, host, 60*stall)
			}
		})
	}
	for _, tt := range forms {
		stalls("careful", careful, tt)
		if !tt.early {
			stalls("careless", careless, tt)
		}
	}
	all.Wait()
	if len(forms) < 25 {
		t.Errorf("only %d forms", len(forms))
	}
}

// The limit on calls refuses a request as early as a guard does.
func TestStalledBodyOfACallTooManyIsGivenUp(t *testing.T) {
	t.Parallel()
	server := watchConnections(t, 300*time.Millisecond, nil)
	server.Start()
	defer server.Close()
	for n := 0; ; n++ {
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprint(conn, "POST /api/auth/admin-token/login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 100\r\n\r\n{")
		select {
		case <-server.connection(conn.LocalAddr()):
		case <-time.After(20 * time.Second):
			t.Fatalf("call %d is open after 20s", n)
		}
		answer, _ := io.ReadAll(conn)
		if strings.HasPrefix(string(answer), "HTTP/1.1 429 ") {
			return
		}
		if n > 10 {
			t.Fatalf("no limit, last answer %q", answer)
		}
	}
}

// What takes long but makes progress is not cut, over both versions of HTTP.
func TestSlowProgressIsNotCut(t *testing.T) {
	t.Parallel()
	const stall = 2 * time.Second
	wait := func(ctx context.Context) error {
		select {
		case <-time.After(2 * stall):
			return nil
		case <-ctx.Done():
			return fmt.Errorf("the context ended: %w", ctx.Err())
		}
	}
	routes := map[string]func(context.Context, io.Reader, httpapi.Pieces) error{
		"POST /api/drained": drained,
		"GET /api/endless":  longAnswer,
		"POST /api/waits": func(ctx context.Context, body io.Reader, w httpapi.Pieces) error {
			if _, err := io.Copy(io.Discard, body); err != nil {
				return err
			}
			if err := wait(ctx); err != nil {
				return err
			}
			_, err := io.WriteString(w, "done")
			return err
		},
		"POST /api/reads-late": func(ctx context.Context, body io.Reader, w httpapi.Pieces) error {
			if err := wait(ctx); err != nil {
				return err
			}
			return drained(ctx, body, w)
		},
		"GET /api/lines": func(ctx context.Context, _ io.Reader, w httpapi.Pieces) error {
			for range 3 {
				if _, err := io.WriteString(w, "line\n"); err != nil {
					return err
				}
				if err := w.Flush(); err != nil {
					return err
				}
				if err := wait(ctx); err != nil {
					return err
				}
			}
			return nil
		},
	}
	var all sync.WaitGroup
	for version := 1; version <= 2; version++ {
		server := watchConnections(t, stall, routes)
		if version == 2 {
			server.StartTLS()
		} else {
			server.Start()
		}
		t.Cleanup(server.Close)
		ask := func(method, path string, body io.Reader) (*http.Response, error) {
			r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, body)
			if err != nil {
				return nil, err
			}
			r.Header.Set("X-Auditor-Admin-Token", token)
			res, err := server.Client().Do(r)
			if err == nil && (res.ProtoMajor != version || res.StatusCode != http.StatusOK) {
				err = fmt.Errorf("%s: %s %s", path, res.Proto, res.Status)
			}
			return res, err
		}
		whole := func(method, path string, body io.Reader, want string) error {
			res, err := ask(method, path, body)
			if err != nil {
				return err
			}
			defer res.Body.Close()
			got, err := io.ReadAll(res.Body)
			if err == nil && string(got) != want {
				err = fmt.Errorf("%s: answer %.100q, want %.100q", path, got, want)
			}
			return err
		}
		run := func(name string, do func() error) {
			all.Go(func() {
				if err := do(); err != nil {
					t.Errorf("%s, HTTP/%d: %v", name, version, err)
				}
			})
		}
		run("upload", func() error {
			from, to := io.Pipe()
			go func() {
				for range 12 { // for 6 s
					fmt.Fprint(to, strings.Repeat("x", httpapi.StallQuota))
					time.Sleep(stall / 4)
				}
				to.Close()
			}()
			return whole("POST", "/api/drained", from, fmt.Sprint(12*httpapi.StallQuota))
		})
		run("download", func() error {
			res, err := ask("GET", "/api/endless", http.NoBody)
			if err != nil {
				return err
			}
			defer res.Body.Close()
			var n int64
			for begun := time.Now(); ; time.Sleep(stall / 20) { // for 6 s, and then at full speed
				part := int64(512 << 10)
				if time.Since(begun) > 3*stall {
					part = 1 << 30
				}
				read, err := io.CopyN(io.Discard, res.Body, part)
				if n += read; err == io.EOF {
					break
				}
				if err != nil {
					return fmt.Errorf("cut after %d bytes: %w", n, err)
				}
			}
			if n != 64<<20 {
				return fmt.Errorf("%d bytes", n)
			}
			return nil
		})
		run("wait with a body", func() error {
			if err := whole("POST", "/api/waits", strings.NewReader("{}"), "done"); err != nil {
				return err
			}
			return whole("POST", "/api/waits", http.NoBody, "done") // on the same connection
		})
		run("wait before the body", func() error {
			return whole("POST", "/api/reads-late", strings.NewReader(strings.Repeat("x", 10_000)), "10000")
		})
		run("lines", func() error { return whole("GET", "/api/lines", http.NoBody, "line\nline\nline\n") })
	}
	all.Wait()
}

// A stalled stream of HTTP/2 is reset. The connection has other streams.
func TestStalledStreamIsReset(t *testing.T) {
	t.Parallel()
	server := watchConnections(t, 300*time.Millisecond, map[string]func(context.Context, io.Reader, httpapi.Pieces) error{
		"POST /api/drained": drained, "GET /api/endless": longAnswer,
	})
	server.StartTLS()
	defer server.Close()
	never, end := io.Pipe()
	defer end.Close()
	for name, r := range map[string]*http.Request{
		"accepted": httptest.NewRequest("POST", server.URL+"/api/drained", never),
		"refused":  httptest.NewRequest("POST", server.URL+"/api/nowhere", never),
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			r = r.WithContext(ctx)
			r.RequestURI = ""
			r.Header.Set("X-Auditor-Admin-Token", token)
			res, err := server.Client().Do(r)
			if ctx.Err() != nil {
				t.Fatal("no answer after 20s")
			}
			if err == nil {
				res.Body.Close()
			}
		})
	}
	res, err := server.Client().Get(server.URL + "/api/endless")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	time.Sleep(3 * time.Second)
	if n, err := io.Copy(io.Discard, res.Body); err == nil {
		t.Errorf("%d bytes, all of the answer", n)
	}
}
