package notify

import (
	"context"
	"slices"
	"strings"

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

// deliveryIn returns a delivery with its texts in a language.
func deliveryIn(l *language.Language, d storage.Delivery) storage.Delivery {
	if l == language.English {
		return d
	}
	d.Items = slices.Clone(d.Items)
	for i := range d.Items {
		item := &d.Items[i]
		item.Changes = slices.Clone(item.Changes)
		for k, e := range item.Changes {
			item.Changes[k] = translated(l, e)
		}
		item.Summary = summaryIn(l, *item)
	}
	if d.Kind == storage.DeliveryImmediate && len(d.Items) == 1 && len(d.Items[0].Changes) > 0 {
		d.Title = titleIn(l, d.Items[0])
	}
	switch n := len(d.Items) + d.Omitted; d.Kind {
	case storage.DeliveryDaily:
		d.Title = string(l.Plural(n, "Daily summary: %s notification", "Daily summary: %s notifications"))
	case storage.DeliveryWeekly:
		d.Title = string(l.Plural(n, "Weekly summary: %s notification", "Weekly summary: %s notifications"))
	}
	return d
}

// translated returns an entry with its sentence and its details in a language.
func translated(l *language.Language, e storage.Entry) storage.Entry {
	e.Details = wording.Details(l, e)
	e.Description = wording.Sentence(l, e)
	if e.StoreWide {
		e.Description, e.StoreWide = string(l.Text("%s (by the App Store)", e.Description)), false
	}
	return e
}

// titleIn is titleOf for an item whose entries are in the language.
func titleIn(l *language.Language, item storage.DeliveryItem) string {
	what := line(item.Changes[0].Sentence(), maxTitle/2)
	if n := len(item.Changes) - 1 + item.Omitted; n > 0 {
		what = string(l.Text("%s and %s more", what, n))
	}
	return shorten(named(string(item.AppName), what), maxTitle)
}

// summaryIn is the summary of an item whose entries are in the language.
func summaryIn(l *language.Language, item storage.DeliveryItem) string {
	if len(item.Changes) == 0 {
		return item.Summary
	}
	var sentences []string
	length := 0
	for i, e := range item.Changes {
		sentence := line(e.Sentence(), maxSentence)
		if told := toldOf(e); len(told) > 0 {
			sentence += ": " + line(told[0], maxSentence)
		}
		if length += len([]rune(sentence)) + 2; length > maxSummary-30 {
			return string(l.Text("%s; and %s more", strings.Join(sentences, "; "), len(item.Changes)-i+item.Omitted))
		}
		sentences = append(sentences, sentence)
	}
	text := strings.Join(sentences, "; ")
	if item.Omitted > 0 {
		return string(l.Text("%s; and %s more", text, item.Omitted))
	}
	return text
}

// headlineIn is [changelog.Headline] for an entry that is in the language. Languages other than English
// have the sentence of the entry in its place.
func headlineIn(l *language.Language, app string, e storage.Entry) (line string, whole bool) {
	if l == language.English {
		return changelog.Headline(app, e)
	}
	return named(app, e.Sentence()), false
}
