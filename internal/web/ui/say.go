package ui

import (
	"context"
	"net/http"
	"net/url"

	"github.com/privacylabels/auditor/internal/language"
)

// languageName is the cookie with the language that a reader has chosen.
const languageName = "svc_language"

// Say returns the language of the answer to a request: the one that its reader has chosen or, without
// one, the one that the browser asks for.
func Say(r Request) *language.Language {
	for _, code := range r.Cookies(languageName) {
		if l, ok := language.Of(code); ok {
			return l
		}
	}
	return language.Accepted(r.HTTP().Header.Get("Accept-Language"))
}

// choosing is the form by which a reader chooses a language.
func (k *Kit) choosing() Screen {
	return Screen{Route: "POST /language", Fields: []string{"language"}, Serve: Form(func(_ context.Context, r Request, form url.Values) (Reply, error) {
		l, ok := language.Of(form.Get("language"))
		if !ok {
			return Reply{}, Refuse(http.StatusBadRequest, "There is no such language")
		}
		reply := Back(r, form, "/", Flash{})
		reply.Cookies = append(reply.Cookies, &http.Cookie{
			Name: languageName, Value: l.Code, Path: r.Base() + "/", MaxAge: 400 * 24 * 3600, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		})
		return reply, nil
	})}
}
