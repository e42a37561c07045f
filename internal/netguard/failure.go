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

// maxFailure is the maximum length of the text of a failure, in runes.
const maxFailure = 300

// Failure explains why a request got no complete response. Its text names the host and the
// cause. It does not contain the user and the query of the URL, which may be secrets.
type Failure struct {
	Code storage.FailureCode
	text string
	err  error
}

func (f *Failure) Error() string { return f.text }

// Unwrap returns the original error.
func (f *Failure) Unwrap() error { return f.err }

// Explain classifies the error of a request or of reading a response. An unknown error gets
// the code [storage.FailureOther]. The result is nil only if err is nil.
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

// codeOf returns the code of an error. A timeout of the resolver counts as dns, and a timeout
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

// remoteAlert reports whether a TLS handshake ended with an alert.
func remoteAlert(e *net.OpError) bool {
	return e != nil && (e.Op == "remote error" || e.Op == "local error")
}

func is[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// secrets matches the user, the query and the fragment of URLs in a text.
var secrets = regexp.MustCompile(`//[^\s/@"]*@|[?#][^\s"']+`)

// Redact removes the parts of URLs in a text that may be secret and characters that are not
// printable, and shortens the text.
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
