package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// activityType is the type of all lines on policies in the activity log.
const activityType = "policy_summary"

// tellOf writes a line on an attempt in the activity log. Mode says what it was
// part of.
func (r *Reader) tellOf(tx storage.Tx, a attempt, read Reading, mode string) error {
	line := storage.Activity{
		Type: activityType, Status: activity.OK, App: a.app.ID, AppName: storage.Text(a.app.Name),
		StartedAt: a.started, EndedAt: storage.NullTime(a.ended),
	}
	members := map[string]any{"mode": mode, "phase": FetchPhase, "status": read.Analysis.Status, "event": read.Event}
	if a.failed != nil {
		line.Status = activity.Failed
		members["error"], members["fetchDiagnostics"] = read.Analysis.Error, a.failed.diagnose(string(a.app.PrivacyPolicyURL))
	}
	line.Summary, line.Detail = storage.Text(sentence(a, read)), detail(members)
	return activity.Record(tx, r.random, line)
}

func sentence(a attempt, read Reading) string {
	switch read.Event {
	case First:
		return fmt.Sprintf("%s: policy of %d words", a.app.Name, a.source.Words)
	case Same:
		return a.app.Name + ": policy as before"
	case Changed:
		return a.app.Name + ": policy changed"
	}
	return fmt.Sprintf("%s: %s", a.app.Name, read.Analysis.Error)
}

// Explain says in a sentence for people why a policy could not be fetched. It
// never shows what happened underneath.
func Explain(err error) string {
	for _, known := range []struct {
		cause error
		text  string
	}{
		{ErrDisabled, "Fetching policies is switched off."},
		{ErrNoPolicy, "The app names no privacy policy."},
		{ErrBusy, "Somebody else works on the policy."},
		{storage.ErrNotFound, "The app is not tracked."},
		{ErrAddress, "The address of the policy is none that may be asked."},
		{ErrRefused, "The site of the policy refused to show it."},
		{ErrTimeout, "The site of the policy took too long to answer."},
		{ErrUnreachable, "The site of the policy could not be reached."},
		{ErrTooLarge, "The policy is too large to be kept."},
		{ErrUnsupported, "The policy is neither a web page, nor plain text, nor a PDF file."},
		{ErrUnreadable, "The page of the policy could not be read."},
		{ErrTooShort, "The page has too little text to be a policy."},
		{runner.ErrAbandoned, "The process ended twice while working on this app; skipped."},
	} {
		if errors.Is(err, known.cause) {
			return known.text
		}
	}
	return "The policy could not be fetched."
}

// diagnose returns what helps to find out why a fetch failed. Nothing in there is
// more than the address that was asked and how its site answered.
func (e *FetchError) diagnose(asked string) map[string]any {
	d := map[string]any{"requestedUrl": asked}
	for name, text := range map[string]string{
		"finalUrl": line(e.FinalURL), "contentType": line(e.ContentType), "origin": string(e.Origin), "networkHint": e.hint(),
	} {
		if text != "" {
			d[name] = text
		}
	}
	if e.Status != 0 {
		d["httpStatus"] = e.Status
	}
	if advice := e.advice(); advice != nil {
		d["troubleshoot"] = advice
	}
	return d
}

// advice says what people may try.
func (e *FetchError) advice() []string {
	const look = "Open the address in a browser and see whether it shows the policy."
	for _, known := range []struct {
		cause error
		text  []string
	}{
		{ErrAddress, []string{"Check the address: it must be public, with http or https, and lead to no other kind of address.", "A site on a network of one's own has to be allowed in the configuration of the service."}},
		{ErrRefused, []string{look, "The site may turn programs away; the next run asks it again."}},
		{ErrTimeout, []string{look, "The site may be slow only now; the next run asks it again."}},
		{ErrUnreachable, []string{look, "Check that this machine reaches the network, and resolves names."}},
		{ErrTooLarge, []string{"The page has more than is read; the store may know of another address of the policy."}},
		{ErrUnsupported, []string{"A web page, plain text or PDF is read; the store may know of another address of the policy."}},
		{ErrUnreadable, []string{look, "A PDF file must not be locked, or be made of pictures of its pages."}},
		{ErrTooShort, []string{look, "The page may show its text by scripts only, or after a visitor has consented."}},
	} {
		if errors.Is(e.Cause, known.cause) {
			return known.text
		}
	}
	return nil
}

// hint says in a word what kind of trouble a network made.
func (e *FetchError) hint() string {
	var name *net.DNSError
	switch {
	case errors.Is(e, ErrTimeout):
		return "timeout"
	case !errors.Is(e, ErrUnreachable):
		return ""
	case errors.As(e, &name):
		return "dns"
	case errors.Is(e, syscall.ECONNRESET):
		return "connection_reset"
	}
	return "network"
}

// detail encodes what is made of plain values only, so it cannot fail.
func detail(members any) json.RawMessage {
	b, err := json.Marshal(members)
	if err != nil {
		panic("policy: encode detail: " + err.Error())
	}
	return b
}
