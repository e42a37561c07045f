package ui

import (
	"context"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// Purpose returns what the installation is for: one of the purposes of the settings.
func (k *Kit) Purpose(ctx context.Context) (string, error) {
	return storage.View(ctx, k.Store, func(tx *storage.Tx) (string, error) {
		shown, err := settings.Text(tx, settings.Purpose)
		if shown == "" {
			shown = settings.PurposeUnasked
		}
		return shown, err
	})
}

// purposes are what an installation can be for, with the words of its button.
var purposes = []struct {
	value string
	words language.Words
}{
	{settings.PurposePhone, "My phone"}, {settings.PurposeChild, "A child’s phone"}, {settings.PurposeTeam, "A team’s apps"}, {settings.PurposeResearch, "Research"},
}

// WritePurpose writes the question what the installation is for. Now is the answer until now.
func WritePurpose(m *Markup, now string) {
	if !m.Offers("POST /api/settings") {
		return
	}
	m.Add(`<form method="post" action="{}/purpose" class="field purpose">`, m.Base)
	m.Back()
	m.Add(`<h3>What do you watch apps for?</h3>
		<p class="hint">Sets the privacy profile, the notifications and the first screen.`)
	if m.Here != "/settings" {
		m.Add(` You can change it later under Settings.`)
	}
	m.Add(`</p>
		<div class="row">`)
	for _, p := range purposes {
		m.Add(`<button name="purpose" value="{}"{? aria-pressed="true"}>{}</button> `, p.value, now == p.value, p.words)
	}
	other := language.Words("None of these")
	if now == settings.PurposeUnasked {
		other = "Skip"
	}
	m.Add(`<button class="quiet" name="purpose" value="other">{}</button></div></form>`, other)
}
