package netguard

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// maxFailure is the maximum length of a failure's text in runes.
const maxFailure = 300

// Failure is why a request got no complete response. Its text names the host and the
// cause; the URL's user and query, which may be secrets, are not in it.
type Failure struct {
	Code storage.FailureCode
	text string
	err  error
}

func (f *Failure) Error() string { return f.text }

// Unwrap returns the error that was explained.
func (f *Failure) Unwrap() error { return f.err }

// Explain classifies the error of a request or of reading a response. An error of no
// known kind gets the code [storage.FailureOther]. The result is nil only for nil.
func Explain(err error) *Failure {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*Failure](err); ok {
		return known
	}
	text := err.Error()
	if request, ok := errors.AsType[*url.Error](err); ok {
		text = request.Err.Error()
		if at, err := url.Parse(request.URL); err == nil && at.Host != "" {
			text = "cannot reach " + at.Host + ": " + text
		}
	}
	return &Failure{Code: codeOf(err), text: Redact(text), err: err}
}

// codeOf returns the kind of an error. A timeout of the resolver counts as dns, and one
// of the proxy as proxy.
func codeOf(err error) storage.FailureCode {
	dial, _ := errors.AsType[*net.OpError](err)
	timeout, _ := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, ErrForbidden):
		return storage.FailureAddress
	case errors.Is(err, ErrTooLarge):
		return storage.FailureTooLarge
	case errors.Is(err, ErrProxy), dial != nil && dial.Op == "proxyconnect":
		return storage.FailureProxy
	case is[*net.DNSError](err):
		return storage.FailureDNS
	case errors.Is(err, context.DeadlineExceeded), timeout != nil && timeout.Timeout():
		return storage.FailureTimeout
	case is[*tls.CertificateVerificationError](err), is[x509.UnknownAuthorityError](err), is[x509.HostnameError](err),
		is[x509.CertificateInvalidError](err), is[tls.RecordHeaderError](err), errors.Is(err, http.ErrSchemeMismatch), is[tls.AlertError](err), remoteAlert(dial):
		return storage.FailureTLS
	case dial != nil, is[*url.Error](err), errors.Is(err, io.ErrUnexpectedEOF):
		return storage.FailureConnection
	}
	return storage.FailureOther
}

// remoteAlert reports whether the other side ended a TLS handshake.
func remoteAlert(e *net.OpError) bool {
	return e != nil && (e.Op == "remote error" || e.Op == "local error")
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// secrets matches the user, the query and the fragment of URLs in a text.
var secrets = regexp.MustCompile(`//[^\s/@"]*@|[?#][^\s"']+`)

// Redact removes what may be secret from the URLs in a text, and what is not printable,
// and shortens it.
func Redact(text string) string {
	text = secrets.ReplaceAllStringFunc(text, func(part string) string {
		if strings.HasPrefix(part, "//") {
			return "//"
		}
		return ""
	})
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool { return r <= ' ' || r == 0x7f }), " ")
	runes := []rune(text)
	return string(runes[:min(len(runes), maxFailure)])
}
