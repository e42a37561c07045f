package main

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor"
)

const (
	sessionCookie = "site_session"
	sessionLife   = 8 * time.Hour
	maxForm       = 4 << 10 // bytes
)

// login is the login of the site: its people, and who is logged in. A site has one
// already; the auditor only needs its method access.
type login struct {
	mu       sync.Mutex
	people   map[string]person
	sessions map[string]session
}

type person struct {
	password [sha256.Size]byte
	access   auditor.Access
}

type session struct {
	access  auditor.Access
	expires time.Time
}

func newLogin() *login {
	return &login{people: make(map[string]person), sessions: make(map[string]session)}
}

// add adds a person with a new password, which it returns.
func (l *login) add(name string, access auditor.Access) (password string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	password = rand.Text() // too long to guess
	l.people[name] = person{sha256.Sum256([]byte(password)), access}
	return password
}

// access returns what a request may do in the auditor: what its person may do, or nothing
// without a login.
func (l *login) access(r *http.Request) auditor.Access {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return auditor.NoAccess
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.sessions[cookie.Value]; time.Now().Before(s.expires) {
		return s.access
	}
	return auditor.NoAccess
}

// ServeHTTP logs a person in.
func (l *login) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	password := sha256.Sum256([]byte(r.PostFormValue("password")))
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	who, ok := l.people[r.PostFormValue("name")]
	if !ok || subtle.ConstantTimeCompare(who.password[:], password[:]) != 1 {
		http.Error(w, "wrong name or password", http.StatusForbidden)
		return
	}
	for id, s := range l.sessions {
		if now.After(s.expires) {
			delete(l.sessions, id)
		}
	}
	id := rand.Text()
	l.sessions[id] = session{who.access, now.Add(sessionLife)}
	http.SetCookie(w, &http.Cookie{
		Name: sessionCookie, Value: id, Path: "/", MaxAge: int(sessionLife.Seconds()),
		HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode,
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
