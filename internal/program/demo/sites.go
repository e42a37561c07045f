package demo

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/storage"
)

// Sites is a [fetch.Fetcher] that makes up the policy of each app in a store, as it is
// now, and makes no requests.
type Sites struct{ Store *Store }

// Fetch returns the policy at a URL of the demo.
func (s Sites) Fetch(ctx context.Context, address string, _ ...string) (fetch.Document, error) {
	u, err := url.Parse(address)
	if err != nil || !strings.HasSuffix(u.Hostname(), ".example") {
		return fetch.Document{}, &fetch.Error{Cause: fetch.ErrUnreachable, Err: err}
	}
	host := u.Hostname()
	var text strings.Builder
	fmt.Fprintf(&text, "# Privacy policy of %s\n\n", strings.TrimSuffix(host, ".example"))
	for _, part := range sections() {
		for _, r := range revisions() {
			if r.host == host && r.heading == part.heading && !s.Store.date(r.state).After(s.Store.now()) {
				part = r.section
			}
		}
		fmt.Fprintf(&text, "## %s\n\n", part.heading)
		for range 3 { // long enough to be taken for a policy
			text.WriteString(part.text + "\n\n")
		}
	}
	return fetch.Document{
		Text: text.String(), Title: "Privacy policy", FinalURL: address, ContentType: "text/html",
		Origin: storage.PolicyDirect, Extractor: "demo 1",
	}, ctx.Err()
}

// section is a section of a policy.
type section struct{ heading, text string }

// sections returns the sections that every policy has.
func sections() []section {
	return []section{
		{"What we collect", "We collect the personal data that you give us when you use the app, such as what you write into it, and what your " +
			"device tells us, such as its model and its language. We do not ask for more than the app needs to do what it is for."},
		{"What we use it for", "We use personal data to make the app work, to find out what goes wrong in it, and to answer you when you write to " +
			"us. We do not use it to decide anything about you, and nobody is paid for it."},
		{"Who gets it", "We share personal data with those who run servers for us, and with those whom the law tells us to. They use it for what " +
			"we ask of them and for nothing else, and they delete it when we tell them to."},
		{"How long we keep it", "We keep personal data for as long as you use the app and for ninety days after that. What was deleted is gone " +
			"from our copies after another thirty days, unless the law says that we have to keep it."},
		{"What you can do", "You can ask us what we know of you, have it corrected, have it deleted and take it with you. You can object to any " +
			"use of your personal data. Write to us at the address on this site, and we answer within a month."},
	}
}

// revision replaces a section of a site's policy, starting with a state.
type revision struct {
	state int // from 1 to states-1
	host  string
	section
}

// revisions returns the revisions, ordered by state.
func revisions() []revision {
	return []revision{
		{9, "quietline-meditation.example", section{"What we collect", "We collect the personal data that you give us when you use the app, such as your e-mail " +
			"address, and what your device tells us, such as its model and its language. What you write about your mood stays on your device."}},
		{11, "clipreel-video-maker.example", section{"Who gets it", "We share personal data with those who run servers for us, with advertising partners, and with those " +
			"whom the law tells us to. Advertising partners may combine it with what they know of you from other companies."}},
		{12, "basket-barrow.example", section{"How long we keep it", "We keep personal data for as long as you use the app and for three years after that. What was deleted is gone " +
			"from our copies after another ninety days, unless the law says that we have to keep it."}},
	}
}
