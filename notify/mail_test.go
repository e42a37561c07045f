package notify_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/mail"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// byMail returns the change that makes a destination of e-mails by a server.
func byMail(server, user, password string) notify.DestinationChange {
	c := change(notify.Email, server)
	c.User, c.Secret = &user, &password
	c.From, c.To = ptr("auditor@example.org"), ptr("me@example.org, you@example.org")
	return c
}

// post opens an outbox that reaches a mail server at an address, with a destination there.
func postOffice(t *testing.T, m *mailbox, at string, c notify.DestinationChange) (*office, *notify.Outbox, notify.Destination) {
	t.Helper()
	o := newOffice(t, storagetest.Strict(t, memory.New()))
	box := notify.NewOutbox(notify.OutboxConfig{
		Env:    storage.Env{Store: o.store, Now: time.Now, Random: rand.Reader, Logger: slog.New(slog.NewTextHandler(&o.log, nil))},
		Client: &http.Client{},
		Dial: func(_ context.Context, network, address string) (net.Conn, error) {
			if network != "tcp" || address != at {
				return nil, errors.New("dialed is " + network + " " + address)
			}
			return m.dial(), nil
		},
	})
	notify.TrustMailServers(box, m.roots)
	t.Cleanup(func() { box.Stop(0) })
	return o, box, add(t, box, c)
}

func TestMail(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		url, at        string
		user, password string
		server         func(*mailbox)
		want           notify.TestResult
	}{
		"STARTTLS": {"smtp://mail.example", "mail.example:587", "", "", func(m *mailbox) { m.startTLS = true }, notify.TestResult{OK: true, Status: 250}},
		"STARTTLS and a user": {
			"smtp://mail.example:2525/", "mail.example:2525", "me", "pw", func(m *mailbox) { m.startTLS, m.user = true, "me:pw" },
			notify.TestResult{OK: true, Status: 250},
		},
		"TLS and a user": {
			"smtps://mail.example", "mail.example:465", "me", "pw", func(m *mailbox) { m.implicit, m.user = true, "me:pw" },
			notify.TestResult{OK: true, Status: 250},
		},
		"plain":       {"smtp+plain://mail.example", "mail.example:25", "", "", func(*mailbox) {}, notify.TestResult{OK: true, Status: 250}},
		"no STARTTLS": {"smtp://mail.example", "mail.example:587", "", "", func(*mailbox) {}, notify.TestResult{Detail: "The mail server does not offer STARTTLS"}},
		"no STARTTLS for a password": {
			"smtp://mail.example", "mail.example:587", "me", "pw", func(m *mailbox) { m.user = "me:pw" },
			notify.TestResult{Detail: "The mail server does not offer STARTTLS"},
		},
		"another host": {
			"smtp://other.example", "other.example:587", "", "", func(m *mailbox) { m.startTLS = true },
			notify.TestResult{Detail: "The certificate or the TLS handshake was refused"},
		},
		"a wrong password": {
			"smtp://mail.example", "mail.example:587", "me", "x", func(m *mailbox) { m.startTLS, m.user = true, "me:pw" },
			notify.TestResult{Status: 535, Detail: "The mail server refused the user or the password"},
		},
		"no user": {"smtp://mail.example", "mail.example:587", "", "", func(m *mailbox) { m.startTLS, m.user = true, "me:pw" }, notify.TestResult{Status: 530, Detail: "SMTP 530"}},
		"an unknown recipient": {
			"smtp://mail.example", "mail.example:587", "", "", func(m *mailbox) {
				m.startTLS, m.answer = true, map[string]string{"RCPT": "550 5.1.1 who?"}
			},
			notify.TestResult{Status: 550, Detail: "SMTP 550"},
		},
		"busy": {"smtp://mail.example", "mail.example:587", "", "", func(m *mailbox) {
			m.startTLS, m.answer = true, map[string]string{"EHLO": "421 later", "HELO": "421 later"}
		}, notify.TestResult{Status: 421, Detail: "SMTP 421"}},
		"silent": {"smtp://mail.example", "mail.example:587", "", "", func(m *mailbox) { m.hang = true }, notify.TestResult{Detail: "There was no answer within 10 seconds"}},
		"silent after the message": {
			"smtp://mail.example", "mail.example:587", "", "", func(m *mailbox) { m.startTLS, m.answer = true, map[string]string{"QUIT": "500 no", "RSET": "421 no"} },
			notify.TestResult{OK: true, Status: 250},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMailbox(t)
			tt.server(m)
			synctest.Test(t, func(t *testing.T) {
				_, box, d := postOffice(t, m, tt.at, byMail(tt.url, tt.user, tt.password))
				got, err := box.TestDestination(t.Context(), d.ID)
				if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
					t.Fatalf("(-want +got):\n%s%v", diff, err)
				}
				mail := m.got()
				if !tt.want.OK {
					if len(mail) != 0 {
						t.Errorf("%d messages were accepted", len(mail))
					}
					return
				}
				if len(mail) != 1 || mail[0].tls != !strings.Contains(tt.url, "plain") || mail[0].auth != m.user || !cmp.Equal(mail[0].to, []string{"me@example.org", "you@example.org"}) {
					t.Errorf("accepted is %+v", mail)
				}
				if len(mail) == 1 && mail[0].helo != "example.org" {
					t.Errorf("the client introduced itself as %q, want the domain of the sender", mail[0].helo)
				}
			})
		})
	}
}

// No text of an app gets into the header of a mail except into its subject, and what is
// sent is valid and of bounded size.
func TestMailOfHostileTexts(t *testing.T) {
	t.Parallel()
	m := newMailbox(t)
	m.startTLS = true
	synctest.Test(t, func(t *testing.T) {
		o, box, _ := postOffice(t, m, "mail.example:587", byMail("smtp://mail.example", "", ""))
		o.post(append(hostile(), "=?utf-8?q?a=0d=0aBcc:_x?=", "x\nBcc: other@example.org", "x\r\n.\r\nMAIL FROM:<a@b>")...)
		go box.Deliver(t.Context())
		time.Sleep(time.Minute)
		if n := o.count(storage.DeliveryDelivered); n != len(hostile())+3 {
			t.Fatalf("%d are delivered: %q", n, o.states())
		}
		ids := make(map[string]bool)
		for _, d := range o.deliveries() {
			ids["<"+d.ID+"@example.org>"] = true
		}
		for _, each := range m.got() {
			msg, err := mail.ReadMessage(strings.NewReader(each.text))
			if err != nil {
				t.Errorf("%.400q: %v", each.text, err)
				continue
			}
			var names []string
			for name := range msg.Header {
				names = append(names, name)
			}
			want := []string{"Auto-Submitted", "Content-Transfer-Encoding", "Content-Type", "Date", "From", "Importance", "Message-Id", "Mime-Version", "Priority", "Subject", "To", "X-Msmail-Priority", "X-Priority"}
			if diff := cmp.Diff(want, sorted(names)); diff != "" {
				t.Errorf("the header (-want +got):\n%s", diff)
			}
			subject, err := new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject"))
			if err != nil || utf8.RuneCountInString(subject) > 256 || strings.ContainsAny(subject, "\r\n\x00") || !strings.Contains(subject, "location added") {
				t.Errorf("the subject is %q, %v", subject, err)
			}
			text, err := io.ReadAll(quotedprintable.NewReader(msg.Body))
			if err != nil || !utf8.Valid(text) || len(text) > 64<<10 || len(text) == 0 {
				t.Errorf("the text is %.200q, %v", text, err)
			}
			if !ids[msg.Header.Get("Message-Id")] || len(each.to) != 2 {
				t.Errorf("message %s to %q", msg.Header.Get("Message-Id"), each.to)
			}
			for _, line := range strings.Split(each.text, "\n") {
				if len(line) > 998 {
					t.Errorf("a line of %d bytes", len(line))
				}
			}
		}
	})
}

// A message that is refused for its content is given up, any other is sent again with the
// same id.
func TestMailRetries(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer map[string]string
		want   []string // after an hour
	}{
		"content":   {map[string]string{"DATA": "552 too large"}, []string{"a got worse: location added dead after 3", "b got worse: location added dead after 3"}},
		"spam":      {map[string]string{".": "554 no"}, []string{"a got worse: location added dead after 3", "b got worse: location added dead after 3"}},
		"later":     {map[string]string{"MAIL": "451 later"}, []string{"a got worse: location added pending after 7", "b got worse: location added pending after 0"}},
		"recipient": {map[string]string{"RCPT": "550 who?"}, []string{"a got worse: location added pending after 7", "b got worse: location added pending after 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMailbox(t)
			m.startTLS, m.answer = true, tt.answer
			synctest.Test(t, func(t *testing.T) {
				o, box, _ := postOffice(t, m, "mail.example:587", byMail("smtp://mail.example", "", ""))
				o.post("a", "b")
				go box.Deliver(t.Context())
				time.Sleep(time.Hour)
				got := o.states()
				for i, state := range got { // the jitter decides between two numbers
					got[i] = strings.NewReplacer("after 6", "after 7", "after 8", "after 7").Replace(state)
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A recipient whom the server refuses for good does not keep the message from the others; one
// whom it may accept later does, so that the others do not get it twice.
func TestMailToSomeRecipients(t *testing.T) {
	t.Parallel()
	const me, you = "RCPT TO:<me@example.org>", "RCPT TO:<you@example.org>"
	for name, tt := range map[string]struct {
		answer map[string]string
		to     []string // of the message that is accepted
		test   notify.TestResult
		want   storage.Delivery
	}{
		"one refused": {
			map[string]string{you: "550 5.1.1 <you@example.org>: who?"}, []string{"me@example.org"},
			notify.TestResult{Status: 250, Detail: "1 of 2 recipients were refused"},
			storage.Delivery{State: storage.DeliveryDelivered, LastStatus: 250, LastError: "1 of 2 recipients were refused"},
		},
		"one later": {
			map[string]string{me: "451 later"}, nil,
			notify.TestResult{Status: 451, Detail: "SMTP 451"},
			storage.Delivery{State: storage.DeliveryPending, LastStatus: 451, LastError: "SMTP 451"},
		},
		"one refused, one later": {
			map[string]string{me: "550 who?", you: "451 later"}, nil,
			notify.TestResult{Status: 451, Detail: "SMTP 451"},
			storage.Delivery{State: storage.DeliveryPending, LastStatus: 451, LastError: "SMTP 451"},
		},
		"both refused": {
			map[string]string{me: "550 who?", you: "553 who?"}, nil,
			notify.TestResult{Status: 553, Detail: "SMTP 553"},
			storage.Delivery{State: storage.DeliveryPending, LastStatus: 553, LastError: "SMTP 553"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMailbox(t)
			m.startTLS, m.answer = true, tt.answer
			synctest.Test(t, func(t *testing.T) {
				o, box, d := postOffice(t, m, "mail.example:587", byMail("smtp://mail.example", "", ""))
				got, err := box.TestDestination(t.Context(), d.ID)
				if diff := cmp.Diff(tt.test, got); diff != "" || err != nil {
					t.Errorf("test (-want +got):\n%s%v", diff, err)
				}
				o.post("a")
				go box.Deliver(t.Context())
				time.Sleep(5 * time.Second)
				sent := o.deliveries()[0]
				if diff := cmp.Diff(tt.want, storage.Delivery{State: sent.State, LastStatus: sent.LastStatus, LastError: sent.LastError}); diff != "" {
					t.Errorf("delivery (-want +got):\n%s", diff)
				}
				for _, each := range m.got() {
					if diff := cmp.Diff(tt.to, each.to); diff != "" {
						t.Errorf("recipients (-want +got):\n%s", diff)
					}
				}
				if want := 2 * len(tt.to); len(m.got()) != want {
					t.Errorf("%d messages were accepted, want %d", len(m.got()), want)
				}
			})
		})
	}
}

// The log has what the mail server said, without the addresses of people.
func TestMailFailureIsLogged(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]map[string]string{
		"all refused": {"RCPT": "550 5.1.1 <you@example.org>: no such user"},
		"one refused": {"RCPT TO:<you@example.org>": "550 5.1.1 <you@example.org>: no such user"},
		"the sender":  {"MAIL": "553 5.7.1 auditor@example.org is no such user"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMailbox(t)
			m.startTLS, m.answer = true, answer
			synctest.Test(t, func(t *testing.T) {
				o, box, _ := postOffice(t, m, "mail.example:587", byMail("smtp://mail.example", "", ""))
				o.post("a")
				go box.Deliver(t.Context())
				time.Sleep(5 * time.Second)
				synctest.Wait()
				if text := o.log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "no such user") ||
					strings.Contains(text, "you@") || strings.Contains(text, "auditor@") {
					t.Errorf("the log is %s", text)
				}
			})
		})
	}
}

// One mail a day has all notifications, at the hour of the destination.
func TestMailDigest(t *testing.T) {
	t.Parallel()
	m := newMailbox(t)
	m.startTLS = true
	synctest.Test(t, func(t *testing.T) { // begins at midnight UTC, one hour into the day in Berlin
		c := byMail("smtp://mail.example", "", "")
		c.Frequency, c.Hour, c.TimeZone = ptr(settings.DailySummary), ptr(8), ptr("Europe/Berlin")
		o, box, _ := postOffice(t, m, "mail.example:587", c)
		go box.Deliver(t.Context())
		for range 3 {
			o.post("a", "b", "c")
			time.Sleep(24*time.Hour - 3*time.Millisecond)
		}
		var got []string
		for _, d := range o.deliveries() {
			got = append(got, d.CreatedAt.Std().UTC().Format("02 15:04 ")+d.Title+" "+string(d.State))
		}
		want := []string{
			"01 07:01 Daily summary: 3 apps got worse delivered", "02 07:01 Daily summary: 3 apps got worse delivered", "03 07:01 Daily summary: 3 apps got worse delivered",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if mail := m.got(); len(mail) != 3 || strings.Count(mail[0].text, "location added") != 3 {
			t.Errorf("sent are %+v", mail)
		}
	})
}

// Mail servers are reached through the guard like everything else.
func TestMailIsGuarded(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	m := newMailbox(t)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go m.serve(conn)
		}
	}()
	for allow, want := range map[string]notify.TestResult{
		"10.0.0.0/8": {Detail: "The address may not be called"}, "127.0.0.0/8": {OK: true, Status: 250},
	} {
		guard, err := netguard.New(netguard.WithAllowed(allow), netguard.WithPorts(notify.MailPorts()...))
		if err != nil {
			t.Fatal(err)
		}
		box := notify.NewOutbox(notify.OutboxConfig{Env: storage.Env{Store: memory.New(), Now: time.Now, Random: rand.Reader}, Client: &http.Client{}, Dial: guard.DialContext})
		t.Cleanup(func() { box.Stop(0) })
		d := add(t, box, byMail("smtp+plain://"+l.Addr().String(), "", ""))
		got, err := box.TestDestination(t.Context(), d.ID)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s (-want +got):\n%s%v", allow, diff, err)
		}
	}
}
