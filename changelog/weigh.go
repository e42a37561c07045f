package changelog

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/digits"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// The weights, the heaviest first.
const (
	WeightTracking           storage.Weight = "tracking"            // data used to track users across companies
	WeightShared             storage.Weight = "shared"              // data given to other companies, as Google Play has it
	WeightLinked             storage.Weight = "linked"              // data linked to the user
	WeightCollected          storage.Weight = "collected"           // data collected without a link to the user
	WeightContradiction      storage.Weight = "contradiction"       // the policy says otherwise than the label
	WeightPair               storage.Weight = "pair"                // the declarations in two stores differ
	WeightProfile            storage.Weight = "profile"             // whether the user accepts what the label says
	WeightBackgroundLocation storage.Weight = "background_location" // the location while the app is not in use
	WeightAdvertising        storage.Weight = "advertising"         // declared data used for the advertising of others
	WeightPurpose            storage.Weight = "purpose"             // declared data used for something else
	WeightChoice             storage.Weight = "choice"              // whether users can choose not to provide declared data
	WeightSecurity           storage.Weight = "security"            // the security practices
	WeightDeclaration        storage.Weight = "declaration"         // whether the developer declares anything
	WeightOwnership          storage.Weight = "ownership"           // who offers the app
	WeightAvailability       storage.Weight = "availability"        // whether the App Store lists the app
	WeightPolicyLink         storage.Weight = "policy_link"         // where the policy is
	WeightAgeRating          storage.Weight = "age_rating"          // the age rating and its descriptors
	WeightInAppPurchases     storage.Weight = "in_app_purchases"    // whether the app offers purchases
	WeightAccessibility      storage.Weight = "accessibility"       // the accessibility features
	WeightPrice              storage.Weight = "price"               // the price
	WeightName               storage.Weight = "name"                // the name
	WeightWording            storage.Weight = "wording"             // the text of the policy
	WeightVersion            storage.Weight = "version"             // the version
	WeightService            storage.Weight = "service"             // nothing about the app
)

// rule is a row of the table that decides what changes mean. An effect matches a rule if it
// has those of the first four members that the rule sets.
type rule struct {
	category storage.EntryCategory
	fact     string
	id       string
	kind     storage.EntryType

	weight storage.Weight
	means  meaning
}

// rules is the table that decides the weight and the direction of every change, the heaviest
// weight first. The first rule that matches an effect counts, and the last one matches all.
//
// It is about what is declared, not about what is done: an app whose developer admits more
// than before is worse. Where a change can be either, as a new developer, it is neutral
// however heavy it is.
var rules = []rule{
	{category: storage.CategoryPrivacyLabel, fact: ofData, id: storage.DataUsedToTrackYou, weight: WeightTracking, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, fact: ofData, id: storage.DataShared, weight: WeightShared, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, fact: ofData, id: storage.DataLinkedToYou, weight: WeightLinked, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, fact: ofData, id: storage.DataNotLinkedToYou, weight: WeightCollected, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, fact: ofData, id: storage.DataCollected, weight: WeightCollected, means: moreIsWorse},
	{category: storage.CategoryPrivacyPolicy, fact: ofContradiction, weight: WeightContradiction, means: moreIsWorse},
	{category: storage.CategoryPair, weight: WeightPair, means: moreIsWorse},
	{kind: "profile_mismatch", weight: WeightProfile, means: meaning{changed: storage.Worse}},
	{category: storage.CategoryBackgroundLocation, weight: WeightBackgroundLocation, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, fact: ofPurpose, id: "THIRD_PARTY_ADVERTISING", weight: WeightAdvertising, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, fact: ofPurpose, id: vocabulary.ThirdPartyAds, weight: WeightAdvertising, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, fact: ofPurpose, weight: WeightPurpose, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, fact: ofChoice, weight: WeightChoice, means: moreIsBetter},
	{category: storage.CategorySecurityPractice, id: vocabulary.NotEncrypted, weight: WeightSecurity, means: moreIsWorse},
	{category: storage.CategorySecurityPractice, id: vocabulary.NotDeletable, weight: WeightSecurity, means: moreIsWorse},
	{category: storage.CategorySecurityPractice, weight: WeightSecurity, means: moreIsBetter},
	{category: storage.CategoryPrivacyLabel, fact: ofData, id: storage.DataNotCollected, weight: WeightDeclaration, means: moreIsBetter},
	{category: storage.CategoryPrivacyLabel, fact: ofData, id: storage.DataNotProvided, weight: WeightDeclaration, means: moreIsWorse},
	{category: storage.CategoryPrivacyLabel, weight: WeightDeclaration}, // of a privacy type that is not known
	{category: storage.CategoryListing, fact: storage.FactDeveloper, weight: WeightOwnership},
	{category: storage.CategoryListing, fact: storage.FactEntity, weight: WeightOwnership},
	{category: storage.CategoryListing, fact: storage.FactBundleID, weight: WeightOwnership},
	{category: storage.CategoryAvailability, weight: WeightAvailability, means: moreIsBetter},
	{category: storage.CategoryListing, fact: storage.FactPolicy, weight: WeightPolicyLink, means: moreIsBetter},
	{category: storage.CategoryAgeRating, weight: WeightAgeRating, means: moreIsWorse},
	{category: storage.CategoryListing, fact: storage.FactIAP, weight: WeightInAppPurchases, means: moreIsWorse},
	{category: storage.CategoryAccessibility, weight: WeightAccessibility, means: moreIsBetter},
	{category: storage.CategoryListing, fact: storage.FactPrice, weight: WeightPrice, means: moreIsWorse},
	{category: storage.CategoryListing, fact: storage.FactName, weight: WeightName},
	{category: storage.CategoryListing, fact: ofSpelling, weight: WeightName},
	{category: storage.CategoryPrivacyPolicy, weight: WeightWording},
	{kind: "version_update", weight: WeightVersion},
	{weight: WeightService},
}

// effect is one of the things that an entry says, in the words of the table.
type effect struct {
	category storage.EntryCategory
	fact     string // ofData, ofPurpose, ofChoice, ofContradiction, ofSpelling, or the fact of a listing
	id       string // the identifier of the privacy type, the purpose or the practice
	kind     storage.EntryType
	move     move
}

// The facts of effects that are not facts of a listing.
const (
	ofData          = "data"          // what a privacy type holds
	ofPurpose       = "purpose"       // what declared data is used for
	ofChoice        = "choice"        // whether declared data is optional
	ofContradiction = "contradiction" // of a policy to the label
	ofSpelling      = "spelling"      // of the same developer, or of the same address
)

// move is what happened to the thing that an effect is about.
type move uint8

const (
	changed move = iota // not known to be one of the others
	more                // it is new, or more than before
	less                // it is gone, or less than before
	moves
)

// meaning is the direction of each move. Those that are not set are neutral.
type meaning [moves]storage.Direction

var (
	moreIsWorse  = meaning{more: storage.Worse, less: storage.Better}
	moreIsBetter = meaning{more: storage.Better, less: storage.Worse}
)

// finer has the data types that say the same as another one but less exactly. A label in
// which one takes the place of the other says more or less, and not something else.
var finer = map[string]string{"COARSE_LOCATION": "PRECISE_LOCATION", "APPROXIMATE_LOCATION": "PRECISE_LOCATION"}

// ladder is the place of each weight.
var ladder = func() map[storage.Weight]int {
	places := make(map[storage.Weight]int)
	for i, w := range Weights() {
		places[w] = i
	}
	return places
}()

// Weights returns all weights, the heaviest first.
func Weights() []storage.Weight {
	var all []storage.Weight
	for _, r := range rules {
		if !slices.Contains(all, r.weight) {
			all = append(all, r.weight)
		}
	}
	return all
}

// Weigh returns the entry with its direction and weight. One that says several things has
// those of the worst. An entry that has them already keeps them.
func Weigh(e storage.Entry) storage.Entry {
	if e.Weight != "" && knownDirection(e.Direction) {
		return e
	}
	e.Direction, e.Weight = "", ""
	for _, effect := range effectsOf(e) {
		one := e
		one.Direction, one.Weight = effect.judge()
		if e.Weight == "" || CompareWorst(one, e) < 0 {
			e = one
		}
	}
	return e
}

// WeighAll returns copies of entries with their directions and weights. It returns nil for nil.
func WeighAll(entries []storage.Entry) []storage.Entry {
	weighed := slices.Clone(entries)
	for i, e := range weighed {
		weighed[i] = Weigh(e)
	}
	return weighed
}

// Shown returns an entry as answers show it: with its category, direction and weight, which
// entries of restored backups may lack.
func Shown(e storage.Entry) storage.Entry { return Weigh(e).Categorized() }

// ShownAll returns copies of entries as answers show them, never nil.
func ShownAll(entries []storage.Entry) []storage.Entry {
	all := make([]storage.Entry, len(entries))
	for i, e := range entries {
		all[i] = Shown(e)
	}
	return all
}

// CompareWorst orders weighed entries, the worst first: those that are worse, then the neutral
// ones, then those that are better, and among these the heaviest first.
func CompareWorst(a, b storage.Entry) int {
	return cmp.Or(cmp.Compare(rankOf(a.Direction), rankOf(b.Direction)), cmp.Compare(placeOf(a.Weight), placeOf(b.Weight)))
}

// WorstFirst returns the entries with their directions and weights, the worst first.
func WorstFirst(entries []storage.Entry) []storage.Entry {
	sorted := WeighAll(entries)
	order.Sort(sorted, CompareWorst)
	return sorted
}

func knownDirection(d storage.Direction) bool {
	return d == storage.Worse || d == storage.Neutral || d == storage.Better
}

func rankOf(d storage.Direction) int {
	switch d {
	case storage.Worse:
		return 0
	case storage.Better:
		return 2
	}
	return 1
}

// placeOf returns the place of a weight, that of an unknown one after all others.
func placeOf(w storage.Weight) int {
	if place, known := ladder[w]; known {
		return place
	}
	return len(ladder)
}

// judge applies the table.
func (f effect) judge() (storage.Direction, storage.Weight) {
	for _, r := range rules {
		if (r.category == "" || r.category == f.category) && (r.fact == "" || r.fact == f.fact) &&
			(r.id == "" || r.id == f.id) && (r.kind == "" || r.kind == f.kind) {
			return cmp.Or(r.means[f.move], storage.Neutral), r.weight
		}
	}
	return storage.Neutral, WeightService // cannot happen: the last rule matches all
}

// effectsOf returns what an entry says, at least one effect. Nothing is more or less in an
// entry about a change by the App Store itself.
func effectsOf(e storage.Entry) []effect {
	one := effect{category: categoryOf(e), kind: e.Type, fact: e.Fact}
	if e.StoreWide {
		return []effect{one}
	}
	one.move = moveOf(e)
	switch one.category {
	case storage.CategoryPrivacyLabel:
		return labelEffects(e, one)
	case storage.CategorySecurityPractice:
		one.id = e.Feature
	case storage.CategoryAgeRating:
		return ratingEffects(e, one)
	case storage.CategoryPrivacyPolicy:
		return policyEffects(e, one)
	case storage.CategoryListing:
		if Respelled(e) {
			one.fact = ofSpelling
		}
	}
	return []effect{one}
}

// categoryOf returns what an entry is about: that of an entry without a category follows from
// its type, and there is none for one about the service.
func categoryOf(e storage.Entry) storage.EntryCategory {
	switch {
	case e.Category != "":
		return e.Category
	case e.Type == storage.EntryAdded, e.Type == storage.EntryRemoved, e.Type == storage.EntryModified:
		return storage.CategoryPrivacyLabel
	case e.Type == storage.EntryPolicy:
		return storage.CategoryPrivacyPolicy
	case e.Type == storage.EntryWayback:
		return storage.CategoryWaybackAttempt
	}
	return storage.CategoryService
}

// moveOf returns what happened to the thing that an entry without parts is about.
func moveOf(e storage.Entry) move {
	switch {
	case e.Type == storage.EntryAdded:
		return more
	case e.Type == storage.EntryRemoved:
		return less
	case e.From == e.To:
		return changed
	}
	switch {
	case e.Category == storage.CategoryAvailability:
		return either(e.To == storage.Listed, e.To == storage.Unlisted)
	case e.Fact == storage.FactPolicy:
		return either(e.From == "", e.To == "")
	case e.Fact == storage.FactIAP:
		return either(e.To == strconv.FormatBool(true), e.To == strconv.FormatBool(false))
	case e.Fact == storage.FactPrice:
		was, wasIn := amountOf(e.From)
		is, isIn := amountOf(e.To)
		if was == 0 || is == 0 || wasIn == isIn {
			return either(is > was, is < was)
		}
	}
	return changed
}

// either returns the move for which the condition holds.
func either(isMore, isLess bool) move {
	switch {
	case isMore:
		return more
	case isLess:
		return less
	}
	return changed
}

// labelEffects returns the single changes of an entry about a label. A privacy type or
// category that was added or removed is one change, since all of its parts move with it.
func labelEffects(e storage.Entry, one effect) []effect {
	one.fact, one.id = ofData, e.PrivacyType
	if e.Type != storage.EntryModified || len(e.Parts) == 0 {
		return []effect{one}
	}
	var all []effect
	for _, p := range e.Parts {
		part := one
		part.move = either(p.Type == storage.EntryAdded, p.Type == storage.EntryRemoved)
		if p.Optional {
			part.fact = ofChoice
			all = append(all, part)
			continue
		}
		if p.Purpose != "" {
			part.fact, part.id = ofPurpose, p.Purpose
		}
		if other := Replaced(e.Parts, p); other != "" {
			part.move = either(finer[other] == p.DataType, finer[p.DataType] == other)
			if p.Type == storage.EntryRemoved {
				continue // the effect is that of the other part
			}
		}
		all = append(all, part)
	}
	return all
}

// Replaced returns the data type of the opposite part that says the same as the one of p, but
// more or less exactly, for the same purpose: of an added one, that which it replaces. Empty:
// there is none.
func Replaced(parts []storage.Part, p storage.Part) string {
	for _, other := range parts {
		if other.Type != p.Type && !other.Optional && !p.Optional && other.Purpose == p.Purpose && other.DataType != "" && p.DataType != "" &&
			(finer[other.DataType] == p.DataType || finer[p.DataType] == other.DataType) {
			return other.DataType
		}
	}
	return ""
}

func ratingEffects(e storage.Entry, one effect) []effect {
	added, removed := DescriptorsIn(e)
	var all []effect
	if len(added) > 0 {
		one.move = more
		all = append(all, one)
	}
	if len(removed) > 0 {
		one.move = less
		all = append(all, one)
	}
	if len(all) > 0 {
		return all
	}
	was, is := cmp.Or(minimumAge(e.From), onlyAge(e.From)), cmp.Or(minimumAge(e.To), onlyAge(e.To))
	if was != 0 && is != 0 {
		one.move = either(is > was, is < was)
	}
	return []effect{one}
}

// policyEffects returns the change of the text and, if the new one disagrees with more claims
// of the label than the one before, that.
func policyEffects(e storage.Entry, one effect) []effect {
	all := []effect{one}
	var said struct {
		Added int `json:"disagreementsAdded"`
	}
	if len(e.More) > 0 && json.Unmarshal(e.More, &said) == nil && said.Added > 0 {
		one.fact, one.move = ofContradiction, more
		all = append(all, one)
	}
	return all
}

// amountOf returns the amount in the words of a price, in the smallest unit that it names, and
// what it is an amount of: the currency, and how many digits stand after the last separator. A
// text without digits, such as "Free", is 0.
func amountOf(price string) (amount int64, of string) {
	var number, rest strings.Builder
	after := -1 // digits after the last separator
	for _, c := range strings.Map(digits.Western, price) {
		switch {
		case c >= '0' && c <= '9':
			number.WriteRune(c)
			if after >= 0 {
				after++
			}
		case strings.ContainsRune(".,'’٬", c):
			after = 0
		case c == ' ' || c == '\u00a0' || c == '\u202f':
		default:
			rest.WriteRune(c)
		}
	}
	if after < 0 || after > 2 {
		after = 0 // it separates thousands
	}
	amount, err := strconv.ParseInt(number.String(), 10, 64)
	if err != nil { // there are no digits, or too many
		return 0, ""
	}
	return amount, rest.String() + strconv.Itoa(after)
}
