package forms

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// profiles is the screen of what a person accepts and needs.
type profiles struct{ *ui.Kit }

func newProfiles(kit *ui.Kit) []ui.Screen {
	s := profiles{kit}
	return []ui.Screen{
		{Route: "GET /settings/profile", As: "GET /api/privacy-profile", Serve: s.get},
		{Route: "POST /settings/profile/privacy", Fields: append(profile.Categories(), "preset", "retention"), As: "PUT /api/privacy-profile", Serve: ui.Form(s.setPrivacy)},
		{Route: "POST /settings/profile/accessibility", Fields: profile.Features(), As: "PUT /api/accessibility-profile", Serve: ui.Form(s.setAccessibility)},
	}
}

type profileView struct {
	Categories []limit
	Features   []limit
	Tiers      []choice
	Needs      []choice
	Retention  string
	Retentions []choice
	Presets    []choice
	Preset     string
}

func (v profileView) write(m *ui.Markup) {
	writeSections(m, "profile")
	v.writePrivacy(m)
	may := m.Offers("PUT /api/accessibility-profile")
	m.Add(`<section aria-labelledby="access-title"><h2 id="access-title">Accessibility that you need</h2>
		<form method="post" action="{}/settings/profile/accessibility"><fieldset class="stack"{? disabled}>
		<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Feature</th>
		<th scope="col">To you</th></tr></thead><tbody>
		`, m.Base, !may)
	for _, l := range v.Features {
		l.write(m, "Not important", v.Needs)
	}
	m.Add(`
		</tbody></table></div>`)
	writeSave(m, may)
	m.Add(`</fieldset></form></section>
		`)
}

// writePrivacy writes the form of what is accepted, with one to begin with.
func (v profileView) writePrivacy(m *ui.Markup) {
	may := m.Offers("PUT /api/privacy-profile")
	m.Add(`<section aria-labelledby="privacy-title"><h2 id="privacy-title">What apps may do with data</h2>
		<p class="soft">The most that you accept of an app, for each kind of data. An app that declares more is marked.</p>
		`)
	if may {
		m.Add(`<form method="post" action="{}/settings/profile/privacy"
			class="row actions"><label for="preset">Begin with</label><select id="preset" name="preset"
			required><option value="">Choose a profile</option>`,
			m.Base)
		writeOptions(m, v.Presets, v.Preset)
		m.Add(`</select><input type="hidden" name="retention" value="{}"><button>Use this</button></form>
			`, v.Retention)
	}

	m.Add(`<form method="post" action="{}/settings/profile/privacy"><fieldset class="stack"{? disabled}>
		<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Kind of data</th>
		<th scope="col">At most</th></tr></thead><tbody>
		`, m.Base, !may)
	for _, l := range v.Categories {
		l.write(m, "Anything", v.Tiers)
	}

	m.Add(`
		</tbody></table></div>
		<label for="retention">How long data may be kept</label><select id="retention" name="retention">`)
	writeOptions(m, v.Retentions, v.Retention)
	m.Add(`</select>
		`)
	writeSave(m, may)
	m.Add(`</fieldset></form></section>
		`)
}

// limit is what a profile says of a category or a feature.
type limit struct{ Name, Own, Value string }

// write writes the row of a limit: one of the choices or, by default, none.
func (l limit) write(m *ui.Markup, none language.Words, choices []choice) {
	m.Add(`<tr><th scope="row"><label for="{}">{}</label></th><td><select id="{}" name="{}"><option value="">{}</option>`,
		l.Name, l.Own, l.Name, l.Name, none)
	writeOptions(m, choices, l.Value)
	m.Add(`</select></td></tr>`)
}

func (s profiles) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	limits, err := s.Reviews.PrivacyProfile(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	needs, err := s.Reviews.AccessibilityProfile(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	say := ui.Say(r)
	view := profileView{
		Preset: limits.Preset(), Retention: string(limits.Retention),
		Tiers: []choice{
			{profile.NotCollected.String(), "Not collected"}, {profile.NotLinked.String(), "Not linked to me"},
			{profile.Linked.String(), "Linked to me"}, {profile.Tracking.String(), "Used to track me"},
		},
		Needs: []choice{{string(profile.Nice), "Nice to have"}, {string(profile.Required), "Needed"}},
		Retentions: []choice{
			{string(profile.RetentionAny), "As long as they like"}, {string(profile.RetentionLimited), "For a limited time"}, {string(profile.RetentionNone), "Not at all"},
		},
	}
	for _, category := range profile.Categories() {
		row := limit{Name: category, Own: say.Name(vocabulary.DataCategory, category, "")}
		if tier, limited := limits.Tiers[category]; limited {
			row.Value = tier.String()
		}
		view.Categories = append(view.Categories, row)
	}
	for _, feature := range profile.Features() {
		view.Features = append(view.Features, limit{feature, say.Name(vocabulary.Feature, feature, ""), string(needs[feature])})
	}
	for _, preset := range profile.Presets() {
		view.Presets = append(view.Presets, choice{preset.ID, language.Words(preset.Label)})
	}
	return s.Render(r, ui.Head{Title: "Profile", Nav: settingsTitle}, view.write)
}

func (s profiles) setPrivacy(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	tiers := make(map[string]string)
	for _, category := range profile.Categories() {
		if tier := form.Get(category); tier != "" {
			tiers[category] = tier
		}
	}
	if id := form.Get("preset"); id != "" {
		presets := profile.Presets()
		at := slices.IndexFunc(presets, func(p profile.Preset) bool { return p.ID == id })
		if at < 0 {
			return ui.Reply{}, ui.Refuse(http.StatusBadRequest, "There is no such preset")
		}
		clear(tiers)
		for category, tier := range presets[at].Tiers {
			tiers[category] = tier.String()
		}
	}
	text, err := json.Marshal(map[string]any{"profile": tiers, "retention": form.Get("retention")})
	if err != nil {
		return ui.Reply{}, err
	}
	wanted, err := profile.ParsePrivacy(text)
	if err != nil {
		return ui.Reply{}, err
	}
	before, err := s.Reviews.PrivacyProfile(ctx)
	if err == nil {
		err = s.Reviews.SetPrivacyProfile(ctx, wanted)
	}
	if err != nil {
		return ui.Reply{}, err
	}
	flash := ui.Flash{Text: "Saved. Apps that go beyond it are marked."}
	if before.Active() && !before.Equal(wanted) {
		tiers := make(map[string]string)
		for category, tier := range before.Tiers {
			tiers[category] = tier.String()
		}
		flash.Undo = ui.UndoProfile{Retention: string(before.Retention), Tiers: tiers}
	}
	return ui.SeeOther(r, "/settings/profile", flash), nil
}

func (s profiles) setAccessibility(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	needs := make(map[string]string)
	for _, feature := range profile.Features() {
		if need := form.Get(feature); need != "" {
			needs[feature] = need
		}
	}
	text, err := json.Marshal(map[string]any{"profile": needs})
	if err != nil {
		return ui.Reply{}, err
	}
	wanted, err := profile.ParseAccessibility(text)
	if err == nil {
		err = s.Reviews.SetAccessibilityProfile(ctx, wanted)
	}
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.SeeOther(r, "/settings/profile", ui.Flash{Text: "Saved."}), nil
}
