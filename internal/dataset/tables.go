package dataset

import (
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// Type is the type of the values of a column, as the Frictionless Table Schema names it.
type Type string

// The types. An empty cell is a missing value in each of them.
const (
	Text    Type = "string"
	Integer Type = "integer"
	Number  Type = "number"
	Boolean Type = "boolean"  // true or false; in the views of SQLite 1 or 0
	Instant Type = "datetime" // UTC with milliseconds, such as 2026-05-01T08:30:00.000Z
)

// Column is a column of a table.
type Column struct {
	Name        string
	Type        Type
	Description string
	Required    bool     // never missing
	Values      []string // the only values; nil: any
}

// Reference is a column whose values are those of a column of another table.
type Reference struct{ Column, Table, To string }

// Table is a table of the data set.
type Table struct {
	Name        string
	Row         string // what a row is
	Key         []string
	References  []Reference
	Columns     []Column
	Description string
	View        string // the view of the databases with the same rows; empty: none
}

// The values of columns.
const (
	Live    = "live"
	Archive = "archive"

	MainSource = "appstore"

	Unchanged = "unchanged"
	Changed   = "changed"
	Unlisted  = "unlisted"
	Failed    = "failed"
)

var origins = []string{Live, Archive}

func appID(description string) Column {
	return Column{Name: "app_id", Type: Integer, Required: true, Description: description}
}

var ofApp = []Reference{{"app_id", "apps", "app_id"}}

// types describes the types of changes.
func types() string {
	var names []string
	for _, t := range storage.EntryTypes() {
		names = append(names, string(t))
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1] + "; another word only from a backup that has it."
}

// weights describes the weights of changes.
func weights() string {
	var names []string
	for _, w := range changelog.Weights() {
		names = append(names, string(w))
	}
	return "What kind of change it is, the one that matters most first: " + strings.Join(names, ", ") + "."
}

// Tables returns the tables, in the order in which the documentation lists them.
func Tables() []Table {
	return []Table{
		{
			Name: "apps", View: "v_apps", Row: "a tracked app", Key: []string{"app_id"},
			Description: "Values are those that were observed last. With a date (--as-of), those whose changes are recorded are as they were then.",
			Columns: []Column{
				appID("The ID of the app in the App Store; above 2^52 for apps of other sources."),
				{Name: "source", Type: Text, Required: true, Description: `"appstore", or the name of another source.`},
				{Name: "identifier", Type: Text, Description: "The identifier of the app in a source that does not use numbers."},
				{Name: "platform", Type: Text, Description: "ios, mac, tv, vision or watch: the platform of the page."},
				{Name: "country", Type: Text, Description: "The storefront, two lower-case letters."},
				{Name: "bundle_id", Type: Text, Description: "The bundle ID."},
				{Name: "developer", Type: Text, Description: "The developer."},
				{Name: "name", Type: Text, Required: true, Description: "The name."},
				{Name: "url", Type: Text, Required: true, Description: "The address of the page."},
				{Name: "privacy_policy_url", Type: Text, Description: "The address of the privacy policy to which the page links."},
				{Name: "genre_id", Type: Integer, Description: "The App Store's number of the genre. Missing: the page did not tell, as on Google Play."},
				{Name: "genre", Type: Text, Description: "The genre, in the language of the storefront; on Google Play in English."},
				{Name: "price", Type: Number, Description: "The price. 0: the app is free. Missing: it is not known."},
				{Name: "currency", Type: Text, Description: "The currency of the price (ISO 4217)."},
				{Name: "in_app_purchases", Type: Boolean, Description: "Whether the app offers in-app purchases."},
				{Name: "age_rating", Type: Text, Description: "The age rating, in the words of the storefront."},
				{Name: "availability", Type: Text, Required: true, Description: "Whether the store lists the app.", Values: []string{"listed", Unlisted}},
				{Name: "first_seen", Type: Instant, Required: true, Description: "When the app was first tracked."},
				{Name: "tags", Type: Text, Description: "The present tags of the app, in their order, with a comma between two. No tag has a comma."},
			},
		},
		{
			Name: "states", View: "v_states", Row: "a state of an app between the first and the last observation that showed it",
			Key: []string{"app_id", "valid_from"}, References: ofApp,
			Description: "What lay between the end of a state and the start of the next is not known.",
			Columns: []Column{
				appID("The app."),
				{Name: "valid_from", Type: Instant, Required: true, Description: "The first observation that showed the state."},
				{Name: "valid_to", Type: Instant, Required: true, Description: "The last one before another state was observed. Failed refreshes do not count."},
				{Name: "observations", Type: Integer, Required: true, Description: "The number of observations from valid_from to valid_to."},
				{Name: "origin", Type: Text, Required: true, Values: origins, Description: "Whether the page was read from the store (live) or from a capture in the web archive (archive)."},
				{Name: "availability", Type: Text, Required: true, Values: []string{"listed", Unlisted}, Description: "Whether the store listed the app. An unlisted app shows nothing."},
				{Name: "label_digest", Type: Text, Description: "The digest of the privacy label. Missing: the page had no label that could be read."},
				{Name: "version", Type: Text, Description: "The version of the app. Missing for captures."},
				{Name: "developer", Type: Text, Description: "The developer. Missing for captures."},
				{Name: "age_rating", Type: Text, Description: "The age rating. Missing for captures."},
				{Name: "policy_digest", Type: Text, Description: "The digest of the text of the privacy policy that was read last. Missing for captures."},
			},
		},
		{
			Name: "label_items", View: "v_label_items", Row: "a declared item of a privacy label",
			Key:         []string{"label_digest", "privacy_type", "category", "purpose", "data_type", "data_type_text", "optional"},
			Description: "A label is what the developer declares. Labels with equal digests declare the same.",
			Columns: []Column{
				{Name: "label_digest", Type: Text, Required: true, Description: "The label: the SHA-256 of its identifiers."},
				{Name: "privacy_type", Type: Text, Required: true, Description: "DATA_USED_TO_TRACK_YOU, DATA_LINKED_TO_YOU or DATA_NOT_LINKED_TO_YOU, on Google Play DATA_SHARED or DATA_COLLECTED; DATA_NOT_COLLECTED or DATA_NOT_PROVIDED."},
				{Name: "category", Type: Text, Description: "The category of data, such as LOCATION. Missing: the type has none, as DATA_NOT_COLLECTED."},
				{Name: "purpose", Type: Text, Description: "The purpose, such as ANALYTICS. Missing: the page names none, as for tracking."},
				{Name: "data_type", Type: Text, Description: "The data type, such as PRECISE_LOCATION. Missing: the page names none, or none with an identifier."},
				{Name: "data_type_text", Type: Text, Description: "The data type in the words of the page."},
				{Name: "optional", Type: Boolean, Description: "Whether users can decline. Missing: the App Store does not say it, or there is no data type."},
			},
		},
		{
			Name: "features", View: "v_features", Row: "an accessibility feature that an app declares", Key: []string{"app_id", "feature"}, References: ofApp,
			Description: "Features that were declared last. With a date (--as-of), those that were declared then, of which some have no title.",
			Columns: []Column{
				appID("The app."),
				{Name: "feature", Type: Text, Required: true, Description: "The identifier of the feature."},
				{Name: "title", Type: Text, Description: "The title, in the language of the storefront."},
			},
		},
		{
			Name: "practices", View: "v_practices", Row: "a security practice that a label declares", Key: []string{"label_digest", "practice"},
			Description: "Labels of the App Store declare none. A practice that is missing is not denied: its opposite has an identifier of its own.",
			Columns: []Column{
				{Name: "label_digest", Type: Text, Required: true, Description: "The label."},
				{Name: "practice", Type: Text, Required: true, Description: "The identifier of the practice, such as DATA_IS_ENCRYPTED_IN_TRANSIT or DATA_ISNT_ENCRYPTED."},
			},
		},
		{
			Name: "changes", View: "v_changes", Row: "an entry of the changelog", Key: []string{"change_id"}, References: ofApp,
			Description: "What changed from the observation before, and what was found about a privacy policy.",
			Columns: []Column{
				{Name: "change_id", Type: Text, Required: true, Description: "The ID of the change, as in the API."},
				appID("The app."),
				{Name: "at", Type: Instant, Required: true, Description: "When the change was observed. It happened after the observation before."},
				{Name: "recorded_at", Type: Instant, Required: true, Description: "When the observation was stored; for captures, when they were imported."},
				{Name: "origin", Type: Text, Required: true, Values: origins, Description: "Where the page was read, as in states."},
				{Name: "type", Type: Text, Required: true, Description: types()},
				{Name: "category", Type: Text, Required: true, Description: "What the entry is about: privacy-label, security-practice, accessibility, age-rating, background-location, listing, availability, privacy-policy, wayback-attempt or pair."},
				{Name: "privacy_type", Type: Text, Description: "As in label_items."},
				{Name: "data_category", Type: Text, Description: "The category, as in label_items."},
				{Name: "purpose", Type: Text, Description: "The purpose, if the entry is about one."},
				{Name: "data_type", Type: Text, Description: "The data type, if the entry is about one."},
				{Name: "feature", Type: Text, Description: "The accessibility feature, as in features, or the security practice, as in practices; of an age rating, the content that it is for; of a pair, the kind of data in plain words."},
				{Name: "fact", Type: Text, Description: "The fact of the listing: name, developer, legalEntity, bundleId, privacyPolicyUrl, price or inAppPurchases."},
				{Name: "old_value", Type: Text, Description: "The value before: of the fact, the age rating or the availability. Of a policy, the app, a hyphen and the policy_digest."},
				{Name: "new_value", Type: Text, Description: "The value after, in the same form."},
				{Name: "direction", Type: Text, Values: []string{"better", "neutral", "worse"}, Required: true, Description: "What the change means for the privacy of users."},
				{Name: "weight", Type: Text, Required: true, Description: weights()},
				{Name: "in_feed", Type: Boolean, Required: true, Description: "Whether the feed shows the entry. It does not show the first observation of an app, for example."},
				{Name: "store_wide", Type: Boolean, Required: true, Description: "Whether the store itself made the change, such as a new scale of age ratings."},
				{Name: "description", Type: Text, Required: true, Description: "The sentence, as it was written at the time."},
			},
		},
		{
			Name: "policies", Row: "a text of the privacy policy of an app", Key: []string{"app_id", "policy_digest"}, References: ofApp,
			Description: "A text that returns is the same row.",
			Columns: []Column{
				appID("The app."),
				{Name: "policy_digest", Type: Text, Required: true, Description: "The digest of the words of the text."},
				{Name: "url", Type: Text, Required: true, Description: "The address that was read."},
				{Name: "final_url", Type: Text, Description: "The address after redirects."},
				{Name: "first_read", Type: Instant, Required: true, Description: "When the text was first read."},
				{Name: "last_read", Type: Instant, Description: "When it was last read. Missing: not known, or after the date of --as-of."},
				{Name: "words", Type: Integer, Required: true, Description: "The number of words."},
				{Name: "read_from", Type: Text, Description: "direct, browser_retry or wayback: how the text was read."},
				{Name: "archive_url", Type: Text, Description: "A copy of the page in the web archive."},
				{Name: "replaces", Type: Text, Description: "The digest of the same text under earlier rules. It is no change of the policy."},
				{Name: "text", Type: Text, Description: "The text, if the data set was made with --texts."},
			},
		},
		{
			Name: "observations", View: "v_observations", Row: "a refresh of an app, or a capture of its page",
			Key: []string{"app_id", "at"}, References: ofApp,
			Description: "Tells coverage and gaps. Of refreshes that failed, the last of each app is known, and only until one succeeds.",
			Columns: []Column{
				appID("The app."),
				{Name: "at", Type: Instant, Required: true, Description: "The time of the observation; for captures, that of the capture."},
				{Name: "recorded_at", Type: Instant, Required: true, Description: "When it was stored."},
				{Name: "origin", Type: Text, Required: true, Values: origins, Description: "As in states."},
				{Name: "outcome", Type: Text, Required: true, Values: []string{Unchanged, Changed, Unlisted, Failed}, Description: "changed: the feed shows changes. unlisted: the store no longer lists the app. failed: nothing was read."},
				{Name: "code", Type: Text, Description: "The kind of failure: dns, tls, connection, proxy, timeout, status, rateLimited, blocked, notFound, layout, unconfirmed, tooLarge, address, crash or other."},
				{Name: "label_digest", Type: Text, Description: "The label on the page."},
				{Name: "version", Type: Text, Description: "The version of the app."},
				{Name: "archive_url", Type: Text, Description: "The address of the capture; of a refresh, of the one that the web archive was then asked for (setting archiveChanges)."},
				{Name: "extractor", Type: Text, Description: "The name and version of the code that read the page."},
			},
		},
		{
			Name: "storefronts", View: "v_storefronts", Row: "an observation of an app in one storefront", Key: []string{"app_id", "country", "at"}, References: ofApp,
			Description: "Storefronts are read beside the one in which an app is tracked, so that they can be compared. What they show is no state of the app, and causes no changes.",
			Columns: []Column{
				appID("The app."),
				{Name: "country", Type: Text, Required: true, Description: "The storefront, two lower-case letters."},
				{Name: "at", Type: Instant, Required: true, Description: "The time of the observation."},
				{Name: "availability", Type: Text, Required: true, Values: []string{"listed", Unlisted}, Description: "Whether the storefront listed the app. If not, the rest is missing."},
				{Name: "label_digest", Type: Text, Description: "The digest of the privacy label. Missing: the page had no label that could be read."},
				{Name: "name", Type: Text, Description: "The name."},
				{Name: "developer", Type: Text, Description: "The developer."},
				{Name: "version", Type: Text, Description: "The version."},
				{Name: "age_rating", Type: Text, Description: "The age rating, in the words of the storefront."},
				{Name: "price", Type: Number, Description: "The price. 0: the app is free."},
				{Name: "currency", Type: Text, Description: "The currency of the price (ISO 4217)."},
				{Name: "privacy_policy_url", Type: Text, Description: "The address of the privacy policy to which the page links."},
			},
		},
		{
			Name: "pairs", View: "v_pairs", Row: "an app of the App Store and the same app on Google Play", Key: []string{"appstore_id"},
			References:  []Reference{{"appstore_id", "apps", "app_id"}, {"play_id", "apps", "app_id"}},
			Description: "People pair apps, or lists that name both. Pairs of which one app is not in the table apps have no row. The changes of the category pair say when a difference began and ended.",
			Columns: []Column{
				{Name: "appstore_id", Type: Integer, Required: true, Description: "The app in the App Store."},
				{Name: "play_id", Type: Integer, Required: true, Description: "The app on Google Play."},
				{Name: "paired_at", Type: Instant, Required: true, Description: "When the apps were paired. They may have been the same app before."},
				{Name: "differences", Type: Integer, Description: "How many kinds of data only one of the labels declares now. Missing: the labels were never both known, or the data set is of a date (--as-of, --known-at)."},
			},
		},
		{
			Name: "runs", Row: "a run over many apps that has ended", Key: []string{"run_id"},
			Description: "It has rows if the data set was made with --runs. Backups have no runs, so those before a restore are missing.",
			Columns: []Column{
				{Name: "run_id", Type: Text, Required: true, Description: "The ID of the run."},
				{Name: "kind", Type: Text, Required: true, Description: "sync, wayback or policy, for example."},
				{Name: "initiator", Type: Text, Description: "manual, scheduled or automatic."},
				{Name: "status", Type: Text, Required: true, Description: "done, cancelled or error."},
				{Name: "started_at", Type: Instant, Required: true, Description: "The start."},
				{Name: "ended_at", Type: Instant, Required: true, Description: "The end."},
				{Name: "total", Type: Integer, Required: true, Description: "The number of subjects."},
				{Name: "completed", Type: Integer, Required: true, Description: "Those that succeeded."},
				{Name: "failed", Type: Integer, Required: true, Description: "Those that failed."},
				{Name: "skipped", Type: Integer, Required: true, Description: "Those that were left out."},
			},
		},
	}
}

// table returns the table with a name, which must exist.
func table(name string) Table {
	for _, t := range Tables() {
		if t.Name == name {
			return t
		}
	}
	panic("dataset: no table " + name)
}
