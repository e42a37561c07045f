package tracked

import (
	"net/url"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/storage"
)

// Suggestion is an app that may be the same in the other store.
type Suggestion struct {
	PairedApp
	Reasons []string `json:"reasons"` // why: likeName, likeDeveloper, samePolicySite
}

// maxSuggestions is how many apps are suggested, and maxSought how many are looked at.
const (
	maxSuggestions = 5
	maxSought      = 200
)

// suggest returns the tracked apps of the other store that may be the same as an app: those with a
// like name and the developer or the site of the policy in common. A person decides.
func suggest(tx *storage.Tx, app storage.App) ([]Suggestion, error) {
	all := []Suggestion{}
	words := wordsOf(storage.SearchKey(app.Name))
	if len(words) == 0 {
		return all, nil
	}
	for listed, err := range tx.Apps.List(storage.AppQuery{Search: words[0], Limit: maxSought}) {
		if err != nil {
			return nil, err
		}
		reasons := reasonsFor(app, listed)
		if listed.ID == app.ID || (listed.Source == "") == (app.Source == "") || len(reasons) < 2 {
			continue
		}
		_, paired, err := pairWith(tx, listed.ID)
		if err != nil {
			return nil, err
		}
		if !paired {
			all = append(all, Suggestion{
				PairedApp{ID: listed.ID, Name: listed.Name, Developer: listed.Developer, AppSource: listed.Source, Tracked: true}, reasons,
			})
		}
	}
	order.Sort(all, func(a, b Suggestion) int { return len(b.Reasons) - len(a.Reasons) })
	return all[:min(len(all), maxSuggestions)], nil
}

// reasonsFor returns what two apps have in common besides a like name, and that first. There is none
// if their names are not alike.
func reasonsFor(a, b storage.App) (reasons []string) {
	if !alike(a.Name, b.Name) {
		return nil
	}
	reasons = []string{"likeName"}
	if alike(string(a.Developer), string(b.Developer)) {
		reasons = append(reasons, "likeDeveloper")
	}
	if site := siteOf(string(a.PrivacyPolicyURL)); site != "" && site == siteOf(string(b.PrivacyPolicyURL)) {
		reasons = append(reasons, "samePolicySite")
	}
	return reasons
}

// alike reports whether one name begins with all words of the other, as names are searched.
func alike(a, b string) bool {
	short, long := wordsOf(storage.SearchKey(a)), wordsOf(storage.SearchKey(b))
	if len(short) > len(long) {
		short, long = long, short
	}
	return len(short) > 0 && slices.Equal(short, long[:len(short)])
}

// siteOf returns the host of a URL without www.
func siteOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
}
