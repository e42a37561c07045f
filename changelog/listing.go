package changelog

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/storage"
)

// diffListing returns an entry for each fact of the listing that changed.
func diffListing(older, newer storage.App) []storage.Entry {
	if older.Country != newer.Country {
		return nil
	}
	like := older.PageFacts&newer.PageFacts | older.LookupFacts&newer.LookupFacts

	var entries []storage.Entry
	changed := func(fact facts.Set, name, from, to, description string) {
		if like&fact == 0 || from == to {
			return
		}
		entries = append(entries, storage.Entry{
			Type: storage.EntryModified, Category: storage.CategoryListing, Description: description,
			Subject: storage.Subject{Fact: name, From: from, To: to},
		})
	}
	for _, text := range []struct {
		of             facts.Set
		name, sentence string
		from, to       string
	}{
		{facts.Developer, storage.FactDeveloper, "Now offered by %q instead of %q", string(older.Developer), string(newer.Developer)},
		{facts.Name, storage.FactName, "Now called %q instead of %q", older.Name, newer.Name},
		{facts.Entity, storage.FactEntity, "The company or person behind it is now %q instead of %q", string(older.LegalEntity), string(newer.LegalEntity)},
		{facts.BundleID, storage.FactBundleID, "The bundle ID is now %s instead of %s", string(older.BundleID), string(newer.BundleID)},
	} {
		if text.from != "" && text.to != "" {
			changed(text.of, text.name, text.from, text.to, fmt.Sprintf(text.sentence, text.to, text.from))
		}
	}
	was, is := string(older.PrivacyPolicyURL), string(newer.PrivacyPolicyURL)
	changed(facts.Policy, storage.FactPolicy, was, is, policySentence(was, is))
	if !samePrice(older, newer) {
		was, is = priceOf(older), priceOf(newer)
		changed(facts.Price, storage.FactPrice, was, is, fmt.Sprintf("The price is now %s instead of %s", is, was))
	}
	if older.HasIAP != nil && newer.HasIAP != nil {
		sentence := "No longer offers in-app purchases"
		if *newer.HasIAP {
			sentence = "Now offers in-app purchases"
		}
		changed(facts.IAP, storage.FactIAP, strconv.FormatBool(*older.HasIAP), strconv.FormatBool(*newer.HasIAP), sentence)
	}
	return entries
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
