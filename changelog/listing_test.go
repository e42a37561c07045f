package changelog_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/storage"
)

// Facts that are only written in another way did not change, and another spelling of a developer
// is no other developer.
func TestListingInOtherForms(t *testing.T) {
	t.Parallel()
	name := func(name string) storage.App { return storage.App{Name: name} }
	developer := func(name string) storage.App { return storage.App{Developer: storage.Text(name)} }
	entity := func(name string) storage.App { return storage.App{LegalEntity: storage.Text(name)} }
	bundle := func(id string) storage.App { return storage.App{BundleID: storage.Text(id)} }
	policy := func(url string) storage.App { return storage.App{PrivacyPolicyURL: storage.Text(url)} }
	price := func(amount float64, currency, text string) storage.App {
		return storage.App{PriceAmount: &amount, PriceCurrency: storage.Text(currency), PriceFormatted: storage.Text(text)}
	}
	in := func(language string, app storage.App) storage.App {
		app.AgeRatingLanguage = storage.Text(language)
		return app
	}
	for what, tt := range map[string]struct {
		older, newer storage.App
		want         []string // direction, weight, sentence
	}{
		"apostrophe":            {name("Kid’s Notes"), name("Kid's Notes"), nil},
		"dash":                  {name("Notes – Fast"), name("Notes - Fast"), nil},
		"quotation marks":       {name("“Notes”"), name(`"Notes"`), nil},
		"space":                 {name("Notes\u00a0\u2009Fast"), name(" Notes Fast "), nil},
		"invisible":             {name("Notes\ufe0f\u200d"), name("\u2068Notes\u2069"), nil},
		"full width":            {name("Ｎｏｔｅｓ：Ａ"), name("Notes:A"), nil},
		"half width":            {name("ｶﾞｽ"), name("ガス"), nil},
		"two forms of é":        {name("Cafe\u0301"), name("Café"), nil},
		"accent":                {name("Cafe"), name("Café"), []string{`neutral name Now called "Café" instead of "Cafe"`}},
		"case":                  {name("notes"), name("NOTES"), []string{`neutral name Now called "NOTES" instead of "notes"`}},
		"punctuation":           {name("Notes!"), name("Notes"), []string{`neutral name Now called "Notes" instead of "Notes!"`}},
		"another script":        {name("メモ"), name("メモ帳"), []string{`neutral name Now called "メモ帳" instead of "メモ"`}},
		"another language":      {in("en-us", name("Notes")), in("es-mx", name("Notas")), nil},
		"one language":          {in("en-us", name("Notes")), in("en-us", name("Notas")), []string{`neutral name Now called "Notas" instead of "Notes"`}},
		"language not known":    {in("", name("Notes")), in("en-us", name("Notas")), []string{`neutral name Now called "Notas" instead of "Notes"`}},
		"developer, translated": {in("en-us", developer("Tencent")), in("zh-hans-cn", developer("腾讯")), nil},

		"comma":            {developer("Fox Inc."), developer("Fox, Inc."), []string{`neutral name The developer is now written "Fox, Inc." instead of "Fox Inc."`}},
		"capitals":         {developer("Fox Inc."), developer("FOX INC"), []string{`neutral name The developer is now written "FOX INC" instead of "Fox Inc."`}},
		"same look":        {developer("O’Fox  Ltd"), developer("O'Fox Ltd"), nil},
		"another form":     {developer("Fox Inc."), developer("Fox LLC"), []string{`neutral ownership Now offered by "Fox LLC" instead of "Fox Inc."`}},
		"sold":             {developer("Fox Inc."), developer("Foxes Inc."), []string{`neutral ownership Now offered by "Foxes Inc." instead of "Fox Inc."`}},
		"vowel signs":      {developer("कि"), developer("का"), []string{`neutral ownership Now offered by "का" instead of "कि"`}},
		"only symbols":     {developer("!!"), developer("??"), []string{`neutral ownership Now offered by "??" instead of "!!"`}},
		"entity":           {entity("FOX SAS"), entity("Fox S.A.S."), []string{`neutral name The company or person behind it is now written "Fox S.A.S." instead of "FOX SAS"`}},
		"other entity":     {entity("FOX SAS"), entity("Fox SA"), []string{`neutral ownership The company or person behind it is now "Fox SA" instead of "FOX SAS"`}},
		"bundle ID":        {bundle("com.example.Fox"), bundle("com.Example.fox"), nil},
		"other bundle":     {bundle("com.example.fox"), bundle("com.broker.fox"), []string{`neutral ownership The bundle ID is now com.broker.fox instead of com.example.fox`}},
		"host":             {policy("https://Fox.example/p"), policy("HTTPS://fox.example:443/p"), nil},
		"escapes":          {policy("https://fox.example/%70%c3%a9"), policy("https://fox.example/p%C3%A9"), nil},
		"no path":          {policy("https://fox.example"), policy("https://fox.example/"), nil},
		"another path":     {policy("https://fox.example/P"), policy("https://fox.example/p"), []string{`neutral policy_link The privacy policy is now at https://fox.example/p instead of https://fox.example/P`}},
		"encrypted":        {policy("http://fox.example/p"), policy("https://fox.example/p"), []string{`neutral name The address of the privacy policy is now written https://fox.example/p instead of http://fox.example/p`}},
		"slash at the end": {policy("https://fox.example/p"), policy("https://www.fox.example/p/#us"), []string{`neutral name The address of the privacy policy is now written https://www.fox.example/p/#us instead of https://fox.example/p`}},
		"another host":     {policy("https://fox.example/p"), policy("https://broker.example/p"), []string{`neutral policy_link The privacy policy is now at https://broker.example/p instead of https://fox.example/p`}},
		"another port":     {policy("https://fox.example/p"), policy("https://fox.example:80/p"), []string{`neutral policy_link The privacy policy is now at https://fox.example:80/p instead of https://fox.example/p`}},
		"escaped slash":    {policy("https://fox.example/a%2fb"), policy("https://fox.example/a/b"), []string{`neutral policy_link The privacy policy is now at https://fox.example/a/b instead of https://fox.example/a%2fb`}},

		"dearer in another form": {price(4.99, "USD", "4,99 $"), price(9.99, "USD", "US$9.99"), []string{`worse price The price is now US$9.99 instead of 4,99 $`}},
		"cheaper, no cents":      {price(5, "USD", "$5"), price(4.99, "USD", "$4.99"), []string{`better price The price is now $4.99 instead of $5`}},
		"another currency":       {price(4.99, "USD", "$4.99"), price(5.99, "EUR", "5,99 €"), []string{`neutral price The price is now 5,99 € instead of $4.99`}},
		"same amount":            {price(4.99, "USD", "4,99 $"), price(4.99, "USD", "US$4.99"), nil},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for _, app := range []*storage.App{&tt.older, &tt.newer} {
				app.Country, app.PageFacts = "us", facts.Recorded
			}
			for _, turned := range []bool{false, true} {
				older, newer := tt.older, tt.newer
				if turned {
					older, newer = newer, older
				}
				var got []string
				for _, e := range changelog.WeighAll(changelog.DiffApps(older, newer)) {
					got = append(got, fmt.Sprint(e.Direction, " ", e.Weight, " ", e.Description))
				}
				if turned && len(got) == len(tt.want) {
					continue
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("turned: %v (-want +got):\n%s", turned, diff)
				}
			}
		})
	}
}
