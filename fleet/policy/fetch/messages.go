package fetch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/storage"
)

// message explains a cause to users.
type message struct {
	cause  error
	text   string
	advice []string // what users can try
}

const openIt = "Open the URL in a browser and check whether it shows the policy."

func messages() []message {
	return []message{
		{ErrAddress, "The URL of the policy, or a redirect, is not allowed.", []string{
			"Check the URL: it must be public, with http or https, and redirect to such URLs only.", "A site on a private network must be allowed in the configuration of the service.",
		}},
		{ErrRefused, "The site of the policy refused to show it.", []string{openIt, "The site may block programs; the next run tries again."}},
		{ErrTimeout, "The site of the policy took too long to answer.", []string{openIt, "The site may be slow at the moment; the next run tries again."}},
		{ErrUnreachable, "The site of the policy could not be reached.", []string{openIt, "Check that this machine reaches the network and resolves names."}},
		{ErrTooLarge, "The policy is too large to be saved.", []string{"A page may have 6 MiB, one of the web archive 8 MiB, and the text 1 MiB; the App Store may know another URL of the policy."}},
		{ErrUnsupported, "The policy is neither a web page, nor plain text, nor a PDF file.", []string{
			"Only web pages, plain text and PDF are read; the App Store may know another URL of the policy.",
		}},
		{ErrUnreadable, "The page of the policy could not be read.", []string{openIt, "A PDF file must not be encrypted, or consist of images of its pages."}},
		{ErrNotPolicy, "The page at the URL of the policy is another one.", []string{openIt, "The site may have moved its policy; the App Store may know another URL."}},
		{ErrTooShort, "The page has too little text to be a policy.", []string{openIt, "The page may show its text by scripts only, or after a visitor has consented."}},
	}
}

// messageOf returns the message of the cause of an error.
func messageOf(err error) message {
	for _, m := range messages() {
		if errors.Is(err, m.cause) {
			return m
		}
	}
	return message{text: "The policy could not be fetched."}
}

// Explain returns a sentence for people on why a policy could not be fetched. It
// shows nothing of the underlying error, except why a page is not the policy.
func Explain(err error) string {
	text := messageOf(err).text
	if failed, ok := errors.AsType[*Error](err); ok && errors.Is(failed.Cause, ErrNotPolicy) && failed.Err != nil {
		return fmt.Sprintf("%s: %v.", strings.TrimSuffix(text, "."), failed.Err)
	}
	return text
}

// ExplainsPage reports whether a sentence of [Explain] is about what the page shows: it is
// another one than the policy, or has too little text.
func ExplainsPage(sentence string) bool {
	return slices.ContainsFunc([]error{ErrNotPolicy, ErrTooShort}, func(cause error) bool {
		return strings.HasPrefix(sentence, strings.TrimSuffix(messageOf(cause).text, "."))
	})
}

// Diagnosis returns JSON members that help to find out why a fetch failed. It contains
// only the requested URL and facts about the response.
func (e *Error) Diagnosis(asked string) map[string]any {
	d := map[string]any{"requestedUrl": asked}
	for name, text := range map[string]string{
		"finalUrl": plaintext.Line(e.FinalURL), "contentType": plaintext.Line(e.ContentType), "origin": string(e.Origin), "networkHint": e.networkHint(),
	} {
		if text != "" {
			d[name] = text
		}
	}
	if e.Status != 0 {
		d["httpStatus"] = e.Status
	}
	if advice := messageOf(e.Cause).advice; advice != nil {
		d["troubleshoot"] = advice
	}
	return d
}

// networkHint names the kind of a network error.
func (e *Error) networkHint() string {
	switch why := netguard.Explain(e); {
	case errors.Is(e, ErrTimeout):
		return "timeout"
	case !errors.Is(e, ErrUnreachable):
		return ""
	case errors.Is(e, syscall.ECONNRESET):
		return "connection_reset"
	case why.Code == storage.FailureDNS, why.Code == storage.FailureTLS, why.Code == storage.FailureProxy:
		return string(why.Code)
	}
	return "network"
}
