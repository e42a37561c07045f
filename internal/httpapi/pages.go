package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/httpapi/access"
	"github.com/privacylabels/auditor/internal/httpapi/cache"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/web"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// pagePolicy is the content security policy of the web page, which replaces that of other
// answers.
var pagePolicy = []string{"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"form-action 'self'; frame-ancestors 'none'; base-uri 'none'"}

// privateCache lets only the browser cache a page, and makes it revalidate each time.
var privateCache = []string{"private, no-cache"}

// byLanguage names what the language of a page depends on.
var byLanguage = []string{"Accept-Language, Cookie"}

// newSite returns the web page of the configuration, or nil if there is none.
func newSite(cfg *Config) (*web.Site, error) {
	if !cfg.Page {
		return nil, nil
	}
	return web.New(ui.Services{Set: cfg.Set, Dir: cfg.DataDir, Icons: cfg.Icons})
}

// screenRoutes returns the routes of the web page. A screen has the rules of an operation:
// its token rule, limit, access, and priority at the App Store. The size of its body is its own.
func (a *API) screenRoutes(rows []*route) ([]*route, error) {
	if a.site == nil {
		return nil, nil
	}
	var pages []*route
	for _, screen := range a.site.Screens() {
		row := &route{screen: true, as: screen.As}
		if screen.As != "" {
			at := slices.IndexFunc(rows, func(row *route) bool { return row.Route == screen.As })
			if at < 0 {
				return nil, fmt.Errorf("httpapi: screen %s: no operation %s", screen.Route, screen.As)
			}
			row.Operation = rows[at].Operation
			row.Cached = false
		} else {
			row.Access = op.Public
		}
		row.MaxBody, row.Upload = cmp.Or(screen.MaxBody, ui.FormSize), screen.Upload
		if screen.Upload {
			row.MaxBody = a.cfg.MaxRestoreBytes
		}
		row.Route = screen.Route
		row.Method, row.Path, _ = strings.Cut(screen.Route, " ")
		row.handle = a.guarded(row.Operation, a.show(screen))
		pages = append(pages, row)
	}
	return pages, nil
}

// show returns the handler of a screen.
func (a *API) show(screen ui.Screen) handler {
	return func(_ http.ResponseWriter, r *request) error {
		v := &visit{request: r}
		if err := screen.CheckQuery(v); err != nil {
			return err
		}
		if err := v.takeForm(screen); err != nil {
			return err
		}
		defer v.dropFile()
		reply, err := a.serveScreen(v, screen)
		if err != nil {
			return err
		}
		if err := r.skipBody(); err != nil {
			return err
		}
		return writePage(r, reply)
	}
}

// writePage sends a reply of the web page.
func writePage(r *request, reply ui.Reply) error {
	h := r.out.Header()
	h["Content-Security-Policy"] = pagePolicy
	for _, cookie := range reply.Cookies {
		cookie.Name, cookie.Secure = access.CookieName(cookie.Name, cookie.Path, r.secure), r.secure
		http.SetCookie(&r.out, cookie)
	}
	status := cmp.Or(reply.Status, http.StatusOK)
	if reply.Location != "" {
		h.Set("Location", reply.Location)
		r.out.WriteHeader(status)
		return nil
	}
	h["Cache-Control"] = privateCache
	if reply.Cache != "" {
		h["Cache-Control"] = []string{reply.Cache}
	}
	if reply.Secret {
		h["Cache-Control"], h["Referrer-Policy"] = noStore, originOnly
	}
	if reply.Language != "" {
		h["Content-Language"], h["Vary"] = []string{reply.Language}, append(h["Vary"], byLanguage...)
	}
	if reply.Vary != "" {
		h["Vary"] = append(h["Vary"], reply.Vary)
	}
	kind := cmp.Or(reply.ContentType, "text/html; charset=utf-8")
	if status == http.StatusOK && len(reply.Cookies) == 0 && !reply.Secret {
		tag := r.api.cache.Tag(reply.Body)
		h["Etag"] = []string{tag}
		if cache.Matches(r.Header["If-None-Match"], tag) {
			r.out.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	return writeBytes(&r.out, r, status, []string{kind}, []string{strconv.Itoa(len(reply.Body))}, reply.Body)
}

// failPage answers with a page that shows an error, and reports whether it did. It does so for
// requests of the web page, and for those of a browser outside the API.
func (a *API) failPage(r *request, told *requestError) bool {
	if a.site == nil || r.host.host == "" || !r.wantsPage() {
		return false
	}
	failure := ui.Failure{
		Status: told.Status, Sentence: told.Message, Access: lacksAccess(told), RetryAfter: told.RetryAfter, Form: a.unreadForm(r, told),
	}
	if told.Status == http.StatusNotFound && r.row != nil { // other hints are for programs
		failure.Hint = told.Hint
	}
	reply, err := a.site.Fail(&visit{request: r}, failure)
	if err != nil {
		a.cfg.Logger.ErrorContext(r.Context(), "error page not rendered", "path", r.URL.Path, "error", err)
		return false
	}
	if writePage(r, reply) != nil { // the client has gone
		panic(http.ErrAbortHandler)
	}
	return true
}

// maxUnreadForm is the maximum size in bytes of a form that is kept for a client that has to
// sign in first. Whatever the route takes otherwise, a stranger can send no more than that.
const maxUnreadForm = 64 << 10

// unreadForm returns the form of a request of this site's own page that lacks the token, so
// that what a user wrote while the session ended is not lost. Nil: there is none, it is not one
// of this page, it is larger than maxUnreadForm, or signing in would not help.
func (a *API) unreadForm(r *request, told *requestError) url.Values {
	if !lacksAccess(told) || r.Method != http.MethodPost || r.row == nil || !r.row.screen || r.bodyTaken ||
		!a.token.Configured || a.sameSite(r) != nil || r.capBody(min(r.row.BodyLimit(), maxUnreadForm)) != nil {
		return nil
	}
	form, err := (&visit{request: r}).Form()
	if err != nil {
		return nil
	}
	return form
}

// wantsPage reports whether to answer a failed request with a page for people.
func (r *request) wantsPage() bool {
	if r.row != nil {
		return r.row.screen
	}
	if e := r.found.endpoint; e != nil { // the path has no such method, for example because the URL of a form was opened
		for _, row := range e.rows {
			if !row.screen {
				return false
			}
		}
	}
	return !strings.HasPrefix(r.URL.Path, "/api/") && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// visit is a request of the web page. It implements the interface that screens use.
type visit struct {
	*request

	form   url.Values // nil: not read
	file   *ui.File   // received before the screen asks for it; nil: none
	unused []ui.Parameter
}

func (v *visit) Base() string { return (&url.URL{Path: v.base()}).EscapedPath() }

// takeForm reads the form that is sent to a screen, and refuses one that the screen does not take. A
// screen that reads no form of its own takes an empty body as well.
func (v *visit) takeForm(screen ui.Screen) error {
	switch {
	case v.sendsForm():
		if err := v.readForm(); err != nil {
			return err
		}
		return screen.CheckForm(v.form)
	case v.Request.Method != http.MethodPost || screen.File != "":
		return nil
	}
	body, err := v.ReadBody()
	if err == nil && len(body) > 0 {
		err = errNotForm
	}
	return err
}

// errNotForm refuses a body that is not the form of a screen.
var errNotForm = &requestError{Status: http.StatusUnsupportedMediaType, Message: "Not a form: send application/x-www-form-urlencoded in UTF-8"}

// sendsForm reports whether the body is the form of a screen.
func (v *visit) sendsForm() bool {
	kind, params, err := mime.ParseMediaType(v.Request.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded" && v.Request.Method == http.MethodPost && isUTF8(params["charset"])
}

// isUTF8 reports whether a text in an encoding is one in UTF-8. Browsers name none for forms.
func isUTF8(charset string) bool {
	return charset == "" || strings.EqualFold(charset, "utf-8") || strings.EqualFold(charset, "us-ascii")
}

func (v *visit) readForm() error {
	body, err := v.ReadBody()
	if err != nil {
		return err
	}
	if v.form, err = url.ParseQuery(string(body)); err != nil {
		return op.BadRequest("The form could not be read")
	}
	return nil
}

func (v *visit) Form() (url.Values, error) {
	if v.form != nil {
		return v.form, nil
	}
	if !v.sendsForm() {
		return nil, errNotForm
	}
	if err := v.readForm(); err != nil {
		return nil, err
	}
	return v.form, nil
}

func (v *visit) Unused(name string) {
	for i, value := range v.Request.URL.Query()[name] {
		if i == maxIgnored {
			break
		}
		v.Ignore(name, value)
		if p := (ui.Parameter{Name: name, Value: value}); len(v.unused) < maxIgnored && !slices.Contains(v.unused, p) {
			v.unused = append(v.unused, p)
		}
	}
}

func (v *visit) AllUnused() []ui.Parameter { return v.unused }

func (v *visit) File(field string) (*ui.File, error) {
	if file := v.file; file != nil {
		v.file = nil
		return file, nil
	}
	return v.receive(field)
}

// dropFile closes a file that the screen did not ask for.
func (v *visit) dropFile() {
	if v.file != nil {
		_ = v.file.Close() // it was only read: nothing is lost
	}
}

// receive writes the file in a field of the form to a temporary file.
func (v *visit) receive(field string) (*ui.File, error) {
	u, err := v.upload(field, func(name string) error {
		if name == field {
			return op.BadRequest("The form has a field twice: %s", name)
		}
		return op.BadRequest("The form has a field that is not known: %.64q", name)
	})
	if err != nil {
		return nil, err
	}
	return &ui.File{File: u.File, Size: u.Size}, nil
}

func (v *visit) Allows(operation string) (bool, error) {
	row := v.api.router.operations[operation]
	if row == nil {
		return false, fmt.Errorf("httpapi: no operation %s", operation)
	}
	refusal, err := v.api.refusal(v.request, row.Access)
	return refusal == nil && err == nil, err
}

func (v *visit) Session() (ui.Session, error) {
	a := v.api
	signedIn, err := a.unlocked(v.request)
	return ui.Session{Configured: a.token.Configured, SignedIn: signedIn, Exposed: a.exposed, ByHost: a.authorized(), User: v.user, ReadsOpen: !a.cfg.RequireTokenToRead && !a.authorized()}, err
}

func (v *visit) SignIn(token string) error { return v.api.openSession(v.request, token) }

func (v *visit) Cookies(name string) []string {
	return access.Cookies(v.Request, access.CookieName(name, v.Base()+"/", v.secure))
}

func (v *visit) Seal(text []byte) string { return v.api.seals.Seal(text, v.api.clientOf(v.request)) }

func (v *visit) Unseal(value string) ([]byte, bool) {
	return v.api.seals.Open(value, v.api.clientOf(v.request))
}

func (v *visit) Pair(ctx context.Context, code, name string) error {
	return v.api.pair(ctx, v.request, code, name)
}

func (v *visit) SignOut(ctx context.Context) error { return v.api.endSession(ctx, v.request) }

func (v *visit) Status(err error) (code int, sentence string) {
	told := toAnswer(err)
	return told.Status, told.Message
}

var _ ui.Request = (*visit)(nil)
