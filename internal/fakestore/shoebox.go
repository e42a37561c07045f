package fakestore

import (
	"fmt"
	"html"
	"strings"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// mediaAPI returns a box of two cached responses, of which only one is about the app.
func (a App) mediaAPI(country string) string {
	attributes := a.attributes(country)
	attributes["platformAttributes"] = object{"ios": a.platform()}
	answer := func(r object) string { return encode(object{"x": int64(1751776724176), "d": []object{r}}) }
	return encode(object{
		fmt.Sprintf(".v1.catalog.%s.apps.1", country): answer(a.otherRecord(country)),
		fmt.Sprintf(".v1.catalog.%s.apps.%d.l.en-us.platform.web", country, a.ID): answer(
			object{"id": a.ID.String(), "type": "apps", "attributes": attributes}),
	})
}

// ember returns the older box, with records by app.
func (a App) ember(country string) string {
	record := object{"id": a.ID.String(), "type": "media/app", "attributes": a.attributes(country), "relationships": object{
		"platforms": object{"data": []object{{"id": a.ID.String() + "-ios", "attributes": a.platform()}}},
		"genres":    object{"data": []object{{"id": fmt.Sprint(a.GenreID), "type": "media/genre"}}},
	}}
	return encode(object{a.ID.String(): object{"data": record, "included": []object{}}})
}

// emberList returns the older box without the app, as some pages had it.
func (a App) emberList(country string) string {
	return encode(object{"data": []object{a.otherRecord(country)}, "included": []object{}})
}

// otherRecord is an app that collects all data, on the page of another app.
func (a App) otherRecord(country string) object {
	other := App{ID: a.ID + 1, Name: "Another App", BundleID: "com.example.other", AgeRating: "17+", Label: &storage.Label{
		Types: []storage.PrivacyType{{Identifier: storage.DataUsedToTrackYou, Title: "Data Used to Track You"}}}}
	return object{"id": other.ID.String(), "type": "media/app", "attributes": other.attributes(country)}
}

func (a App) attributes(country string) object {
	attributes := object{"name": a.name(), "artistName": a.Developer, "url": a.url(country), "genreDisplayName": a.Genre}
	if a.AgeRating != "" {
		attributes["contentRatingsBySystem"] = object{"appsApple": object{"name": a.AgeRating}}
	}
	if a.Label != nil {
		attributes["privacy"] = object{"privacyTypes": a.shortTypes()}
	}
	return attributes
}

func (a App) shortTypes() []object {
	types := []object{}
	for _, t := range a.Label.Types {
		categories := []object{}
		for _, c := range t.Categories {
			categories = append(categories, object{"identifier": c.Identifier, "dataCategory": a.say(c.Identifier, c.Title)})
		}
		types = append(types, object{"identifier": t.Identifier, "privacyType": a.say(t.Identifier, t.Title),
			"description": t.Detail, "dataCategories": categories})
	}
	return types
}

func (a App) platform() object {
	platform := object{"bundleId": a.BundleID, "privacyPolicyUrl": a.PolicyURL, "hasInAppPurchases": a.HasIAP,
		"offers": []object{{"price": a.Price, "currencyCode": "USD", "priceFormatted": fmt.Sprintf("$%.2f", a.Price)}}}
	if a.Version != "" {
		platform["versionHistory"] = []object{{"versionDisplay": a.Version, "releaseNotes": a.Notes,
			"releaseDate": a.Released.Std().Format(time.DateOnly), "releaseTimestamp": a.Released.Std().Format(time.RFC3339)}}
	}
	return platform
}

// cards returns the markup of the privacy section and the information below it.
func (a App) cards() string {
	var b strings.Builder
	if a.Label != nil {
		fmt.Fprintf(&b, `<section class="section app-privacy"><h2>App Privacy</h2><p>The developer, `+
			`<span class="app-privacy__developer-name">%s</span>, indicated … <a href="%s">developer’s privacy policy</a>.</p>`,
			html.EscapeString(a.Developer), html.EscapeString(a.PolicyURL))
		for _, t := range a.Label.Types {
			fmt.Fprintf(&b, `<div class="app-privacy__card"><h3 class="privacy-type__heading">%s</h3>`+
				`<p class="privacy-type__description">%s</p><ul class="privacy-type__items">`,
				html.EscapeString(a.say(t.Identifier, t.Title)), html.EscapeString(string(t.Detail)))
			for _, c := range t.Categories {
				fmt.Fprintf(&b, `<li classs="privacy-type__item"><span class="privacy-type__grid-content privacy-type__data-category-heading">%s</span></li>`,
					html.EscapeString(a.say(c.Identifier, c.Title)))
			}
			b.WriteString(`</ul></div>`)
		}
		b.WriteString(`<p class="app-privacy__learn-more"><a href="https://apps.apple.com/story/id1538632801">Learn More</a></p></section>`)
	}
	if a.AgeRating != "" {
		fmt.Fprintf(&b, `<dl><div><dt>Seller</dt><dd>%s</dd></div><div><dt>Age Rating</dt><dd>%s<span>Infrequent/Mild Contests 99+</span></dd></div></dl>`,
			html.EscapeString(a.Developer), html.EscapeString(a.AgeRating))
	}
	return b.String()
}
