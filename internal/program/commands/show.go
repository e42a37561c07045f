package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/internal/vocabulary"
)

// Show is the command show.
type Show struct {
	ID       AppID `arg:"" help:"The ID of the app, as list shows it, or the name of its package on Google Play."`
	Timeline bool  `help:"Show what was observed of the app and how it changed, the newest first, in place of its label."`
	JSON     bool  `help:"Print JSON, as GET /api/apps/{id} answers, with --timeline as it does with changelog=true."`
}

// Help returns examples.
func (Show) Help() string {
	return `Examples:

  auditor show 310633997
  auditor show 310633997 --timeline
  auditor show org.example.notes
  auditor show 310633997 --json | jq .privacyTypes`
}

// Do runs the command.
func (s Show) Do(ctx context.Context, e *Env) error {
	app, err := detailOf(ctx, e, s.ID) // even for the timeline, which is empty if the app is unknown
	if err != nil {
		return err
	}
	if s.Timeline {
		return s.timeline(ctx, e, strconv.FormatInt(int64(s.ID), 10))
	}
	if s.JSON {
		return e.printJSON(app)
	}
	return e.showApp(app)
}

// timeline prints all rows. It writes each page before it requests the next one.
func (s Show) timeline(ctx context.Context, e *Env, id string) error {
	array, left := &jsonArray{out: e.Out}, turns(maxPrints)
	for before := client.Time(0); ; {
		if err := left.next(); err != nil {
			return err
		}
		rows, err := e.Client.TimelineByID(ctx, id, client.TimelineByIDParams{Before: before})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := s.row(e, array, row); err != nil {
				return err
			}
			before = row.ScrapedAt
		}
		if len(rows) == 0 || before <= 1 {
			break
		}
	}
	if s.JSON {
		return array.end()
	}
	return nil
}

// row prints a row of a timeline.
func (s Show) row(e *Env, array *jsonArray, row client.TimelineRow) error {
	if s.JSON {
		return array.add(row)
	}
	var out strings.Builder
	fmt.Fprintln(&out, lineOf("%s  %s", minute(row.ScrapedAt), headline(row)))
	for _, change := range row.ChangesSummary {
		text := sentence(change)
		if change.Between != nil {
			text += ", " + between(change.Between.After, change.Between.At)
		}
		fmt.Fprintln(&out, lineOf("  %-9s %s", change.Type, text))
	}
	if why, known := beginnings[value(row.Earlier)]; known {
		fmt.Fprintln(&out, lineOf("history starts on %s; %s", day(row.ScrapedAt), why))
	}
	_, err := e.Out.Write([]byte(out.String()))
	return err
}

// headline describes a row of a timeline.
func headline(row client.TimelineRow) string {
	if row.Action != nil {
		return *row.Action
	}
	words := []string{"observed"}
	if value(row.Source) == "wayback" {
		words = []string{"from the web archive"}
	}
	if version := value(row.AppVersion); version != "" {
		words = append(words, "version "+terminal.Clip(version, nameColumns))
	}
	return strings.Join(words, ", ")
}

// showApp prints an app as text.
func (e *Env) showApp(app client.AppDetail) error {
	var out strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&out, "%-12s %s\n", name, terminal.Clip(value, textColumns))
		}
	}
	fmt.Fprintf(&out, "%s (%d)\n", terminal.Clip(app.Name, textColumns), app.ID)
	line("developer", value(app.Developer))
	line("store", vocabulary.SourceName(value(app.AppSource)))
	line("address", app.URL)
	line("version", value(app.CurrentVersion))
	line("age rating", value(app.AgeRating))
	line("policy", value(app.PrivacyPolicyURL))
	line("tracked", "since "+day(app.FirstSeen))
	checked := app.LastSynced
	if app.LastError != nil {
		checked = max(checked, app.LastError.At)
		line("read", minute(app.LastSynced))
	}
	line("checked", minute(checked))
	line("changes", strconv.FormatInt(app.ChangeCount, 10))
	if app.LastError != nil {
		line("failed", minute(app.LastError.At)+": "+app.LastError.Message)
	}
	if app.Availability.DelistedAt != nil {
		line("delisted", day(*app.Availability.DelistedAt)+" by "+vocabulary.SourceTitle(value(app.AppSource)))
	}
	out.WriteString("\n")
	for _, text := range labelLines(app) {
		indent := strings.Repeat(" ", len(text)-len(strings.TrimLeft(text, " ")))
		fmt.Fprintln(&out, indent+terminal.Clip(text, lineColumns))
	}
	_, err := e.Out.Write([]byte(out.String()))
	return err
}

// labelLines returns the label of an app as lines, in the words of its store.
func labelLines(app client.AppDetail) (lines []string) {
	store := value(app.AppSource)
	if len(app.PrivacyTypes) == 0 {
		lines = append(lines, fmt.Sprintf("The label is not known yet: no page of %s was understood so far.", vocabulary.SourceTitle(store)))
	}
	for _, part := range app.PrivacyTypes {
		lines = append(lines, part.Title)
		if text := vocabulary.Plain(store, part.Identifier); text != "" {
			lines = append(lines, "  "+text)
		}
		for _, text := range categories(part) {
			lines = append(lines, "  "+text)
		}
	}
	if len(app.Practices) > 0 {
		lines = append(lines, "Security practices")
	}
	for _, id := range app.Practices {
		lines = append(lines, "  "+vocabulary.SecurityPractice.Name(id, ""))
	}
	return lines
}

// categories returns the categories in a part of a label, each with its data types and purposes.
func categories(part client.PrivacyType) []string {
	var names []string
	data, uses := make(map[string][]string), make(map[string][]string)
	add := func(category client.LabelCategory, purpose string) {
		name := category.Title
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		for _, d := range category.DataTypes {
			title := d.Title
			if value(d.Optional) {
				title += " (optional)"
			}
			if !slices.Contains(data[name], title) {
				data[name] = append(data[name], title)
			}
		}
		if purpose != "" {
			uses[name] = append(uses[name], purpose)
		}
	}
	for _, category := range part.Categories {
		add(category, "")
	}
	for _, purpose := range part.Purposes {
		for _, category := range purpose.Categories {
			add(category, purpose.Title)
		}
	}
	for i, name := range names {
		if types := data[name]; len(types) > 0 {
			names[i] += ": " + strings.Join(types, ", ")
		}
		if purposes := uses[name]; len(purposes) > 0 {
			names[i] += ", for " + strings.Join(purposes, ", ")
		}
	}
	return names
}
