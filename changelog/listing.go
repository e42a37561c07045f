package changelog

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/storage"
)

// DiffListings returns what changed between two pages of an app in the web archive. The layout
// of a page may lack a fact that it has in another year, so a fact that is missing on one of
// them is unknown and never a change.
func DiffListings(older, newer storage.Listing) []storage.Entry {
	if older.Platform != newer.Platform || older.Country == "" {
		return nil
	}
	return diffListing(appOf(older), appOf(newer))
}

// appOf returns an app with the facts of a page.
func appOf(l storage.Listing) storage.App {
	app := storage.App{
		Country: l.Country, Developer: l.Developer, Name: string(l.Name), BundleID: l.BundleID, PrivacyPolicyURL: l.PolicyURL,
		PageFacts: facts.Developer | facts.Name | facts.BundleID,
	}
	if l.PolicyURL != "" {
		app.PageFacts |= facts.Policy
	}
	if l.Priced {
		app.PriceAmount, app.PriceCurrency, app.PriceFormatted = &l.Price, l.Currency, l.PriceText
		app.PageFacts |= facts.Price
	}
	if l.IAPKnown {
		app.HasIAP = &l.IAP
		app.PageFacts |= facts.IAP
	}
	return app
}

// diffListing returns an entry for each fact of the listing that changed.
func diffListing(older, newer storage.App) []storage.Entry {
	if older.Country != newer.Country {
		return nil
	}
	like := older.PageFacts&newer.PageFacts | older.LookupFacts&newer.LookupFacts

	var entries []storage.Entry
	changed := func(fact facts.Set, name, from, to string) {
		if like&fact != 0 && from != to {
			entries = append(entries, ListingEntry(name, from, to))
		}
	}
	for _, text := range []struct {
		of       facts.Set
		name     string
		from, to string
	}{
		{facts.Developer, storage.FactDeveloper, string(older.Developer), string(newer.Developer)},
		{facts.Name, storage.FactName, older.Name, newer.Name},
		{facts.Entity, storage.FactEntity, string(older.LegalEntity), string(newer.LegalEntity)},
		{facts.BundleID, storage.FactBundleID, string(older.BundleID), string(newer.BundleID)},
	} {
		if text.from != "" && text.to != "" {
			changed(text.of, text.name, text.from, text.to)
		}
	}
	changed(facts.Policy, storage.FactPolicy, string(older.PrivacyPolicyURL), string(newer.PrivacyPolicyURL))
	if !samePrice(older, newer) {
		changed(facts.Price, storage.FactPrice, priceOf(older), priceOf(newer))
	}
	if older.HasIAP != nil && newer.HasIAP != nil {
		changed(facts.IAP, storage.FactIAP, strconv.FormatBool(*older.HasIAP), strconv.FormatBool(*newer.HasIAP))
	}
	return entries
}

// ListingEntry returns the entry about a fact of the listing that changed.
func ListingEntry(fact, from, to string) storage.Entry {
	return storage.Entry{
		Type: storage.EntryModified, Category: storage.CategoryListing, Description: listingSentence(fact, from, to),
		Subject: storage.Subject{Fact: fact, From: from, To: to},
	}
}

func listingSentence(fact, from, to string) string {
	switch fact {
	case storage.FactDeveloper:
		return fmt.Sprintf("Now offered by %q instead of %q", to, from)
	case storage.FactName:
		return fmt.Sprintf("Now called %q instead of %q", to, from)
	case storage.FactEntity:
		return fmt.Sprintf("The company or person behind it is now %q instead of %q", to, from)
	case storage.FactBundleID:
		return fmt.Sprintf("The bundle ID is now %s instead of %s", to, from)
	case storage.FactPrice:
		return fmt.Sprintf("The price is now %s instead of %s", to, from)
	case storage.FactIAP:
		if to == strconv.FormatBool(true) {
			return "Now offers in-app purchases"
		}
		return "No longer offers in-app purchases"
	}
	return policySentence(from, to)
}

func policySentence(was, is string) string {
	switch {
	case was == "":
		return "Now links to a privacy policy: " + is
	case is == "":
		return "No longer links to a privacy policy, which was at " + was
	}
	return fmt.Sprintf("The privacy policy is now at %s instead of %s", is, was)
}

// samePrice reports whether two states have the same price, as far as it is known. An amount in
// another currency is another price.
func samePrice(a, b storage.App) bool {
	if a.PriceAmount != nil && b.PriceAmount != nil {
		sameCurrency := *a.PriceAmount == 0 || a.PriceCurrency == b.PriceCurrency || a.PriceCurrency == "" || b.PriceCurrency == ""
		return *a.PriceAmount == *b.PriceAmount && sameCurrency
	}
	return a.PriceFormatted == b.PriceFormatted || priceOf(a) == "" || priceOf(b) == ""
}

// priceOf returns the price of an app in words, empty if it is not known.
func priceOf(a storage.App) string {
	if a.PriceFormatted != "" || a.PriceAmount == nil {
		return string(a.PriceFormatted)
	}
	return strings.TrimSpace(string(a.PriceCurrency) + " " + strconv.FormatFloat(*a.PriceAmount, 'f', -1, 64))
}
