package fetch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
)

// clauses returns paragraphs on one subject.
func clauses(sentence string) string {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "<p>%s That is clause %d of this text, which goes on for a while so that it is long enough.</p>", sentence, i)
	}
	return b.String()
}

// Of a page with several documents, the text is the policy; a policy keeps its sections,
// whatever they are called.
func TestDocumentsOfAPage(t *testing.T) {
	t.Parallel()
	policy := clauses("We collect personal data and share them with third parties.")
	rules := clauses("You may not resell the service, and the contract ends with the year.")
	short := "<p>You may not resell our service, as our rules for its use say as well.</p>"
	for name, tt := range map[string]struct {
		page  string
		whole bool // nothing is left out
	}{
		"parts with headings":       {"<main><section><h2>Terms of Service</h2>" + rules + "</section><section><h2>Privacy Policy</h2>" + policy + "</section></main>", false},
		"parts with lines":          {"<div><div><p>Terms of Use</p><div>" + rules + "</div></div><div><p>Privacy Notice</p><div><h2>What we collect</h2>" + policy + "</div></div><div><p>Cookie Policy</p>" + rules + "</div></div>", false},
		"headings in a row":         {"<h1>AGB</h1>" + rules + "<h2>Preise</h2>" + rules + "<h1>Datenschutzerklärung</h1>" + policy + "<h2>Ihre Rechte</h2>" + policy + "<h1>Impressum</h1>" + short, false},
		"headings in blocks":        {"<div><h2>Conditions d’utilisation</h2></div><div>" + rules + "</div><div><h2>Politique de confidentialité</h2></div><div>" + policy + "</div>", false},
		"articles":                  {"<article><h2>Términos y condiciones</h2>" + rules + rules + "</article><article><h2>Política de privacidad</h2>" + policy + "</article>", false},
		"a title before them":       {"<h1>Legal</h1><h2>Terms of Service</h2>" + rules + "<h2>Privacy Policy</h2>" + policy, false},
		"a section on contacts":     {"<h2>Terms of Service</h2>" + rules + "<h2>Privacy Policy</h2>" + policy + "<h2>Contact us</h2>" + short, true},
		"sections of a policy":      {"<h2>Privacy Policy</h2>" + policy + "<h2>What we collect</h2>" + policy + "<h2>Terms of Service</h2>" + rules, true},
		"a policy on its terms":     {"<h1>Privacy Policy</h1>" + policy + "<h2>Terms of Service</h2>" + rules + "<h2>Cookie Policy</h2>" + rules, true},
		"short terms":               {"<h2>Privacy Policy</h2>" + policy + "<h2>Terms of Service</h2>" + short, true},
		"a policy and cookies":      {"<h2>Privacy Policy</h2>" + policy + "<h2>Cookie Policy</h2>" + strings.ReplaceAll(policy, "collect", "do not resell"), true},
		"a part without a name":     {"<section><h2>Terms of Service</h2>" + rules + "</section><section>" + policy + "</section><section><h2>Privacy Policy</h2>" + policy + "</section>", true},
		"a part with another name":  {"<section><h2>Privacy Policy</h2>" + policy + "</section><section><h2>Terms of Service</h2>" + rules + "</section><section><h2>Your rights</h2>" + policy + "</section>", true},
		"one heading of both":       {"<h2>Terms of Service and Privacy Policy</h2>" + rules + policy + "<h2>Changes to these terms</h2>" + rules, true},
		"a policy of a few words":   {"<h2>Terms of Service</h2>" + rules + rules + "<h2>Privacy Policy</h2><p>We collect nothing. Your personal data stay on your phone, and no one else can read them there, now or later, whatever happens to us.</p>", false},
		"a policy that is none":     {"<h2>Terms of Service</h2>" + rules + policy + "<h2>Privacy Policy</h2>" + clauses("The dog of our office sleeps all day in the sun and dreams of bones."), true},
		"headings of other heights": {"<h3>Terms of Service</h3>" + rules + "<h2>Privacy Policy</h2>" + policy, true},
	} {
		doc, err := readAs(t, "<title>Legal</title>"+tt.page, "text/html", 0)
		if err != nil {
			t.Fatal(err)
		}
		source, err := fetch.Judge(doc, "")
		if err != nil && name != "a policy that is none" {
			t.Errorf("%s: %v", name, err)
		}
		if got := strings.Contains(source.Text, "resell"); got != tt.whole || strings.Count(source.Text, "personal data") < strings.Count(tt.page, "personal data") {
			t.Errorf("%s: other documents in the text %v, want %v, or a part of the policy is missing:\n%.2000s", name, got, tt.whole, source.Text)
		}
		if !strings.Contains(source.Text+source.Aside, "resell") {
			t.Errorf("%s: other documents are neither in the text nor beside it", name)
		}
	}
}

// consentNames are containers of consent tools.
var consentNames = []string{"id=iubenda-cs-banner", "id=onetrust-consent-sdk", "id=onetrust-pc-sdk", "id=usercentrics-root", "id=truste_box_overlay", "class='iubenda-cs-container x'", "class=termly-styles-root"}

// A policy in a part with the name of a consent tool is one, if nothing else is.
func TestPolicyNamedLikeConsent(t *testing.T) {
	t.Parallel()
	policy := "<h1>Privacy Policy</h1><p>This privacy policy says what we do.</p>" + clauses("We collect personal data and share them with third parties.")
	wall := "<h2>Privacy Preference Center</h2>" + clauses("We and our partners store cookies on your device, with your consent, for personal data and advertising.") + "<button>Accept all</button>"
	around := "<header><a href=/>Acme</a></header>%s<footer><a href=/i>Imprint</a> <a href=/p>Privacy Policy</a></footer>"
	for _, name := range consentNames {
		for what, tt := range map[string]struct {
			page string
			want string
		}{
			"a policy":              {fmt.Sprintf(around, "<div "+name+">"+policy+"</div>"), "We collect personal data"},
			"a policy in parts":     {fmt.Sprintf(around, "<div "+name+"><div class=onetrust-banner-x>Accept?</div><div class=iubenda-cs-x>"+policy+"</div></div>"), "We collect personal data"},
			"beside other text":     {fmt.Sprintf(around, "<p>"+strings.Repeat("Our dogs sleep in the sun all day. ", 90)+"</p><div "+name+">"+policy+"</div>"), "We collect personal data"},
			"a wall":                {fmt.Sprintf(around, "<div "+name+">"+wall+"</div>"), ""},
			"a wall over a policy":  {fmt.Sprintf(around, "<div "+name+">"+wall+"</div>"+policy), "We collect personal data"},
			"a policy over another": {fmt.Sprintf(around, "<div "+name+">"+policy+"</div><main>"+strings.ReplaceAll(policy, "collect", "gather")+"</main>"), "We gather personal data"},
			"on another page":       {"<title>Page not found</title><h1>Page not found</h1><p>" + strings.Repeat("Have a look at our dogs instead. ", 90) + "</p><div " + name + ">" + policy + "</div>", ""},
		} {
			source, err := judged(readAs(t, tt.page, "text/html", 0))
			if (err == nil) != (tt.want != "") {
				t.Errorf("%s, %s: %v", name, what, err)
			} else if tt.want != "" && !strings.Contains(source.Text, tt.want) {
				t.Errorf("%s, %s: %.300q, want %q", name, what, source.Text, tt.want)
			}
		}
	}
}

// What was excluded on demand comes first beside the text, however much else is left out.
func TestExcludedComesFirst(t *testing.T) {
	t.Parallel()
	menu := "<nav>" + strings.Repeat("<a href=/x>Another page of the site</a> ", 30_000) + "</nav>"
	page := menu + "<main><h1>Privacy</h1><p>We collect personal data.</p><p class=live>12 now</p><p>Seen by Ann.</p></main>"
	doc, err := readAs(t, page, "text/html", 0, ".live", "Seen by Ann.")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(doc.Aside, "Seen by Ann.\n\n12 now\n\n") {
		t.Errorf("beside the text: %.100q", doc.Aside)
	}
}
