package profile

// Preset is a named profile that limits every category.
type Preset struct {
	ID    string
	Label string
	Tiers map[string]Tier
}

// Presets returns the presets, from the strictest to the most tolerant.
func Presets() []Preset {
	const (
		nc = NotCollected
		nl = NotLinked
		l  = Linked
		t  = Tracking
	)
	presets := []Preset{{ID: "strict", Label: "Strict"}, {ID: "balanced", Label: "Balanced"},
		{ID: "anti_tracking", Label: "Anti-tracking only"}, {ID: "permissive", Label: "Permissive"}}
	for i := range presets {
		presets[i].Tiers = make(map[string]Tier, 14)
	}
	for _, row := range []struct {
		category string
		tiers    [4]Tier // in the order of the presets
	}{
		{ContactInfo, [4]Tier{nl, l, l, t}},
		{HealthAndFitness, [4]Tier{nc, nl, l, l}},
		{FinancialInfo, [4]Tier{nl, l, l, l}},
		{Location, [4]Tier{nc, nl, l, l}},
		{SensitiveInfo, [4]Tier{nc, nc, l, nl}},
		{Contacts, [4]Tier{nc, nl, l, t}},
		{UserContent, [4]Tier{nl, l, l, t}},
		{BrowsingHistory, [4]Tier{nc, nl, l, t}},
		{SearchHistory, [4]Tier{nl, nl, l, t}},
		{Identifiers, [4]Tier{nl, nl, l, t}},
		{Purchases, [4]Tier{nl, l, l, t}},
		{UsageData, [4]Tier{nl, l, l, t}},
		{Diagnostics, [4]Tier{nl, l, l, t}},
		{Other, [4]Tier{nc, l, l, t}},
	} {
		for i := range presets {
			presets[i].Tiers[row.category] = row.tiers[i]
		}
	}
	return presets
}

// Preset returns the ID of the preset that equals the profile, empty if there is none.
func (p Privacy) Preset() string {
	for _, preset := range Presets() {
		if p.Equal(Privacy{Tiers: preset.Tiers}) {
			return preset.ID
		}
	}
	return ""
}
