package ui

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/privacylabels/auditor/internal/language"
)

// Screen is a route of the page.
type Screen struct {
	// Route is the method and the path, such as "GET /apps/{id}".
	Route string
	// As is the operation of the API, such as "POST /api/scrape", whose rules apply to
	// the screen as well: the admin token or the access that it needs, the limit, which
	// both count against, and the class among the requests that wait for the App Store.
	// Empty: the screen is open to all and has no limit.
	As string
	// Query names the parameters of the address that the screen reads, and Fields the fields of
	// its form beside those that every form may have, see [Screen.Unknown].
	Query, Fields []string
	// Lists are the fields that a form may have several times. Any other one that occurs twice is
	// refused.
	Lists []string
	// File is the field of a form whose file the screen reads. Empty: it reads none, and takes no
	// other body than a form of Fields.
	File string
	// MaxBody is the maximum size of the body in bytes. Zero: [FormSize].
	MaxBody int64
	// Upload means that the body is a backup: it may be as large as the configuration
	// allows, and only a few such bodies are received at the same time.
	Upload bool
	// Once means that a form adds something: one that a client sends twice in a row within ten seconds, as
	// by a double click, is served once, and answered in the same way again.
	Once bool
	// Nav is the word for the screen in the navigation. Empty: it is not there.
	Nav language.Words
	// Serve answers a request that has passed the guards.
	Serve Handler
}

const (
	// FormSize is the maximum size in bytes of the form of a screen, unless it says otherwise.
	FormSize = 64 << 10
	// TextSize is that of a form with a long text: 8000 characters, each escaped.
	TextSize = 128 << 10
)

// Handler answers a request.
type Handler func(context.Context, Request) (Reply, error)

// Form returns a handler for the fields of the form of a request.
func Form(serve func(context.Context, Request, url.Values) (Reply, error)) Handler {
	return func(ctx context.Context, r Request) (Reply, error) {
		form, err := r.Form()
		if err != nil {
			return Reply{}, err
		}
		return serve(ctx, r, form)
	}
}

// Request is a request that has passed the guards.
type Request interface {
	// HTTP returns the request as it arrived. Form reads its body.
	HTTP() *http.Request
	// Param returns a parameter of the path, decoded: never empty, valid UTF-8 without
	// control characters or slashes.
	Param(name string) string
	// Base returns the prefix under which the client finds the page, without a slash at
	// its end: empty at the root.
	Base() string
	// Form returns the fields of a form. The error is the client's.
	Form() (url.Values, error)
	// File writes the file in a field of a form, or the whole body, to a temporary file,
	// which vanishes when it is closed.
	File(field string) (*File, error)
	// Unused notes that the screen cannot use the value of a parameter of the address.
	Unused(name string)
	// AllUnused returns the parameters of the address that had no effect.
	AllUnused() []Parameter
	// Allows reports whether the client may call an operation of the API, such as
	// "DELETE /api/apps".
	Allows(operation string) (bool, error)
	// Session returns what is known of the client.
	Session() (Session, error)
	// SignIn begins an admin session, whose cookie it adds to the answer. SignOut ends it.
	SignIn(token string) error
	SignOut(ctx context.Context) error
	// Pair begins the session of a browser that shows a code, whose cookie it adds to the
	// answer. The browser then may read.
	Pair(ctx context.Context, code, name string) error
	// Cookies returns the values of the cookies of the page that have a name. Other services
	// of the host may have set some as well.
	Cookies(name string) []string
	// Seal returns the value of a cookie that carries a text to the next request of the same
	// client, within a minute. Unseal returns the text; it returns false for a value that
	// was not made by Seal, or for another client.
	Seal(text []byte) string
	Unseal(value string) (text []byte, ok bool)
	// Address returns the URL of the request as its client knows it, without the query.
	Address() string
	// Note adds a line about the request to the audit log.
	Note(action, detail string, success bool)
	// Status returns the status and the sentence that a client is answered for an error.
	Status(err error) (code int, sentence string)
}

// File is an uploaded file.
type File struct {
	*os.File
	Size int64
}

// Session is what is known of a client.
type Session struct {
	Configured bool   // there is an admin token, so a client can sign in
	SignedIn   bool   // the client has signed in, or sent the token
	Exposed    bool   // others than the local machine reach the service
	ByHost     bool   // the host program decides what each request may do
	User       string // whom a proxy has signed in; empty: not known
	ReadsOpen  bool   // reading needs no token
}

// Reply is the answer to a request.
type Reply struct {
	Status      int    // zero: 200
	Location    string // of a redirect, with the prefix
	ContentType string // empty: HTML
	Language    string // of a text that others get in another one; empty: it is the same for all
	Vary        string // headers of the request on which the answer depends, besides those of the language
	Body        []byte
	Cache       string         // the Cache-Control header; empty: private, no-cache
	Cookies     []*http.Cookie // Secure, and what protects their names, is added
	Refused     bool           // the form did nothing, so it can be sent again
	Secret      bool           // the page, or its address, has a secret: nothing stores it or passes it on
}

// Failure is why a request was refused or has failed.
type Failure struct {
	Status     int
	Sentence   string // what a client of the API is answered
	Hint       string // what was not found, or what to do about it; empty: unknown
	Access     bool   // the user may not do this, but others may
	RetryAfter time.Duration
	Form       url.Values // the form that was refused unread; nil: none
}

// PairPath is the path of the screen that pairs a browser.
const PairPath = "/pair"

// ID returns a parameter of the path as a number, zero if it is none.
func ID[T ~int64](r Request, name string) T {
	n, err := strconv.ParseInt(r.Param(name), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return T(n)
}
