package system

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
)

// locales are the language of the pages in a browser. It is stored only in a cookie,
// which pages may read.
type locales struct {
	secure func(*http.Request) bool // reports whether a request came over TLS
}

const (
	localeCookie = "svc_locale"
	localeLife   = 365 * 24 * time.Hour
)

type locale string

const defaultLocale locale = "en"

func supportedLocales() []locale { return []locale{defaultLocale, "zh"} }

func (l locales) operations() []op.Operation {
	locale := openapi.OneOf(supportedLocales()...)
	return []op.Operation{
		op.WithRequest(op.Spec{Route: "GET /api/locale", ID: "locale", Group: "preferences", Summary: "Get the language"}, l.get),
		op.WithRequest(op.Spec{
			Route: "POST /api/locale", ID: "setLocale", Group: "preferences", Summary: "Set the language",
			MaxBody: 1 << 10, Example: `{"locale": "zh"}`,
			Doc: op.Doc{
				Body: op.Fixed(openapi.Object(openapi.Members{"locale": locale}, "locale")),
				Answer: op.Answer{
					Schema: op.Of[setLocaleAnswer](), Headers: []op.Header{{Name: "Set-Cookie", Doc: "The language of this browser."}},
				},
				Faults: map[int]op.Schema{http.StatusBadRequest: op.Refusal("UnsupportedLocale", func(*openapi.Reflector) openapi.Members {
					return openapi.Members{"accepted": openapi.Boolean(), "locale": locale, "supported": openapi.List(locale)}
				})},
			},
		}, l.set),
	}
}

type localeAnswer = struct {
	Locale        locale   `json:"locale" doc:"The language of the user interface, a BCP 47 tag"`
	ExplicitlySet bool     `json:"explicitlySet" doc:"Whether it was set; false: it is the default"`
	Supported     []locale `json:"supported" doc:"The languages that are supported, as BCP 47 tags"`
}

func (l locales) get(_ context.Context, r op.Request, _ op.None) (localeAnswer, error) {
	answer := localeAnswer{Locale: defaultLocale, Supported: supportedLocales()}
	for _, cookie := range r.HTTP().CookiesNamed(localeCookie) { // other services on the host may have set some
		if slices.Contains(answer.Supported, locale(cookie.Value)) {
			answer.Locale, answer.ExplicitlySet = locale(cookie.Value), true
			break
		}
	}
	return answer, nil
}

// localeRequest accepts any value, because the refusal of an unsupported one has more
// members than most.
type localeRequest struct {
	Locale locale `json:"locale" op:"loose"`
}

type setLocaleAnswer = struct {
	Accepted  bool     `json:"accepted" doc:"Whether the language was accepted"`
	Locale    locale   `json:"locale" doc:"The language of the user interface, a BCP 47 tag"`
	Supported []locale `json:"supported" doc:"The languages that are supported, as BCP 47 tags"`
}

func (l locales) set(_ context.Context, r op.Request, in localeRequest) (setLocaleAnswer, error) {
	if !slices.Contains(supportedLocales(), in.Locale) {
		return setLocaleAnswer{}, &op.Error{
			Status: http.StatusBadRequest, Message: "Unsupported locale",
			More: map[string]any{"accepted": false, "locale": defaultLocale, "supported": supportedLocales()},
		}
	}
	cookie := http.Cookie{
		Name: localeCookie, Value: string(in.Locale), Path: "/", MaxAge: int(localeLife / time.Second),
		Secure: l.secure(r.HTTP()), SameSite: http.SameSiteLaxMode,
	}
	r.ResponseHeader().Add("Set-Cookie", cookie.String())
	return setLocaleAnswer{true, in.Locale, supportedLocales()}, nil
}
