package notify_test

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"
)

// mailbox is a mail server with as much of SMTP (RFC 5321) as a client needs, and the
// messages that it accepted.
type mailbox struct {
	t        testing.TB
	startTLS bool              // it offers STARTTLS
	implicit bool              // it begins with TLS
	user     string            // "user:password"; empty: it takes messages from anyone
	answer   map[string]string // answers other than usual, by the first word of a command or all of it; "." is the end of a message
	hang     bool              // it accepts connections and is silent

	identity tls.Certificate
	roots    *x509.CertPool

	mu   sync.Mutex
	mail []mailed
}

// mailed is a message with its envelope.
type mailed struct {
	helo string // the name by which the client introduced itself, last
	from string
	to   []string
	text string
	tls  bool
	auth string
}

// newMailbox returns a server with a certificate for mail.example.
func newMailbox(t testing.TB) *mailbox {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "mail.example"}, DNSNames: []string{"mail.example"},
		NotBefore: time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC), NotAfter: time.Date(2090, 1, 1, 0, 0, 0, 0, time.UTC),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	own, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	m := &mailbox{t: t, identity: tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, roots: x509.NewCertPool()}
	m.roots.AddCert(own)
	return m
}

func (m *mailbox) got() []mailed {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]mailed(nil), m.mail...)
}

// serve speaks with one client until it leaves.
func (m *mailbox) serve(conn net.Conn) {
	defer conn.Close()
	if m.hang {
		io.Copy(io.Discard, conn)
		return
	}
	var now mailed
	secure := func() {
		conn, now.tls = tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{m.identity}}), true
	}
	if m.implicit {
		secure()
	}
	in := textproto.NewReader(bufio.NewReader(conn))
	say := func(line string) { fmt.Fprintf(conn, "%s\r\n", line) }
	say("220 mail.example ESMTP")
	for {
		line, err := in.ReadLine()
		if err != nil {
			return
		}
		word := strings.ToUpper(strings.Fields(line + " x")[0])
		answer, ok := m.answer[word]
		if !ok {
			answer, ok = m.answer[line]
		}
		if ok {
			say(answer)
			continue
		}
		switch word {
		case "EHLO":
			now.helo = strings.TrimPrefix(line, "EHLO ")
			say("250-mail.example")
			if m.startTLS && !now.tls {
				say("250-STARTTLS")
			}
			if m.user != "" {
				say("250-AUTH LOGIN PLAIN")
			}
			say("250 8BITMIME")
		case "STARTTLS":
			say("220 go ahead")
			secure()
			in = textproto.NewReader(bufio.NewReader(conn))
		case "AUTH":
			given, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(line, "AUTH PLAIN "))
			if now.auth = strings.ReplaceAll(strings.TrimPrefix(string(given), "\x00"), "\x00", ":"); now.auth != m.user {
				say("535 5.7.8 wrong")
				continue
			}
			say("235 welcome")
		case "MAIL":
			if m.user != "" && now.auth != m.user {
				say("530 5.7.0 sign in first")
				continue
			}
			now.from, now.to = line, nil
			say("250 ok")
		case "RCPT":
			now.to = append(now.to, strings.Trim(strings.TrimPrefix(line, "RCPT TO:"), "<>"))
			say("250 ok")
		case "DATA":
			say("354 go on")
			text, err := in.ReadDotBytes()
			if err != nil {
				return
			}
			if answer, ok := m.answer["."]; ok {
				say(answer)
				continue
			}
			now.text = string(text)
			m.mu.Lock()
			m.mail = append(m.mail, now)
			m.mu.Unlock()
			say("250 kept")
		case "QUIT":
			say("221 bye")
			return
		case "RSET", "NOOP":
			say("250 ok")
		default:
			say("500 what?")
		}
	}
}

// dial connects to the server over a pipe, as if it were on the network.
func (m *mailbox) dial() net.Conn {
	near, far := net.Pipe()
	b := buffered{far, make(chan []byte, 1000)}
	go func() {
		for text := range b.out {
			if _, err := far.Write(text); err != nil {
				break
			}
		}
		far.Close()
	}()
	go func() {
		m.serve(b)
		close(b.out)
	}()
	return near
}

// buffered is a pipe whose one end does not wait until what it writes is read. A network
// has buffers too, and without them both ends of a TLS connection can wait for each other.
type buffered struct {
	net.Conn
	out chan []byte
}

func (b buffered) Write(text []byte) (int, error) {
	b.out <- append([]byte(nil), text...)
	return len(text), nil
}

// Close does nothing: what was written is still sent.
func (buffered) Close() error { return nil }
