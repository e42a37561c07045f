package manual

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/storage"
)

// The maximum lengths of texts, in characters. Addresses are limited by [Config.Check].
const (
	MaxName  = 500 // of an app or a developer
	MaxNotes = 8000
)

// Fields are the user's description of an app. Space around a text is ignored, and an
// empty text means unknown.
type Fields struct {
	Name             string // required
	Source           string // required, one of [Sources]
	Developer        string
	PrivacyPolicyURL string
	SourceURL        string // source of the app
	Notes            string
}

// FieldError is an invalid field, with a message for users. It wraps
// [storage.ErrInvalid].
type FieldError struct {
	Field   string // name in the API
	Problem string // such as "is missing"
}

func (e *FieldError) Error() string { return e.Field + " " + e.Problem }

// Unwrap returns [storage.ErrInvalid].
func (e *FieldError) Unwrap() error { return storage.ErrInvalid }

func fieldsOf(app storage.ManualApp) Fields {
	return Fields{
		app.Name, string(app.Source), string(app.Developer), string(app.PrivacyPolicyURL), string(app.SourceURL), string(app.Notes),
	}
}

// read returns the app with these fields, without ID and times. The error is a
// [*FieldError].
func (s *Service) read(f Fields) (app storage.ManualApp, err error) {
	name, err := oneLine("name", f.Name)
	if err == nil && storage.Blank(name) {
		err = &FieldError{"name", "is missing"}
	}
	if err != nil {
		return app, err
	}
	app.Name, app.Source = name, storage.ManualSource(strings.TrimSpace(f.Source))
	switch {
	case app.Source == "":
		return app, &FieldError{"source", "is missing"}
	case !app.Source.Known():
		return app, &FieldError{"source", "must be " + sourceNames()}
	}
	developer, err := oneLine("developer", f.Developer)
	if err != nil {
		return app, err
	}
	app.Developer = storage.Text(developer)
	if app.PrivacyPolicyURL, err = s.address("privacyPolicyUrl", f.PrivacyPolicyURL); err != nil {
		return app, err
	}
	if app.SourceURL, err = s.address("sourceUrl", f.SourceURL); err != nil {
		return app, err
	}
	notes := strings.TrimSpace(strings.Map(printable, f.Notes))
	app.Notes = storage.Text(notes)
	return app, bounded("notes", notes, MaxNotes)
}

// oneLine parses a text of one line.
func oneLine(field, text string) (string, error) {
	text = strings.Join(strings.Fields(strings.Map(printable, text)), " ")
	return text, bounded(field, text, MaxName)
}

func bounded(field, text string, most int) error {
	if utf8.RuneCountInString(text) > most {
		return &FieldError{field, fmt.Sprintf("has more than %d characters", most)}
	}
	return nil
}

// printable drops control characters.
func printable(r rune) rune {
	if unicode.IsControl(r) && !unicode.IsSpace(r) {
		return -1
	}
	return r
}

// address returns the normal form of an address, which may be empty.
func (s *Service) address(field, text string) (storage.Text, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", nil
	}
	u, err := s.check(text)
	if err == nil {
		text = normal(u)
		_, err = s.check(text) // the escaped form may be too long
	}
	if err != nil {
		return "", &FieldError{field, "is not a valid URL"}
	}
	return storage.Text(text), nil
}

// normal returns an address as browsers write it (WHATWG URL): with a lower-case host,
// without a default port, and with a path.
func normal(u *url.URL) string {
	same := *u
	same.Host = strings.ToLower(u.Host)
	if port := u.Port(); port == "" || port == map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		same.Host = strings.TrimSuffix(same.Host, ":"+port)
	}
	if same.Path == "" {
		same.Path = "/"
	}
	return same.String()
}
