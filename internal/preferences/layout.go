package preferences

import "slices"

// card is a card of the dashboard.
type card struct {
	id       string
	hideable bool
}

// cards are all cards in their default order.
var cards = []card{
	{"task_list", true},
	{"review_cta", true},
	{"focus_strip", true},
	{"background_mode_wizard", true},
	{"risk_section", true},
	{"hero", true},
	{"cleanup_callout", false},
	{"family_callout", false},
	{"age_rating_callout", false},
	{"third_party_callout", false},
	{"glance_section", true},
	{"definitions_callout", true},
	{"review_section", true},
	{"profile_mismatch_section", true},
	{"stale_section", true},
	{"activity_section", true},
	{"risk_tier_legend", true},
	{"manual_apps_banner", false},
}

// layoutVersion is the version of the format of a [Layout].
const layoutVersion = 1

// Layout is the order of the cards of the dashboard, each once, and which of them are
// hidden, in their default order.
type Layout struct {
	Version int      `json:"v"`      // the version of the form
	Order   []string `json:"order"`  // the keys of all cards, in order
	Hidden  []string `json:"hidden"` // the keys of the hidden cards
}

// Reconcile makes a layout of an order and hidden cards. It drops unknown and repeated
// cards, and inserts each missing card after the card that precedes it by default. Cards
// that cannot be hidden are shown.
func Reconcile(order, hidden []string) Layout {
	l := Layout{Version: layoutVersion, Order: make([]string, 0, len(cards)), Hidden: []string{}}
	for _, id := range order {
		if isCard(id) && !slices.Contains(l.Order, id) {
			l.Order = append(l.Order, id)
		}
	}
	after := 0 // where a missing card goes
	for _, card := range cards {
		at := slices.Index(l.Order, card.id)
		if at < 0 {
			at = after
			l.Order = slices.Insert(l.Order, at, card.id)
		}
		after = at + 1
		if card.hideable && slices.Contains(hidden, card.id) {
			l.Hidden = append(l.Hidden, card.id)
		}
	}
	return l
}

func isCard(id string) bool {
	return slices.ContainsFunc(cards, func(c card) bool { return c.id == id })
}

func (l Layout) equal(other Layout) bool {
	return slices.Equal(l.Order, other.Order) && slices.Equal(l.Hidden, other.Hidden)
}

// DefaultPreset is the layout of a new installation.
const DefaultPreset = "default"

// presets are the named layouts: the cards that are shown, in order. The others come after
// them, hidden if they can be.
var presets = []struct {
	name  string
	shown []string // nil: all
}{
	{DefaultPreset, nil},
	{"minimal", []string{"review_cta", "hero", "risk_section", "review_section", "glance_section"}},
	{"caretaker", []string{
		"review_cta", "risk_section", "profile_mismatch_section", "review_section", "activity_section", "glance_section", "hero",
		"task_list", "focus_strip",
	}},
	{"watchdog", []string{
		"review_cta", "risk_section", "profile_mismatch_section", "stale_section", "activity_section", "review_section", "hero",
		"focus_strip", "glance_section",
	}},
	{"at_a_glance", []string{
		"review_cta", "glance_section", "hero", "review_section", "activity_section", "risk_section", "focus_strip",
	}},
}

// Presets returns the names of the presets.
func Presets() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.name
	}
	return names
}

// Preset returns the layout with a name.
func Preset(name string) (Layout, bool) {
	for _, p := range presets {
		if p.name != name {
			continue
		}
		order := slices.Clone(p.shown)
		var hidden []string
		for _, card := range cards {
			if slices.Contains(p.shown, card.id) {
				continue
			}
			order = append(order, card.id)
			if p.shown != nil {
				hidden = append(hidden, card.id)
			}
		}
		return Reconcile(order, hidden), true
	}
	return Layout{}, false
}

// Name returns the name of the preset with this layout, empty if there is none.
func (l Layout) Name() string {
	for _, p := range presets {
		if preset, _ := Preset(p.name); preset.equal(l) {
			return p.name
		}
	}
	return ""
}
