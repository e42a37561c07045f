package notify

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// The schemes of mail servers.
const (
	schemeSTARTTLS = "smtp"       // STARTTLS is required
	schemeTLS      = "smtps"      // TLS from the beginning
	schemePlain    = "smtp+plain" // no encryption, for a relay on the same machine or network
)

// MailPorts are the ports on which mail servers accept messages.
func MailPorts() []uint16 { return []uint16{25, 465, 587, 2525} }

// StandardPort returns the default port of a scheme of destinations, or "" for an unknown one.
func StandardPort(scheme string) string {
	switch scheme {
	case "http":
		return "80"
	case "https":
		return "443"
	case schemeSTARTTLS:
		return "587"
	case schemeTLS:
		return "465"
	case schemePlain:
		return "25"
	}
	return ""
}

// mailServer is the parsed address of a mail server.
type mailServer struct {
	scheme, host string
	port         int
}

// mailServerOf parses the address of a mail server, such as smtp://mail.example.org:587.
func mailServerOf(address string) (mailServer, error) {
	u, err := url.Parse(address)
	if err != nil {
		return mailServer{}, errors.New("not a URL")
	}
	port := cmp.Or(u.Port(), StandardPort(u.Scheme))
	s := mailServer{scheme: u.Scheme, host: u.Hostname()}
	switch {
	case !slices.Contains([]string{schemeSTARTTLS, schemeTLS, schemePlain}, u.Scheme):
		return s, fmt.Errorf("unknown scheme %.20q", u.Scheme)
	case s.host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "":
		return s, errors.New("must have a host and a port, and nothing else")
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || number == 0 {
		return s, errors.New("invalid port")
	}
	s.port = int(number)
	return s, nil
}

// mail makes one attempt to deliver a message by e-mail.
func (o *Outbox) mail(ctx context.Context, e endpoint, id string, m message) result {
	if o.config.Dial == nil {
		return result{failure: "This service has no access to mail servers"}
	}
	server, err := mailServerOf(e.URL)
	if err != nil {
		return result{failure: "The address of the mail server is invalid"}
	}
	msg, err := o.mailOf(e, id, m)
	if err != nil {
		return result{failure: "The message could not be written"}
	}
	var conn net.Conn // closed below, because the library leaves it open after some errors
	defer func() {
		if conn != nil {
			conn.Close()
		}
	}()
	client, err := o.mailClient(ctx, e, server, &conn)
	if err != nil {
		return result{failure: "The address of the mail server is invalid"}
	}
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return e.mailFailure(errors.Join(ctx.Err(), err))
	}
	sent := result{status: 250}
	err = client.SendWithSMTPClient(session, msg)
	if willing := e.willing(session, err); len(willing) > 0 {
		sent.reservation = storage.Text(fmt.Sprintf("%d of %d recipients were refused", len(recipients(e.To))-len(willing), len(recipients(e.To))))
		sent.cause = e.conceal(err)
		if err = msg.To(willing...); err == nil {
			err = client.SendWithSMTPClient(session, msg)
		}
	}
	if err != nil && !msg.IsDelivered() {
		return e.mailFailure(errors.Join(ctx.Err(), err))
	}
	_ = client.CloseWithSMTPClient(session) // the message was accepted
	return sent
}

// mailClient returns a client of a mail server, which stores its connection in conn and closes
// it when the context ends.
func (o *Outbox) mailClient(ctx context.Context, e endpoint, server mailServer, conn *net.Conn) (*mail.Client, error) {
	config := &tls.Config{ServerName: server.host, RootCAs: o.roots, MinVersion: tls.VersionTLS12}
	options := []mail.Option{
		mail.WithPort(server.port), mail.WithTimeout(AttemptTimeout), mail.WithHELO(domainOf(e.From)), mail.WithTLSConfig(config),
		mail.WithTLSPolicy(map[string]mail.TLSPolicy{
			schemeSTARTTLS: mail.TLSMandatory, schemePlain: mail.NoTLS,
			schemeTLS: mail.TLSOpportunistic, // the dialed connection is already encrypted
		}[server.scheme]),
		mail.WithDialContextFunc(func(dialing context.Context, network, address string) (net.Conn, error) {
			dialed, err := o.config.Dial(dialing, network, address)
			if err != nil {
				return nil, err
			}
			*conn = dialed
			context.AfterFunc(ctx, func() { dialed.Close() })
			if server.scheme != schemeTLS {
				return dialed, nil
			}
			over := tls.Client(dialed, config)
			return over, over.HandshakeContext(dialing)
		}),
	}
	if e.User != "" {
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(e.User), mail.WithPassword(e.Secret))
	}
	return mail.NewClient(server.host, options...)
}

// domainOf returns the domain of a mail address. The service introduces itself to mail servers
// by that of the sender (RFC 5321, section 4.1.1.1): the name of the machine is often not one of
// the domain name system, as in a container, and is nothing that recipients should see.
func domainOf(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// willing returns the recipients that a message can be sent to although it failed with the
// given error, because the server refuses the others for good. It returns none if the server
// may accept more of them later, so that none gets the message twice.
func (e endpoint) willing(session *smtp.Client, failure error) []string {
	refusal, ok := errors.AsType[*mail.SendError](failure)
	all := recipients(e.To)
	if !ok || refusal.Reason != mail.ErrSMTPRcptTo || len(all) == 1 || session.Mail("<"+e.From+">") != nil {
		return nil
	}
	var willing []string
	for _, to := range all {
		err := session.Rcpt("<" + to + ">")
		if no, ok := errors.AsType[*textproto.Error](err); err != nil && (!ok || no.Code < 500) {
			willing = nil
			break
		}
		if err == nil {
			willing = append(willing, to)
		}
	}
	if session.Reset() != nil {
		return nil
	}
	return willing
}

// conceal returns what a mail server said, for the log: without the addresses of people.
func (e endpoint) conceal(err error) string {
	text := err.Error()
	for _, secret := range append(recipients(e.To), e.From, e.User) {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, hide(secret))
		}
	}
	return line(text, maxTitle)
}

// mailOf returns a message as an e-mail. Its texts are not trusted: the subject is reduced to
// one line, and subject and body are encoded where they are not ASCII.
func (o *Outbox) mailOf(e endpoint, id string, m message) (*mail.Msg, error) {
	title, lines := Email.row().format.fit(m)
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent(), mail.WithEncoding(mail.EncodingQP), mail.WithCharset(mail.CharsetUTF8))
	if err := msg.From(e.From); err != nil {
		return nil, err
	}
	if err := msg.To(recipients(e.To)...); err != nil {
		return nil, err
	}
	// What looks like an encoded word would be sent as it is, and decoded by who reads it.
	msg.Subject(strings.ReplaceAll(line(title, maxTitle), "=?", "= ?"))
	msg.SetDateWithValue(o.config.Now())
	msg.SetMessageIDWithValue(id + "@" + domainOf(e.From)) // the same in every attempt
	msg.SetGenHeader(mail.Header("Auto-Submitted"), "auto-generated")
	switch priorityOf(m) {
	case high:
		msg.SetImportance(mail.ImportanceHigh)
	case low:
		msg.SetImportance(mail.ImportanceLow)
	}
	text := strings.Join(lines, "\n")
	if text == "" {
		text = title
	}
	msg.SetBodyString(mail.TypeTextPlain, text+"\n")
	return msg, nil
}

// mailFailure returns the result of an attempt that failed.
func (e endpoint) mailFailure(err error) result {
	r := result{cause: e.conceal(err)}
	if refusal, ok := errors.AsType[*textproto.Error](err); ok {
		r.status = refusal.Code
	}
	if refusal, ok := errors.AsType[*mail.SendError](err); ok {
		r.status = refusal.ErrorCode()
		// A refusal after the recipients were accepted is due to the content.
		r.unwelcome = r.status >= 500 && (refusal.Reason == mail.ErrSMTPData || refusal.Reason == mail.ErrSMTPDataClose)
	}
	switch {
	case r.status == 535 || r.status == 534 || r.status == 538:
		r.failure = "The mail server refused the user or the password"
	case r.status != 0:
		r.failure = storage.Text(fmt.Sprintf("SMTP %d", r.status))
	default:
		r.failure, r.cause = explainMail(err), causeOf(err)
	}
	return r
}

// explainMail returns a sentence that explains why there was no response.
func explainMail(err error) storage.Text {
	if strings.Contains(err.Error(), "STARTTLS") && netguard.Explain(err).Code != storage.FailureTLS {
		return "The mail server does not offer STARTTLS"
	}
	return explain(err)
}
