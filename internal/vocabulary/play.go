package vocabulary

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// ThirdPartyAds is the identifier of the purpose that makes shared data a high risk.
const ThirdPartyAds = "ADVERTISING_OR_MARKETING"

// The identifiers of the practices that are no good news.
const (
	NotEncrypted = "DATA_ISNT_ENCRYPTED"
	NotDeletable = "DATA_CANT_BE_DELETED"
)

// playCategory is a category of data on Google Play with its data types, by their English names.
type playCategory struct {
	Name  string
	Icon  string // the last element of the icon's URL, which does not depend on the language
	Types []string
}

// categories are all categories. Their data types are in the order of Google's help pages.
var categories = []playCategory{
	{"Location", "zlNvI8C1s7Z3JwQMdmYsxWVN3lS_2HDZ0qdshBY_KgBLA8PNi-vL9_yuhPGRNBLIjX-Qw5zsUWs",
		[]string{"Approximate location", "Precise location"}},
	{"Personal info", "No2w0orQK-x9CrDxyLjaMIeBnZIaldNZpAiguVlGKWMHtl7RlzgLQBeE35n2OA0zytGeDgo6Sg",
		[]string{"Name", "Email address", "User IDs", "Address", "Phone number", "Race and ethnicity",
			"Political or religious beliefs", "Sexual orientation", "Other info"}},
	{"Financial info", "YlfVNmc9KpV9ws9POLni0g1zCXQWQGY1Jf9dWQgBjCb9_7BJ8Pn4wo0boGWLHO7ftRua5dV_k_I",
		[]string{"User payment info", "Purchase history", "Credit score", "Other financial info"}},
	{"Health and fitness", "IfwJhBeYFXcvVrN02Mx7hVflrYmIiAQDl882k3G9m2YOErFfkz6aTESshAYyqLeaTo7C-racnFc",
		[]string{"Health info", "Fitness info"}},
	{"Messages", "TXeP-H2Ed1mhoPVB_CJApRXYyewNk1NTKykuQpLQ_YlkUPUXpOR3-zUkvIxYlXd5Llwi6m2USA",
		[]string{"Emails", "SMS or MMS", "Other in-app messages"}},
	{"Photos and videos", "V358DKJP2RLO71dDY-utlVRUtUqd5i9peLoaLnpV7zt1J-xFk__7_sx-AymkIjt-kil_XrG3biQ",
		[]string{"Photos", "Videos"}},
	{"Audio", "Wl1YKkwmkZ-VAZZ8aPU1MpLztOhf_a2Dj6m7oDj9jaBnJ6P47KqhLln4h7ObG8loPLfeymcFgQ",
		[]string{"Voice or sound recordings", "Music files", "Other audio files"}},
	{"Files and docs", "ELKhrJ7hv6iWk1rEBNgrzxEpc0cHXmWbyvwtoXxT3lWAz9h6cuBEjEgw3fhf4HD5VqbrLhTgj2g",
		[]string{"Files and docs"}},
	{"Calendar", "bRfIm6ZoVTb59C0VtTs9Z8XOmUq6kowkPLMBK5CZZwIT8wSjbkvnF9tzkqykImW_P4F1q27PIjs",
		[]string{"Calendar events"}},
	{"Contacts", "D8lU2BDUjyA9IkpQd5aEs5WCL4-sBw_l0qcbRvh1Fnj6KCAry9N2egg9v5BX2KayzLPJBJJPNP0",
		[]string{"Contacts"}},
	{"App activity", "SX38vsuBS8RwRaZU4SfvlW1aQHyyXD1BuKnF7dE2qXo9uAFbUkXPcKvzfpLNA7AEB0Ls9trKFw",
		[]string{"App interactions", "In-app search history", "Installed apps", "Other user-generated content", "Other actions"}},
	{"Web browsing", "NKPNH3jlu3mqZWsnUjWI53uXOp6hZ9ZZvIuXge3D1p-fxOSOA5vxTkQU4srFHVJwHhJYZGHlR48",
		[]string{"Web browsing history"}},
	{"App info and performance", "zIYevie2ONWPy0aVtCfmjrrBnetJuH9IEN1l8STqyoJW5F5wS_9wiA1F-oiyTR_gpI9PjTcAzmDj",
		[]string{"Crash logs", "Diagnostics", "Other app performance data"}},
	{"Device or other IDs", "0Kc4kyHqyq8zcMO7lev1TyvzQeuunYD0ZC8Iv7JZiXyoZSLb4k4xDQsd-ryTsJm-dceqvFPxWOaG",
		[]string{"Device or other IDs"}},
}

// playPurposes are the English names of all purposes on Google Play.
func playPurposes() []string {
	return []string{
		"App functionality", "Analytics", "Developer communications", "Advertising or marketing",
		"Fraud prevention, security, and compliance", "Personalization", "Account management",
	}
}

// practices are the English names and the icons of security practices; an icon that is not known
// is empty.
var practices = []playCategory{
	{Name: "Data is encrypted in transit", Icon: "W5DPtvB8Fhmkn5LbFZki_OHL3ZI1Rdc-AFul19UK4f7np2NMjLE5QquD6H0HAeEJ977u3WH4yaQ"},
	{Name: "Data isn’t encrypted", Icon: "neRBP16KYqhC7f1N3vUT1Q_HMLwAw7vXu8aOWOqvlY3JXNGd8qyXVNyAQyNLpdUdCV0kYEs9BXk"},
	{Name: "You can request that data be deleted", Icon: "ohRyQRA9rNfhp7xLW0MtW1soD8SEX45Oec7MyH3FaxtukWUG_6GKVpvh3JiugzryLi7Bia02HPw"},
	{Name: "Data can’t be deleted"},
	{Name: "Committed to follow the Play Families Policy"},
	{Name: "Independent security review", Icon: "ZvOdCQjZm7PU-1Qrdn_m9ksg7RAAbXL4iW6QSCoYmkHcl4lopAjeOMYiESyXCQFfRjN5f1mRb1un"},
}

// Identifier returns the identifier of an English name: upper case, with an underscore between
// words. Apostrophes and other punctuation are left out.
func Identifier(name string) string {
	name = strings.NewReplacer("’", "", "'", "", "&", " and ").Replace(name)
	words := strings.FieldsFunc(strings.ToUpper(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(words, "_")
}

// word is a name with its identifier.
type word struct{ id, name string }

// terms finds words by name, by icon and by identifier.
type terms struct{ byName, byIcon, byID map[string]word }

func newTerms(list []playCategory) terms {
	t := terms{make(map[string]word), make(map[string]word), make(map[string]word)}
	for _, c := range list {
		w := word{Identifier(c.Name), c.Name}
		t.byName[fold(c.Name)], t.byID[w.id] = w, w
		if c.Icon != "" {
			t.byIcon[c.Icon] = w
		}
	}
	return t
}

// fold returns the form of a name by which words are found: pages have straight and curly
// apostrophes, and British spellings.
func fold(name string) string {
	folded := strings.ToLower(strings.NewReplacer("'", "’", " & ", " and ", "\u2011", "-").Replace(name))
	return cmp.Or(british[folded], folded)
}

// british are the purposes that are spelled in another way in British English, folded.
var british = map[string]string{
	"fraud prevention, security and compliance": "fraud prevention, security, and compliance",
	"personalisation": "personalization",
}

// The words. They are read-only.
var (
	categoryTerms = newTerms(categories)
	practiceTerms = newTerms(practices)
	purposeTerms  = newTerms(named(playPurposes()))
	typeTerms     = newTerms(named(allTypes()))
)

func named(names []string) (list []playCategory) {
	for _, name := range names {
		list = append(list, playCategory{Name: name})
	}
	return list
}

func allTypes() (names []string) {
	for _, c := range categories {
		names = append(names, c.Types...)
	}
	return names
}

// find returns the identifier and the English name of a word. A name in English that is not known
// is its own identifier. It returns false if the name is in another language and has no icon that
// is known.
func (t terms) find(name, icon string, english bool) (id, title string, known, ok bool) {
	if w, found := t.byName[fold(name)]; found && english { // an icon may have come to stand for something else
		return w.id, w.name, true, true
	}
	if w, found := t.byIcon[icon]; found && icon != "" {
		return w.id, w.name, true, true
	}
	return name, name, false, english && name != ""
}

// PlayCategory returns the identifier and the English name of a category as a page shows it. A
// category in English that is not known is its own identifier, and known is false. It returns
// ok only if the category was understood.
func PlayCategory(name, icon string, english bool) (id, title string, known, ok bool) {
	return categoryTerms.find(name, icon, english)
}

// PlayPractice is [PlayCategory] for a security practice.
func PlayPractice(name, icon string, english bool) (id, title string, known, ok bool) {
	return practiceTerms.find(name, icon, english)
}

// PlayType is [PlayCategory] for a data type, which has no icon.
func PlayType(name string) (id, title string, known bool) {
	id, title, known, _ = typeTerms.find(name, "", true)
	return id, title, known
}

// maxPurposes is how many purposes a text may have. Google Play has seven.
const maxPurposes = 32

// PlayPurposes returns the identifiers and names of the purposes that a text in English joins with
// commas. A purpose may contain commas itself, so known ones are taken first. It returns none of a
// text with more than [maxPurposes].
func PlayPurposes(text string) (ids, titles []string, known bool) {
	known = true
	for text = strings.Trim(text, ", "); text != ""; text = strings.TrimLeft(text, ", ") {
		if rest, ok := strings.CutPrefix(text, "and "); ok && isPurpose(rest) { // before the last of a list
			text = rest
		}
		name := nextPurpose(text)
		id, title, ok, _ := purposeTerms.find(name, "", true)
		text, known = text[len(name):], known && ok
		if title = strings.TrimSpace(title); title != "" && !slices.Contains(titles, title) {
			if len(ids) == maxPurposes {
				return nil, nil, false
			}
			ids, titles = append(ids, strings.TrimSpace(id)), append(titles, title)
		}
	}
	return ids, titles, known
}

// nextPurpose returns the first purpose of a text that is not empty: a known one, or else what
// precedes the next comma.
func nextPurpose(text string) string {
	for _, p := range slices.AppendSeq(playPurposes(), maps.Keys(british)) {
		rest, ok := cutFold(text, p)
		following, and := strings.CutPrefix(strings.TrimSpace(rest), "and ")
		if ok && (rest == "" || strings.HasPrefix(strings.TrimSpace(rest), ",") || and && isPurpose(following)) {
			return text[:len(text)-len(rest)]
		}
	}
	if i := strings.Index(text[1:], ","); i >= 0 {
		return text[:i+1]
	}
	return text
}

// isPurpose reports whether a text is a known purpose and nothing else.
func isPurpose(text string) bool {
	_, ok := purposeTerms.byName[fold(text)]
	return ok
}

func cutFold(text, prefix string) (rest string, ok bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}

// PlayTitle returns Google Play's name for the identifier of a category, data type or purpose, or
// empty if it has none.
func PlayTitle(id string) string {
	return cmp.Or(typeTerms.byID[id].name, categoryTerms.byID[id].name, purposeTerms.byID[id].name)
}
