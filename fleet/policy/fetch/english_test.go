package fetch_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/policy/policytest"
)

// shelves answers addresses with texts, and with 404 otherwise; it notes what is
// asked. It is for one test at a time.
type shelves struct {
	pages map[string]string
	asked []string
}

func (s *shelves) RoundTrip(r *http.Request) (*http.Response, error) {
	s.asked = append(s.asked, r.URL.String())
	text, ok := s.pages[r.URL.String()]
	resp := plain(r, text)
	resp.Header.Set("Content-Type", "text/html; charset=utf-8")
	if !ok {
		resp.StatusCode = http.StatusNotFound
	}
	return resp, nil
}

// What is asked for, in this order, when nothing is there.
func TestClientRequestsEnglish(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][]string{
		"https://a.example/privacy":                            nil,
		"https://a.example/en/privacy?lang=en":                 nil,
		"https://a.example/uk/privacy?l=uk":                    nil, // the kingdom
		"https://a.example/ca/id/12":                           nil, // Canada, a number
		"https://a.example/design/de.html":                     nil,
		"https://a.example/de":                                 {"https://a.example/en"},
		"https://a.example/legal/pt-BR/privacy%2Fnow?id=fr":    {"https://a.example/legal/en/privacy%2Fnow?id=fr"},
		"https://a.example/zh_Hans/p?x=%20&hl=ja&y=2#here":     {"https://a.example/en/p?x=%20&hl=en&y=2#here"},
		"https://a.example/p?Locale=de-DE&l=fr&language=uk-UA": {"https://a.example/p?Locale=en&l=en&language=en"},
		"https://policies.google.com/privacy?hl=de&x=1":        {"https://policies.google.com/privacy?x=1&hl=en&gl=us"},
		"https://sites.google.com/view/acme":                   {"https://sites.google.com/view/acme?hl=en&gl=us"},
		"https://notgoogle.com/privacy":                        nil,
		"https://docs.google.com/document/d/1aB/edit#heading":  {"https://docs.google.com/document/d/1aB/export?format=txt"},
		"https://docs.google.com/document/d/e/2PACX/pub":       {"https://docs.google.com/document/d/e/2PACX/pub?hl=en&gl=us"},
		"https://drive.google.com/file/d/1aB/view?usp=sharing": {"https://drive.google.com/uc?export=download&id=1aB"},
	} {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			sites := &shelves{}
			if _, err := over(t, sites).Fetch(t.Context(), address); outcomeOf(err) != failed {
				t.Fatal(err)
			}
			if diff := cmp.Diff(append(want, address), sites.asked); diff != "" {
				t.Errorf("asked for (-want +got):\n%s", diff)
			}
		})
	}
}

// The page in English is taken when it is a policy, and else the one that was asked
// for.
func TestClientPrefersEnglish(t *testing.T) {
	t.Parallel()
	const german, english = "https://a.example/de/p", "https://a.example/en/p"
	for name, tt := range map[string]struct {
		pages map[string]string
		want  string
	}{
		"both":             {map[string]string{german: policytest.Text("dich"), english: policytest.Text("you")}, english},
		"none":             {map[string]string{german: policytest.Text("dich")}, german},
		"nothing there":    {map[string]string{german: policytest.Text("dich"), english: "Page not found"}, german},
		"nothing at all":   {map[string]string{german: "Kurz", english: "Page not found"}, german},
		"only the English": {map[string]string{english: policytest.Text("you")}, english},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sites := &shelves{pages: tt.pages}
			doc, err := over(t, sites).Fetch(t.Context(), german)
			if err != nil || doc.FinalURL != tt.want {
				t.Errorf("%.60q of %s, %v, want %s", doc.Text, doc.FinalURL, err, tt.want)
			}
		})
	}
}

// Google's wall is passed with the cookie of those who have consented, and by going
// back to where it leads.
func TestClientPassesConsent(t *testing.T) {
	t.Parallel()
	walls := 0
	fetcher := over(t, transport(func(r *http.Request) (*http.Response, error) {
		cookie, err := r.Cookie("SOCS")
		if err != nil || cookie.Value == "" {
			t.Errorf("no cookie for %s", r.URL)
		}
		if r.URL.Host == "consent.google.com" {
			t.Errorf("the wall itself is asked")
		}
		if walls++; walls == 1 {
			resp := plain(r, "")
			resp.StatusCode = http.StatusFound
			resp.Header.Set("Location", "https://consent.google.com/ml?continue=https://policies.google.com/privacy%3Fagain%3D1&hl=en")
			return resp, nil
		}
		return plain(r, policytest.Text("you")), nil
	}))
	doc, err := fetcher.Fetch(t.Context(), "https://policies.google.com/privacy")
	if err != nil || doc.FinalURL != "https://policies.google.com/privacy?again=1" {
		t.Errorf("%.60q of %s, %v", doc.Text, doc.FinalURL, err)
	}
	t.Run("that leads away", func(t *testing.T) {
		sites := &shelves{pages: map[string]string{"https://consent.google.com/ml?continue=https://evil.example/": "Before you continue"}}
		redirected := over(t, transport(func(r *http.Request) (*http.Response, error) {
			if r.URL.Host == "policies.google.com" {
				resp := plain(r, "")
				resp.StatusCode, resp.Header = http.StatusFound, http.Header{"Location": {"https://consent.google.com/ml?continue=https://evil.example/"}}
				return resp, nil
			}
			return sites.RoundTrip(r)
		}))
		doc, err := redirected.Fetch(t.Context(), "https://policies.google.com/privacy")
		if err != nil || doc.Text != "Before you continue" {
			t.Errorf("%+v, %v, asked %v", doc, err, sites.asked)
		}
	})
}
