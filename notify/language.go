package notify

import (
	"context"
	"slices"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/storage"
)

// languageFor returns the language of messages to an endpoint: that of the settings, or English for
// programs.
func (o *Outbox) languageFor(ctx context.Context, e endpoint) (*language.Language, error) {
	if e.Channel.row().programs {
		return language.English, nil
	}
	code, err := storage.View(ctx, o.config.Store, func(tx *storage.Tx) (string, error) { return settings.Text(tx, settings.MessageLanguage) })
	l, _ := language.Of(code)
	return l, err
}

// services are the names of what a notification is about that is about no app.
var services = []language.Words{
	"Interrupted run", "Import", "Manual apps", "App Store pages", "Google Play pages", "Refreshing apps", "Tokens",
}

// deliveryIn returns a delivery with its texts in a language.
func deliveryIn(l *language.Language, d storage.Delivery) storage.Delivery {
	if l == language.English {
		return d
	}
	d.Items = slices.Clone(d.Items)
	for i := range d.Items {
		item := &d.Items[i]
		if name := language.Words(item.AppName); item.App == 0 && slices.Contains(services, name) {
			item.AppName = storage.Text(l.Words(name))
		}
		item.Changes = slices.Clone(item.Changes)
		for k, e := range item.Changes {
			item.Changes[k] = translated(l, e)
		}
	}
	if subjects := subjectsOf(d.Items); d.Kind == storage.DeliveryImmediate && len(subjects) > 0 && len(subjects[0].changes) > 0 {
		d.Title = subjects[0].title(l)
	}
	if d.Kind == storage.DeliveryDaily || d.Kind == storage.DeliveryWeekly {
		d.Title = wording.Stored(l, "", d.Title)
	}
	return d
}

// translated returns an entry with its sentence and its details in a language, weighed as it was.
func translated(l *language.Language, e storage.Entry) storage.Entry {
	e = changelog.Weigh(e)
	e.Details = wording.Details(l, e)
	e.Description = wording.Sentence(l, e)
	if e.StoreWide {
		e.Description, e.StoreWide = string(l.Text("%s (by the App Store)", e.Description)), false
	}
	return e
}

// headline is [changelog.Headline] for an entry that is in the language. Languages other than English
// have the sentence of the entry in place of what the app did, unless [wording.Headline] has words for that.
func headline(l *language.Language, app string, e storage.Entry) (line string, whole bool) {
	if l == language.English {
		return changelog.Headline(app, e)
	}
	if did, ok := wording.Headline(l, app, e); ok && app != "" {
		return did, true
	}
	switch {
	case app == "":
		return e.Sentence(), false
	case e.Direction == storage.Worse:
		return string(l.Text("%s got worse: %s", app, e.Sentence())), false
	case e.Direction == storage.Better:
		return string(l.Text("%s got better: %s", app, e.Sentence())), false
	}
	return string(l.Text("%s: %s", app, e.Sentence())), false
}
