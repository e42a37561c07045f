package notify

import (
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/storage"
)

// facts is what a template knows of a message: texts, numbers and lists of these, and no functions.
type facts struct {
	Title   string // the title, and the lines below it, as they are without a template
	Text    string
	Link    string // where there is more; empty: nowhere
	Apps    []appFacts
	Changes []changeFacts // of all apps and of the service, the worst first of each
	More    int           // the number of notifications and changes that are only counted
}

// appFacts is what happened to an app.
type appFacts struct {
	ID       string
	Name     string
	Headline string // what it did worst
	Link     string // to its screen; empty: the address of the page is not known
	Changes  []changeFacts
}

// changeFacts is a change, or something about the service.
type changeFacts struct {
	App       string // its name; empty: not about one
	Sentence  string
	Details   string // beside the sentence
	Direction string // worse, better or neutral
	Weight    string
	Category  string
}

// maxFacts is how many changes a template is given.
const maxFacts = 200

// factsOf returns the facts of a message.
func factsOf(m message, d storage.Delivery, page string) facts {
	_, lines := format{most: maxTemplateText, size: units, gap: "\n", escape: sameRune, opens: true}.fit(m)
	f := facts{Title: m.title, Text: strings.Join(lines, "\n"), Link: m.link, More: m.omitted}
	for _, s := range subjectsOf(d.Items) {
		app := appFacts{ID: s.app.String(), Name: s.name, Headline: s.title(m.say)}
		if at := strings.TrimRight(page, "/") + s.path(); page != "" && plainURL(at) {
			app.Link = at
		}
		for _, e := range s.changes[:min(len(s.changes), maxFacts-len(f.Changes))] {
			change := changeFacts{
				App: s.name, Sentence: line(e.Sentence(), maxSentence), Details: line(strings.Join(toldOf(e), "; "), maxSentence),
				Direction: string(e.Direction), Weight: string(e.Weight), Category: string(e.Categorized().Category),
			}
			app.Changes = append(app.Changes, change)
			f.Changes = append(f.Changes, change)
		}
		if s.app != 0 {
			f.Apps = append(f.Apps, app)
		}
	}
	return f
}

// apply returns a message with the texts of the templates of an endpoint. If one fails, the message is as
// it was, and the error says why.
func (s *stored) apply(m message, d storage.Delivery, page string) (message, error) {
	if s.TitleTemplate == "" && s.BodyTemplate == "" {
		return m, nil
	}
	about := factsOf(m, d, page)
	own := m
	if s.TitleTemplate != "" {
		title, err := render(s.TitleTemplate, about)
		if err != nil {
			return m, invalid("titleTemplate", "failed: %v", err)
		}
		if title = line(title, maxTitle); title != "" {
			own.title = title
		}
	}
	if s.BodyTemplate != "" {
		body, err := render(s.BodyTemplate, about)
		if err != nil {
			return m, invalid("bodyTemplate", "failed: %v", err)
		}
		own.lines, own.omitted, own.templated = nil, 0, true
		for text := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
			own.lines = append(own.lines, line(text, maxSummary))
		}
	}
	return own, nil
}

// samplePage is the address of the page in samples.
const samplePage = "https://auditor.example"

// samples returns messages of each kind: about an app, a summary, and about the service.
func samples() []storage.Delivery {
	chat := storage.DeliveryItem{App: 1, AppName: "Chat", Type: storage.NoticeLabelChanges, CreatedAt: 1, Changes: []storage.Entry{
		{
			Type: storage.EntryAdded, Category: storage.CategoryPrivacyLabel, Description: `New privacy label: "Data Used to Track You"`,
			Details: []string{"Identifiers"}, Subject: storage.Subject{PrivacyType: storage.DataUsedToTrackYou},
		},
		{
			Type: storage.EntryAdded, Category: storage.CategoryPrivacyLabel, Description: `"Data Linked to You" now collects: Location`,
			Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou, DataCategory: "LOCATION"},
		},
	}}
	maps := storage.DeliveryItem{App: 2, AppName: "Maps", Type: storage.NoticeLabelChanges, CreatedAt: 1, Changes: []storage.Entry{{
		Type: storage.EntryRemoved, Category: storage.CategoryPrivacyLabel, Description: `Removed privacy label: "Data Linked to You"`,
		Subject: storage.Subject{PrivacyType: storage.DataLinkedToYou},
	}}}
	run := storage.DeliveryItem{AppName: "Sync", Type: storage.NoticeJobResumed, CreatedAt: 1, Changes: []storage.Entry{{
		Type: "sync_resumed", Description: "The refresh of all apps continues with 12 of 49 apps",
	}}}
	all := []storage.Delivery{
		{Kind: storage.DeliveryImmediate, Items: []storage.DeliveryItem{chat}},
		{Kind: storage.DeliveryDaily, Title: "Daily summary: 1 app began to track you, 1 got better", Items: []storage.DeliveryItem{chat, maps}, Omitted: 3},
		{Kind: storage.DeliveryImmediate, Items: []storage.DeliveryItem{run}},
	}
	for i, d := range all {
		if d.Kind == storage.DeliveryImmediate {
			all[i].Title = subjectsOf(d.Items)[0].title(language.English)
		}
	}
	return all
}
