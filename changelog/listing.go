package changelog

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/names"
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

// diffListing returns an entry for each fact of the listing that changed. Names that look the
// same, and two forms of one address, are not a change. Names on pages in two languages are not
// compared.
func diffListing(older, newer storage.App) []storage.Entry {
	if older.Country != newer.Country {
		return nil
	}
	like := older.PageFacts&newer.PageFacts | older.LookupFacts&newer.LookupFacts
	if translated(older, newer) {
		like &^= facts.Name | facts.Developer
	}

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
		same     func(from, to string) bool
	}{
		{facts.Developer, storage.FactDeveloper, string(older.Developer), string(newer.Developer), lookSame},
		{facts.Name, storage.FactName, older.Name, newer.Name, lookSame},
		{facts.Entity, storage.FactEntity, string(older.LegalEntity), string(newer.LegalEntity), lookSame},
		{facts.BundleID, storage.FactBundleID, string(older.BundleID), string(newer.BundleID), strings.EqualFold},
	} {
		if text.from != "" && text.to != "" && !text.same(text.from, text.to) {
			changed(text.of, text.name, text.from, text.to)
		}
	}
	if from, to := string(older.PrivacyPolicyURL), string(newer.PrivacyPolicyURL); !netguard.SameURL(from, to) {
		changed(facts.Policy, storage.FactPolicy, from, to)
	}
	if !samePrice(older, newer) {
		changed(facts.Price, storage.FactPrice, priceOf(older), priceOf(newer))
		weighPrice(entries, older, newer)
	}
	if older.HasIAP != nil && newer.HasIAP != nil {
		changed(facts.IAP, storage.FactIAP, strconv.FormatBool(*older.HasIAP), strconv.FormatBool(*newer.HasIAP))
	}
	return entries
}

// lookSame reports whether people see no difference between two names.
func lookSame(a, b string) bool { return names.Look(a) == names.Look(b) }

// respelled reports whether two names of a developer have the same letters and digits in the same
// order, as "Small Studio Inc." and "SMALL STUDIO, INC." have.
func respelled(a, b string) bool {
	letters := func(name string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
				return r
			}
			return -1
		}, names.Fold(name))
	}
	was := letters(a)
	return was != "" && was == letters(b)
}

// Respelled reports whether an entry says that the name of a developer or the address of a policy is
// written in another way, which is no other developer or address.
func Respelled(e storage.Entry) bool {
	switch e.Fact {
	case storage.FactDeveloper, storage.FactEntity:
		return respelled(e.From, e.To)
	case storage.FactPolicy:
		return netguard.SamePage(e.From, e.To)
	}
	return false
}

// weighPrice sets the direction of the last entry, which is about the price, by the amounts if
// their texts, which are in two forms, do not tell it.
func weighPrice(entries []storage.Entry, older, newer storage.App) {
	if len(entries) == 0 || older.PriceAmount == nil || newer.PriceAmount == nil || older.PriceCurrency != newer.PriceCurrency {
		return
	}
	last := &entries[len(entries)-1]
	told := Weigh(*last)
	if last.Fact != storage.FactPrice || told.Direction != storage.Neutral {
		return
	}
	was, is := *older.PriceAmount, *newer.PriceAmount
	last.Weight, last.Direction = told.Weight, cmp.Or(moreIsWorse[either(is > was, is < was)], storage.Neutral)
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
		if respelled(from, to) {
			return fmt.Sprintf("The developer is now written %q instead of %q", to, from)
		}
		return fmt.Sprintf("Now offered by %q instead of %q", to, from)
	case storage.FactName:
		return fmt.Sprintf("Now called %q instead of %q", to, from)
	case storage.FactEntity:
		if respelled(from, to) {
			return fmt.Sprintf("The company or person behind it is now written %q instead of %q", to, from)
		}
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
	case netguard.SamePage(was, is):
		return fmt.Sprintf("The address of the privacy policy is now written %s instead of %s", is, was)
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
