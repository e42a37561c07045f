package fakestore

import (
	"fmt"
	"maps"
	"strings"

	"github.com/privacylabels/auditor/storage"
)

// island returns the JSON island of the page.
func (a App) island(country string) string {
	id := a.ID.String()
	page := object{
		"intent": object{"$kind": "ProductPageIntent", "id": id, "storefront": country, "language": a.language(), "platform": a.Platform},
		"data": object{
			"title":           a.name(),
			"canonicalURL":    a.url(country),
			"developerAction": object{"title": a.Developer},
			"lockup": object{"adamId": id, "bundleId": a.BundleID, "title": a.name(), "icon": object{
				"template": fmt.Sprintf("https://is1-ssl.mzstatic.com/image/thumb/%d/icon.png/{w}x{h}{c}.{f}", a.ID)}},
			"titleOfferDisplayProperties": object{"adamId": id, "isFree": a.Price == 0, "hasInAppPurchases": a.HasIAP},
			"shelfMapping":                a.shelves(),
		},
	}
	if a.Format == IslandArray {
		return encode([]object{page})
	}
	return encode(object{"data": []object{page}, "userTokenHash": ""})
}

func (a App) shelves() object {
	shelves := object{"textCards": nil, "similarItems": a.lockups(storage.ShelfMayAlsoLike), "moreByDeveloper": a.lockups(storage.ShelfMoreByDeveloper)}
	if a.AgeRating != "" {
		shelves["informationRibbon"] = shelf("productBadge",
			object{"key": "rating", "content": object{"rating": 4.7}},
			object{"key": "contentRating", "content": object{"contentRating": a.AgeRating}})
	}
	if a.GenreID != 0 {
		ribbon, _ := shelves["informationRibbon"].(object)
		if ribbon == nil {
			ribbon = shelf("productBadge")
		}
		items, _ := ribbon["items"].([]object)
		ribbon["items"] = append(items, object{"key": "chartPosition", "caption": a.Genre,
			"clickAction": object{"destination": object{"genreId": fmt.Sprint(a.GenreID)}}})
		shelves["informationRibbon"] = ribbon
	}
	if a.Version != "" {
		word := "Version "
		if strings.HasPrefix(a.language(), "ja") {
			word = "バージョン "
		}
		shelves["mostRecentVersion"] = shelf("titledParagraph", object{
			"primarySubtitle": word + a.Version, "text": a.Notes,
			"secondarySubtitle": a.Released.Std().Format("Mon Jan 02 2006 15:04:05 GMT-0700") + " (Coordinated Universal Time)",
		})
	}
	if a.PolicyURL != "" {
		shelves["notPurchasedLinks"] = shelf("productPageLink", link("DeveloperWebsite", "https://example.com/"), link("LinkToPrivacyPolicy", a.PolicyURL))
	}
	a.privacyShelves(shelves)
	a.accessibilityShelves(shelves)
	return shelves
}

func (a App) privacyShelves(shelves object) {
	if a.Label == nil {
		return
	}
	var summary, details []object
	detailed := false
	for _, t := range a.Label.Types {
		words := object{"$kind": "PrivacyType", "identifier": t.Identifier, "title": a.say(t.Identifier, t.Title)}
		summary = append(summary, merged(words, object{
			"style": "productPage", "detail": t.Detail, "purposes": []object{}, "categories": a.categories(t.Categories, false)}))
		var purposes []object
		for _, p := range t.Purposes {
			purposes = append(purposes, object{"$kind": "PrivacyPurpose", "identifier": p.Identifier,
				"title": a.say(p.Identifier, p.Title), "categories": a.categories(p.Categories, true)})
			detailed = true
		}
		detail := merged(words, object{"style": "detailPage", "detail": "What it may be used for:", "purposes": purposes})
		if purposes == nil {
			detail["categories"] = a.categories(t.Categories, true)
		}
		for _, c := range t.Categories {
			detailed = detailed || c.DataTypes != nil
		}
		details = append(details, detail)
	}
	header := shelf("privacyHeader", object{"$kind": "PrivacyHeader"})
	if detailed {
		header["seeAllAction"] = object{"pageData": object{"shelves": []object{
			shelf("privacyHeader", object{"$kind": "PrivacyHeader"}), shelf("privacyType", details...)}}}
	}
	shelves["privacyHeader"], shelves["privacyTypes"] = header, shelf("privacyType", summary...)
}

func (a App) categories(all []storage.LabelCategory, detailed bool) []object {
	list := []object{}
	for _, c := range all {
		texts := []string{}
		for _, d := range c.DataTypes {
			if detailed {
				texts = append(texts, a.say(d.Identifier, d.Title))
			}
		}
		list = append(list, object{"$kind": "PrivacyCategory", "identifier": c.Identifier,
			"title": a.say(c.Identifier, c.Title), "dataTypes": texts})
	}
	return list
}

func (a App) accessibilityShelves(shelves object) {
	if a.Features == nil {
		return
	}
	header := shelf("accessibilityParagraph", object{"$kind": "AccessibilityParagraph"})
	shelves["accessibilityHeader"] = header
	var short, long []object
	for _, f := range *a.Features {
		words := object{"title": a.say(f.Identifier, f.Title), "artwork": object{"template": f.IconTemplate}}
		short = append(short, words)
		long = append(long, merged(words, object{"description": f.Description}))
	}
	if short != nil {
		shelves["accessibilityFeatures"] = shelf("accessibilityFeatures", object{"features": short})
		header["seeAllAction"] = object{"pageData": object{"shelves": []object{
			shelf("accessibilityFeatures", object{"features": long})}}}
	}
}

func (a App) lockups(name string) any {
	var items []object
	for _, r := range a.Related {
		if r.Shelf == name {
			items = append(items, object{"$kind": "Lockup", "adamId": r.Related.String(), "title": r.Name,
				"developerName": r.Developer, "clickAction": object{"pageUrl": r.URL}})
		}
	}
	if items == nil {
		return nil
	}
	return shelf("smallLockup", items...)
}

func shelf(contentType string, items ...object) object {
	return object{"$kind": "Shelf", "contentType": contentType, "items": items, "seeAllAction": nil}
}

func link(target, url string) object {
	return object{"$kind": "ProductPageLink", "clickAction": object{"$kind": "ExternalUrlAction", "url": url,
		"actionMetrics": object{"data": []object{{"fields": object{"targetId": target}}}}}}
}

func merged(objects ...object) object {
	all := object{}
	for _, o := range objects {
		maps.Copy(all, o)
	}
	return all
}
