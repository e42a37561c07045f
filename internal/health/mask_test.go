package health_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/health"
)

func TestMask(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                      "",
		"the database is locked (5)":            "the database is locked (5)",
		"https://store.example":                 "https://store.example",
		"see https://store.example/us/app/id1.": "see https://store.example/***",
		`Post "https://hooks.example/T/B/x": EOF`: `Post "https://hooks.example/***": EOF`,
		"http://me:pw@host.example:80/x?y#z ok":   "http://host.example:80/*** ok",
		"HTTPS://host.example?key=1":              "HTTPS://host.example/***",
		"https://user:p@ss@host.example/path":     "https://host.example/***",
		"https://user:pw@host.example":            "https://host.example",
		"https://host.example/@user":              "https://host.example/***",
		"authorization: Bearer abc.def-123 sent":  "authorization: *** *** sent",
		"with Bearer abc.def-123":                 "with Bearer ***",
		`{"token":"abc def","n":1}`:               `{"token":***,"n":1}`,
		"api_key=sekrit&x=1":                      "api_key=***&x=1",
		"Password: hunter2, try again":            "Password: ***, try again",
		"Incorrect key: sk-abcdef0123456 given":   "Incorrect key: *** given",
		"whsec_MDEyMzQ1Njc4OWFiY2Rl is wrong":     "*** is wrong",
		"open /home/mary/data/auditor.db: denied": "open ~/data/auditor.db: denied",
		"open /Users/mary/auditor.db":             "open ~/auditor.db",
		"open /root/data/auditor.db":              "open ~/data/auditor.db",
		"open /srv/rooted/auditor.db":             "open /srv/rooted/auditor.db",
		`open C:\Users\Mary\auditor.db`:           `open ~\auditor.db`,
		"5 tokens were counted":                   "5 tokens were counted",
	} {
		if got := health.Mask(text); got != want {
			t.Errorf("of %q: %q, want %q", text, got, want)
		}
		if once := health.Mask(text); health.Mask(once) != once {
			t.Errorf("of %q: masked twice it is %q", text, health.Mask(once))
		}
	}
}

func TestMaskKnownSecrets(t *testing.T) {
	t.Parallel()
	got := health.Mask("correct horse battery staple, and again correct horse battery staple; 1234", "", "correct horse battery staple", "1234")
	if want := "***, and again ***; ***"; got != want {
		t.Errorf("masked is %q, want %q", got, want)
	}
}

// What stands in the path of an address is never shown, whatever is around it.
func FuzzMask(f *testing.F) {
	f.Add("Post \"", "hooks.example", "services/T/B/x", "\": EOF")
	f.Add("", "a", "?x=y", "")
	f.Add("https://", "b.example", "//", "https://c/")
	f.Fuzz(func(t *testing.T, before, host, after, behind string) {
		const secret = "qZ7-sEcReT-9xW"
		if strings.ContainsAny(host, " \t\r\n\v\f/?#@\"'<>:") || strings.ContainsAny(after, "\"'<> \t\r\n\v\f") {
			t.Skip("not an address")
		}
		text := before + " https://" + host + "/" + after + secret + " " + behind
		if got := health.Mask(text); strings.Contains(got, secret) {
			t.Errorf("of %q: %q", text, got)
		}
		if got := health.Mask(text, secret); strings.Contains(got, secret) {
			t.Errorf("of %q, with the secret known: %q", text, got)
		}
	})
}
