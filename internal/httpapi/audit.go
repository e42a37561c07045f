package httpapi

import "github.com/privacylabels/auditor/internal/audit"

// line returns the line of the audit log about a request.
func (a *API) line(r *request, action, detail string, success bool) audit.Line {
	return audit.Line{
		Actor: a.actor(r), Action: action, Detail: detail, Success: success,
		Source: a.source(r), Sender: a.addressKey(r.Request),
	}
}

// source returns who can cause lines like that of this request: an administrator or, if there
// is a token and the request does not have it, anyone. The audit log limits the latter.
func (a *API) source(r *request) audit.Source {
	if !a.token.Configured {
		return audit.Admin
	}
	if ok, err := a.unlocked(r); ok && err == nil {
		return audit.Admin
	}
	return audit.Open
}

// noteRefusal adds a line about a refused request, unless it already has one.
func (a *API) noteRefusal(r *request, why string) { a.refuse(r, audit.Refusal, why) }

// noteGuess adds a line about a request whose admin token was refused.
func (a *API) noteGuess(r *request, why string) {
	r.noted = false // a login may also have a token in its header, which is another guess
	a.refuse(r, audit.Guess, why)
}

func (a *API) refuse(r *request, source audit.Source, why string) {
	if r.noted {
		return
	}
	r.noted = true
	name := "api"
	if r.row != nil {
		name = r.row.action
	}
	a.audits.Add(audit.Line{
		Actor: a.actor(r), Action: name + "." + why, Detail: r.String(), Source: source, Sender: a.addressKey(r.Request),
	})
}
