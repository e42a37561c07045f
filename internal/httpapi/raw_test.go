package httpapi_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
)

// raw sends bytes to a server and returns the status of the first answer, or 0
// when the server only hangs up.
func raw(t *testing.T, address, text string) int {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	must(t, conn.SetDeadline(time.Now().Add(10*time.Second)))
	if _, err := io.WriteString(conn, text); err != nil {
		return 0 // hung up before it had read all
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		t.Errorf("no answer to %.100q", text)
	}
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	return res.StatusCode
}

// serveRaw starts a server with every route of the table.
func serveRaw(t *testing.T) string {
	t.Helper()
	a := newStubbed(t, func(c *httpapi.Config) { c.AdminToken, c.NewLimiter = token, unlimited })
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

func TestRawRequests(t *testing.T) {
	t.Parallel()
	address := serveRaw(t)
	const h = "Host: localhost\r\n"
	const o = h + "Origin: http://localhost\r\n"
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"plain", "GET /api/apps HTTP/1.1\r\n" + h + "\r\n", 200},
		{"no host", "GET /api/apps HTTP/1.1\r\n\r\n", 400},
		{"no host, old version", "GET /api/apps HTTP/1.0\r\n\r\n", 400},
		{"host, old version", "GET /api/apps HTTP/1.0\r\n" + h + "\r\n", 200},
		{"empty host", "GET /api/apps HTTP/1.1\r\nHost:\r\n\r\n", 400},
		{"two hosts", "GET /api/apps HTTP/1.1\r\n" + h + h + "\r\n", 400},
		{"two different hosts", "GET /api/apps HTTP/1.1\r\n" + h + "Host: evil.example\r\n\r\n", 400},
		{"user in host", "GET /api/apps HTTP/1.1\r\nHost: user@localhost\r\n\r\n", 400},
		{"hosts in one", "GET /api/apps HTTP/1.1\r\nHost: localhost, localhost\r\n\r\n", 400},
		{"absolute target", "GET http://localhost/api/apps HTTP/1.1\r\n" + h + "\r\n", 200},
		{"absolute target elsewhere", "GET http://evil.example/api/apps HTTP/1.1\r\n" + h + "\r\n", 400},
		{"absolute target with user", "GET http://user@localhost/api/apps HTTP/1.1\r\n" + h + "\r\n", 400},
		{"absolute target without host", "GET http:///api/apps HTTP/1.1\r\n" + h + "\r\n", 200},
		{"opaque target", "GET mailto:x HTTP/1.1\r\n" + h + "\r\n", 404},
		{"star", "GET * HTTP/1.1\r\n" + h + "\r\n", 404},
		{"no slash", "GET api/apps HTTP/1.1\r\n" + h + "\r\n", 400},
		{"two slashes", "GET //api/apps HTTP/1.1\r\n" + h + "\r\n", 404},
		{"dots", "GET /api/../api/apps HTTP/1.1\r\n" + h + "\r\n", 404},
		{"NUL", "GET /api/devices/%00 HTTP/1.1\r\n" + h + "\r\n", 404},
		{"hidden slash", "GET /api/devices/a%2fb HTTP/1.1\r\n" + h + "\r\n", 404},
		{"trailing slash", "GET /api/apps/ HTTP/1.1\r\n" + h + "\r\n", 404},
		{"trailing slash of a mutation", "POST /api/reset/ HTTP/1.1\r\n" + o + "Content-Length: 0\r\n\r\n", 404},
		{"broken escape", "GET /api/devices/%zz HTTP/1.1\r\n" + h + "\r\n", 400},
		{"connect", "CONNECT localhost:80 HTTP/1.1\r\n" + h + "\r\n", 404},
		{"trace", "TRACE /api/apps HTTP/1.1\r\n" + h + "\r\n", 405},
		{"no known method", "PROPFIND /api/apps HTTP/1.1\r\n" + h + "\r\n", 405},
		{"small letters", "get /api/apps HTTP/1.1\r\n" + h + "\r\n", 405},
		{"long path", "GET /" + strings.Repeat("x", 100_000) + " HTTP/1.1\r\n" + h + "\r\n", 404},
		{"long query", "GET /api/apps?" + strings.Repeat("x&", 100_000) + " HTTP/1.1\r\n" + h + "\r\n", 200},
		{"endless header", "GET /api/apps HTTP/1.1\r\n" + h + "X: " + strings.Repeat("x", 2<<20) + "\r\n\r\n", 431},
		{"no origin", "POST /api/focus HTTP/1.1\r\n" + h + "Content-Length: 2\r\n\r\n{}", 403},
		{"empty origin", "POST /api/focus HTTP/1.1\r\n" + h + "Origin:\r\nContent-Length: 2\r\n\r\n{}", 403},
		{"two origins", "POST /api/focus HTTP/1.1\r\n" + o + "Origin: http://localhost\r\nContent-Length: 2\r\n\r\n{}", 403},
		{"same origin", "POST /api/focus HTTP/1.1\r\n" + o + "Content-Length: 2\r\n\r\n{}", 200},
		{"chunks", "POST /api/focus HTTP/1.1\r\n" + o + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n", 200},
		{"broken chunks", "POST /api/focus HTTP/1.1\r\n" + o + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 400},
		{"endless chunks", "POST /api/focus HTTP/1.1\r\n" + o + "Transfer-Encoding: chunked\r\n\r\n" +
			strings.Repeat("400\r\n"+strings.Repeat(" ", 0x400)+"\r\n", 5) + "0\r\n\r\n", 413},
		{"a huge length", "POST /api/focus HTTP/1.1\r\n" + o + "Content-Length: 9223372036854775807\r\n\r\n", 413},
		{"no length at all", "POST /api/focus HTTP/1.1\r\n" + o + "Content-Length: 99999999999999999999\r\n\r\n", 400},
		{"a negative length", "POST /api/focus HTTP/1.1\r\n" + o + "Content-Length: -1\r\n\r\n", 400},
		{"two lengths", "POST /api/focus HTTP/1.1\r\n" + o + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400},
		{"waiting for leave", "POST /api/focus HTTP/1.1\r\n" + o + "Expect: 100-continue\r\nContent-Length: 999999\r\n\r\n", 413},
		{"NUL in a header", "GET /api/apps HTTP/1.1\r\n" + h + "X: a\x00b\r\n\r\n", 400},
		{"another protocol", "SSH-2.0-x\r\n\r\n", 400},
		{"garbage", "\x16\x03\x01\x00\xa5\x01\x00\r\n\r\n", 400},
		{"folded header", "GET /api/apps HTTP/1.1\r\n" + h + " X: y\r\n\r\n", 400},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := raw(t, address, tt.text); got != tt.want {
				t.Errorf("status %d, want %d", got, tt.want)
			}
		})
	}
}

func TestHostileQueriesAndPathsNeverBreakAnything(t *testing.T) {
	t.Parallel()
	address := serveRaw(t)
	pieces := []string{
		"%", "%2", "%zz", "%00", "%0d%0a", "%ff", "%c0%af", "%2e%2e%2f", "..", "../", "//", "/./", ";", "&", "&&", "=", "==", "?", "??", "#", "%23",
		"'", "\"", "<script>", "{}", "[]", "|", "\\", "^", "`", "~", "$", "(", ")", "*", "+", ",", "!", "@", ":", "%u0041", "%e2%80%ae", "\x7f", "\x01",
		"\xff", "\xc3\xa9", "limit=-1", "limit=1e9", "limit=" + strings.Repeat("9", 400), "offset=NaN", "ids[]=1", "__proto__=1", "a=%", "id=%00", "x=" + strings.Repeat("%41", 500),
	}
	n := 0
	for _, base := range []string{"/api/apps", "/api/apps?", "/api/devices/", "/api/devices/x?a=", "/"} {
		for _, piece := range pieces {
			n++
			code := raw(t, address, fmt.Sprintf("GET %s%s HTTP/1.1\r\nHost: localhost\r\n\r\n", base, piece))
			if code == 0 || code >= 500 || code >= 300 && code < 400 {
				t.Errorf("%s%s: status %d", base, piece, code)
			}
		}
	}
	if n < 100 {
		t.Errorf("only %d variants", n)
	}
}

func TestConnectionSurvivesARefusal(t *testing.T) {
	t.Parallel()
	conn, err := net.Dial("tcp", serveRaw(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	for _, want := range []int{403, 404, 400, 200} {
		text := map[int]string{
			403: "POST /api/focus HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
			404: "GET /api/nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n",
			400: "GET /api/apps HTTP/1.1\r\nHost: evil.example\r\n\r\n",
			200: "GET /api/apps HTTP/1.1\r\nHost: localhost\r\n\r\n",
		}[want]
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != want {
			t.Errorf("status %d, want %d, %v", res.StatusCode, want, err)
		}
		res.Body.Close()
	}
}

// A client that asks for the connection to be closed, as some libraries and proxies always
// do, sends the whole body before it reads the answer.
func TestRefusalOfAnUnreadBodyReachesAClientThatClosesTheConnection(t *testing.T) {
	t.Parallel()
	address := serveRaw(t)
	const size = 3 << 20
	long := strings.Repeat(" ", size)
	const h = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
	const o = h + "Origin: http://localhost\r\n"
	for _, tt := range []struct {
		name, head string
		want       int
	}{
		{"over the cap", "POST /api/focus" + o, http.StatusRequestEntityTooLarge},
		{"foreign origin", "POST /api/backup/restore" + h, http.StatusForbidden},
		{"no token", "POST /api/backup/restore" + o, http.StatusUnauthorized},
		{"no such route", "POST /api/nowhere" + o, http.StatusNotFound},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text := fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", tt.head, size, long)
			if got := raw(t, address, text); got != tt.want {
				t.Errorf("status %d, want %d", got, tt.want)
			}
		})
	}
}
