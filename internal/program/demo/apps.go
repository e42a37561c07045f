package demo

import (
	"fmt"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// firstID is the ID before that of the first app.
const firstID storage.AppID = 9_900_000_000

// apps returns the invented apps of the App Store. Any likeness of a name to a real one is chance.
func apps() []app {
	return []app{
		newApp(1, "Tidewatch Weather", "Lantern & Loom Oy", "Weather", "4+", "4.1",
			label(notLinked(forFunction(coarsePlace), forAnalytics(crashes))),
			features("VoiceOver", "Larger Text"),
			since(2, "4.2", "Rain alerts by the hour.", showing(
				label(notLinked(forFunction(coarsePlace, precisePlace), forAnalytics(crashes, performance))))),
			since(5, "4.3", "A free version with advertisements.", showing(
				label(tracking(deviceID, adData, coarsePlace),
					linked(forAds(deviceID, adData)),
					notLinked(forFunction(coarsePlace, precisePlace), forAnalytics(crashes, performance))))),
			since(10, "5.0", "Advertisements are gone, and so is their tracking.", showing(
				label(notLinked(forFunction(coarsePlace, precisePlace), forAnalytics(crashes))))),
		),
		newApp(2, "Ledgerly Budget", "Northpin Software", "Finance", "4+", "2.7",
			label(linked(forFunction(email, payment), forAnalytics(interaction))),
			features("VoiceOver", "Dark Interface", "Sufficient Contrast"),
			since(3, "2.8", "Check your credit standing.", showing(
				label(linked(forFunction(email, payment, credit), forAnalytics(interaction))))),
			since(8, "2.9", "Voice Control throughout.",
				supporting("VoiceOver", "Voice Control", "Dark Interface", "Sufficient Contrast")),
		),
		newApp(3, "Pocket Orchard", "Kiteberry Games", "Games", "4+", "1.30",
			label(tracking(deviceID, interaction), linked(forAds(deviceID), forAnalytics(interaction, gameplay))),
			features(),
			since(4, "1.31", "Trade fruit with players nearby.", showing(
				label(tracking(deviceID, interaction, coarsePlace),
					linked(forAds(deviceID, coarsePlace), forAnalytics(interaction, gameplay), forFunction(userName)))),
				rated("9+")),
			since(9, "1.34", "Chat with other orchards.", rated("13+")),
		),
		newApp(4, "Strider Running Log", "Fellside Labs", "Health & Fitness", "4+", "7.0",
			label(linked(forFunction(fitness, email), forPersonalization(fitness))),
			features("VoiceOver", "Larger Text", "Reduced Motion"),
			since(6, "7.1", "Pair a heart-rate strap.", showing(
				label(linked(forFunction(fitness, health, email, precisePlace), forPersonalization(fitness, health)))),
				supporting("VoiceOver", "Larger Text")),
		),
		newApp(5, "Papercrane Notes", "Ada Quillfeather", "Productivity", "4+", "2.4",
			label(notCollected()),
			features("VoiceOver", "Voice Control", "Larger Text", "Dark Interface", "Reduced Motion"),
			since(7, "3.0", "Sync between your devices.", showing(
				label(notLinked(forFunction(userID), forAnalytics(crashes))))),
		),
		newApp(6, "Murmur Messenger", "Murmur Collective", "Social Networking", "12+", "11.3",
			label(linked(forFunction(phone, contacts)), notLinked(forAnalytics(crashes))),
			features("VoiceOver", "Captions"),
			since(5, "11.4", "A new scale of age ratings.", rated("13+")),
			since(11, "12.0", "Find friends without your address book.", showing(
				label(linked(forFunction(phone)), notLinked(forAnalytics(crashes))))),
		),
		newApp(7, "Basket & Barrow", "Barrow Retail Group", "Shopping", "4+", "9.5",
			label(tracking(purchases, email, deviceID),
				linked(forMarketing(purchases, email, searches), forFunction(payment, email), forAds(deviceID))),
			nil,
			since(3, "9.6", "Shop from a photo.", showing(
				label(tracking(purchases, email, deviceID),
					linked(forMarketing(purchases, email, searches), forFunction(payment, email, photos), forAds(deviceID))))),
			since(8, "9.9", "Accessibility features are declared.", supporting("Larger Text", "Sufficient Contrast")),
			since(12, "10.1", "Advertising asks before it follows.", showing(
				label(tracking(deviceID),
					linked(forMarketing(purchases, email, searches), forFunction(payment, email, photos), forAds(deviceID))))),
		),
		newApp(8, "Night Atlas", "Umbral Optics", "Reference", "4+", "1.8",
			label(notProvided()),
			nil,
			since(6, "1.9", "Privacy details are declared.", showing(label(notCollected()))),
			since(7, "2.0", "Red light for dark-adapted eyes.", supporting("Dark Interface")),
		),
		newApp(9, "Quietline Meditation", "Still Harbor Ltd", "Health & Fitness", "4+", "5.4",
			label(linked(forFunction(email), forMarketing(email), forAnalytics(interaction))),
			features("Captions", "Audio Descriptions", "Reduced Motion"),
			since(2, "5.5", "Tell us how you feel.", showing(
				label(linked(forFunction(email, sensitive), forMarketing(email), forAnalytics(interaction))))),
			since(9, "5.8", "Your mood stays on your device.", showing(
				label(linked(forFunction(email), forMarketing(email), forAnalytics(interaction))))),
		),
		newApp(10, "Railhopper Tickets", "Junction Nine", "Travel", "4+", "6.1",
			label(linked(forFunction(userName, email, payment)), notLinked(forAnalytics(interaction, crashes))),
			features("VoiceOver", "Larger Text", "Sufficient Contrast"),
			since(4, "6.2", "Delays at a glance.",
				supporting("VoiceOver", "Larger Text", "Sufficient Contrast", "Differentiate Without Color Alone")),
			since(10, "6.6", "Delays are announced at your seat.", showing(
				label(linked(forFunction(userName, email, payment, precisePlace)), notLinked(forAnalytics(interaction, crashes))))),
		),
		newApp(11, "Clipreel Video Maker", "Brightframe Media", "Photo & Video", "12+", "8.0",
			label(tracking(deviceID, adData, browsing),
				linked(forAds(deviceID, adData, browsing), forAnalytics(interaction)), notLinked(forFunction(photos, audio))),
			features(),
			since(1, "8.0.1", "Fixes a crash on export."),
			since(6, "8.2", "Stickers for grown-ups.", rated("17+")),
			since(11, "9.0", "Fewer partners.", showing(
				label(tracking(deviceID, adData),
					linked(forAds(deviceID, adData), forAnalytics(interaction)), notLinked(forFunction(photos, audio))))),
		),
		newApp(12, "Hearthstone Recipes", "Copper Ladle Press", "Food & Drink", "4+", "2.3",
			label(notLinked(forAnalytics(interaction))),
			features("Larger Text"),
			since(3, "2.4", "Small repairs."),
			since(9, "2.5", "Small repairs, and captions on every video.", supporting("Larger Text", "Captions")),
		),
	}
}

// genreIDs are the numbers of the genres in the App Store.
var genreIDs = map[string]int64{
	"Weather": 6001, "Travel": 6003, "Social Networking": 6005, "Reference": 6006, "Productivity": 6007, "Photo & Video": 6008, "Health & Fitness": 6013,
	"Games": 6014, "Finance": 6015, "Food & Drink": 6023, "Shopping": 6024,
}

// newApp returns an app. With nil features its page has no accessibility section.
func newApp(n int, name, developer, genre, rating, version string, l *storage.Label, f *[]storage.Feature, updates ...update) app {
	id := firstID + storage.AppID(n)
	words := slug(name, '-')
	return app{id: id, updates: updates, first: fleet.Listing{
		ID:               id,
		Name:             &name,
		URL:              new(fmt.Sprintf("https://apps.apple.com/us/app/%s/id%d", words, id)),
		BundleID:         new("example." + slug(developer, '-') + "." + words),
		Developer:        &developer,
		Country:          "us",
		Version:          &version,
		PriceAmount:      new(0.0),
		PriceCurrency:    new("USD"),
		PriceFormatted:   new("Free"),
		HasIAP:           new(n%3 == 0),
		GenreID:          new(genreIDs[genre]),
		GenreName:        &genre,
		AgeRating:        &rating,
		AgeRatingSource:  "demo",
		PrivacyPolicyURL: new("https://" + words + ".example/privacy"),
		Label:            l,
		Features:         f,
		Related:          new([]storage.RelatedApp{}),
		Extractor:        "demo/1",
	}}
}

// since returns an update that releases a version, with other changes.
func since(state int, version, notes string, changes ...func(*fleet.Listing)) update {
	return update{state, func(l *fleet.Listing) {
		l.Version, l.WhatsNew = &version, &notes
		for _, change := range changes {
			change(l)
		}
	}}
}

func showing(l *storage.Label) func(*fleet.Listing) {
	return func(page *fleet.Listing) { page.Label = l }
}

func supporting(titles ...string) func(*fleet.Listing) {
	return func(page *fleet.Listing) { page.Features = features(titles...) }
}

func rated(rating string) func(*fleet.Listing) {
	return func(page *fleet.Listing) { page.AgeRating = &rating }
}
