package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/internal/wording"
)

// failureView is the data of the screen that explains a failure.
type failureView struct {
	Status int
	Title  language.Words
	Hint   language.Words // what exactly was refused; empty: unknown
	Advice language.Words
	Wait   language.Words
	Again  string // the screen to request again; empty: that would fail again
	From   string // the screen that the request came from; empty: unknown
}

func (v failureView) write(m *ui.Markup) {
	m.Add(`<div class="narrow">
		<p class="code">{}</p>
		<h1>{}</h1>
	`, v.Status, v.Title)
	if v.Hint != "" {
		m.Add(`<p>{}.</p>
		`, v.Hint)
	}
	m.Add(`<p>{}</p>
	`, v.Advice)
	if v.Wait != "" {
		m.Add(`<p>Try again in {}.</p>
		`, v.Wait)
	}
	m.Add(`<p>`)
	if v.Again != "" {
		m.Add(`<a href="{}{}">Try again</a> · `, m.Base, v.Again)
	}
	if v.From != "" {
		m.Add(`<a href="{}{}">Back</a> · `, m.Base, v.From)
	}
	m.Add(`<a href="{}/">Changes</a></p>
		</div>
	`, m.Base)
}

// Fail returns the screen for a request that was refused or has failed: the form to sign in if
// that would help, otherwise an explanation.
func (s *Site) Fail(r ui.Request, f ui.Failure) (ui.Reply, error) {
	session, err := r.Session()
	if err != nil {
		session = ui.Session{}
	}
	next := ui.Origin(r)
	if f.Access && session.Configured && !session.ByHost {
		return s.kit.Render(r, ui.Head{Title: "Sign in", Status: f.Status}, signInView{
			Next: next, Why: "This needs the admin token: the service can be reached by others. Afterwards you come back to where you were.",
			Text: written(f.Form),
		}.write)
	}
	say := ui.Say(r)
	hint := language.Words(wording.Stored(say, "", f.Hint))
	if say != language.English && string(hint) == f.Hint { // it is for programs
		hint = ""
	}
	view := failureView{Status: f.Status, Title: language.Words(f.Sentence), Hint: hint, Advice: advice(say, f.Status, f.Access, session)}
	reads := r.HTTP().Method == http.MethodGet || r.HTTP().Method == http.MethodHead
	if reads && (f.Status == http.StatusTooManyRequests || f.Status >= http.StatusInternalServerError) {
		view.Again = next
	}
	if from := ui.From(r, ""); !reads || from != next { // do not link back to the screen that failed
		view.From = from
	}
	if f.RetryAfter > 0 {
		view.Wait = say.Lasting(f.RetryAfter)
	}
	return s.kit.Render(r, ui.Head{Title: view.Title, Status: f.Status}, view.write)
}

// written returns the text that a user wrote into a form.
func written(form url.Values) string {
	for _, area := range []string{"body", "rationale", "apps", "note"} {
		if text := strings.TrimSpace(form.Get(area)); text != "" {
			return text
		}
	}
	return ""
}

// advice returns what to do about a failure.
func advice(say *language.Language, status int, access bool, session ui.Session) language.Words {
	switch {
	case access && session.ByHost:
		return "Sign in to that program with an account that may do this, or ask its administrator."
	case access && session.User != "":
		return say.Text("You are signed in as %s, who may only read. SERVICE_TRUSTED_ADMINS names who may do more.", session.User)
	case access, status == http.StatusForbidden && session.Exposed && !session.Configured:
		return "Others can reach this service, and it has no admin token. Set AUDITOR_ADMIN_TOKEN and start it again."
	case status == http.StatusForbidden:
		return "The request did not come from this page. Open the page under its own address and try again."
	case status == http.StatusNotFound:
		return "There is nothing at this address. It may have been removed."
	case status == http.StatusBadRequest:
		return "The address or the form has a value that cannot be used."
	case status == http.StatusMethodNotAllowed:
		return "This is the address of a form. Open the screen that has the form, and send it from there."
	case status == http.StatusRequestEntityTooLarge:
		return "Nothing was changed. The file or the text is too large: shorten it, or send a list in several parts."
	case status == http.StatusTooManyRequests:
		return "This was done too often in a short time."
	case status >= http.StatusInternalServerError:
		return "Nothing was changed. The log of the service names the cause."
	}
	return "Nothing was changed."
}
