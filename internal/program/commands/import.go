package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/streams"
	"github.com/privacylabels/auditor/internal/terminal"
	"github.com/privacylabels/auditor/internal/web/applist"
)

const (
	maxList   = 8 << 20   // maximum size of a list, in bytes
	itemBatch = 200       // maximum number of items in one request
	maxBatch  = 384 << 10 // maximum size of the items in one request, in bytes; the service accepts 512 KiB
	idleWait  = 2 * time.Second
)

// ErrStopped means that a command was stopped and that the service will do the rest.
var ErrStopped = errors.New("stopped")

// Import is the command import.
type Import struct {
	File   string `arg:"" help:"The list; - is standard input."`
	DryRun bool   `help:"Show how the list is read. Nothing is changed, and no request is made."`
	JSON   bool   `help:"Print JSON: the import with its items, as GET /api/imports?id= answers; with --dry-run an array of what each entry names."`
}

// Help returns examples.
func (Import) Help() string {
	return `The list is CSV with a heading, JSON, a property list as of Apple Configurator, or text with an address, an ID, a bundle ID
or a name in each line; the format is recognized by the content, and the list has at most 50,000 apps. Its encoding is
UTF-8, or UTF-16 with a byte order mark. Cells are separated by commas, semicolons or tabs, and their order is that of the
heading. Without a heading, a line may have a name beside an address or an ID, or be one of a Brewfile or a link in Markdown. An ID that a
spreadsheet has rounded, such as 1.23E+09, is not used: the app is searched by its name, if the list has one. Empty lines and those that begin with "# " are skipped, and an
app that the list has twice is added once. A row with columns for an app in both stores, such as appStoreId and playId, names
two apps, which are then paired. Other entries that name no app are counted. In a column or member "id", a number
of less than 8 digits beside a name, an address or a bundle ID is taken for the number of a row; "App ID" is always an ID. A
name is searched for and has to stand for one app, as with track. The others stay in the list of the import, where the web
page offers what was found for them. The exit code is 3 if an app is not tracked then, or if an entry names none. Examples:

  auditor import --dry-run apps.csv
  auditor import apps.csv
  cfgutil --format JSON get installedApps | auditor import -`
}

// Do runs the command.
func (i Import) Do(ctx context.Context, e *Env) error {
	read, err := i.read(ctx, e.In)
	if err != nil {
		return err
	}
	if i.DryRun {
		if err := i.show(e, read.Apps); err != nil {
			return err
		}
		return unnamed(e, read)
	}
	items, err := itemsOf(ctx, e, read.Apps)
	if err != nil {
		return err
	}
	label := filepath.Base(i.File)
	if i.File == "-" {
		label = "standard input"
	}
	list, err := e.Client.BeginImport(ctx, client.BeginImportBody{Source: "file", SourceLabel: &label, Total: client.Some(int64(len(items)))})
	if err != nil {
		return err
	}
	for batch := range batches(items) {
		if _, err := withinLimits(ctx, e, func() (client.ImportItemsAnswer, error) {
			return e.Client.AddImportItems(ctx, client.AddImportItemsBody{ImportID: list.ID, Items: batch})
		}); err != nil {
			return err
		}
	}
	done, err := follow(ctx, e, list.ID)
	if err != nil {
		return err
	}
	leftOut := unnamed(e, read)
	if err := pairAll(ctx, e, read.Pairs, done.Items); err != nil {
		return err
	}
	if err := i.finish(e, done); err != nil {
		return err
	}
	return leftOut
}

// unnamed says which entries of a list name no app and of how many apps the ID is lost, and returns [ErrPartial] if there are any.
func unnamed(e *Env, read applist.List) error {
	if read.Skipped > 0 {
		e.say("%s about something else than the App Store skipped", Plural(int64(read.Skipped), "line"))
	}
	if read.Rounded > 0 {
		e.say("a spreadsheet has rounded the ID of %s, known by name alone; the first: %s", Plural(int64(read.Rounded), "app"), read.RoundedExample)
	}
	if read.Unnamed == 0 {
		return nil
	}
	what := "1 entry of the list names no app and was left out"
	if read.Unnamed > 1 {
		what = fmt.Sprintf("%d entries of the list name no app and were left out; the first", read.Unnamed)
	}
	e.say("%s: %s", what, read.Example)
	return ErrPartial
}

// batches yields the items in batches that fit into one request each.
func batches(items []client.AddImportItemsBodyItemsItem) iter.Seq[[]client.AddImportItemsBodyItemsItem] {
	return func(yield func([]client.AddImportItemsBodyItemsItem) bool) {
		size, from := 0, 0
		for i, item := range items {
			text, err := json.Marshal(item)
			if err != nil { // the request will fail with the same error
				text = nil
			}
			if i > from && (i-from == itemBatch || size+len(text) > maxBatch) {
				if !yield(items[from:i]) {
					return
				}
				size, from = 0, i
			}
			size += len(text) + 1
		}
		if from < len(items) {
			yield(items[from:])
		}
	}
}

// read reads the list.
func (i Import) read(ctx context.Context, in io.Reader) (applist.List, error) {
	if i.File == "-" {
		in = streams.Reader(ctx, in)
	} else {
		f, _, err := streams.Open(ctx, i.File)
		if err != nil {
			return applist.List{}, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, maxList+1))
	if err != nil {
		return applist.List{}, err
	}
	if len(text) > maxList {
		return applist.List{}, fmt.Errorf("%s is longer than %d MiB", i.File, maxList>>20)
	}
	list, err := applist.File(text)
	if err != nil {
		return applist.List{}, fmt.Errorf("%s: %w", i.File, err)
	}
	return list, nil
}

// listed is the JSON form of an entry of a list.
type listed struct {
	Name      string      `json:"name,omitempty"`
	Developer string      `json:"developer,omitempty"`
	ID        json.Number `json:"id,omitempty"`
	BundleID  string      `json:"bundleId,omitempty"`
	Play      string      `json:"play,omitempty"` // its package or address on Google Play
	URL       string      `json:"url,omitempty"`
}

// show prints how the list was read.
func (i Import) show(e *Env, apps []applist.App) error {
	if i.JSON {
		all := make([]listed, len(apps))
		for n, app := range apps {
			all[n] = listed{app.Name, app.Developer, json.Number(strings.TrimLeft(app.ID, "0")), app.BundleID, app.Play, app.Address}
		}
		return e.printJSON(all)
	}
	rows := [][]string{{"FOUND BY", "WHAT", "NAME", "DEVELOPER"}}
	for _, app := range apps {
		by, what := "name", app.Name
		switch {
		case app.Address != "":
			by, what = "address", app.Address
		case app.ID != "":
			by, what = "ID", app.ID
		case app.BundleID != "":
			by, what = "bundle ID", app.BundleID
		case app.Play != "":
			by, what = "Google Play", app.Play
		}
		rows = append(rows, []string{by, terminal.Clip(what, 2*nameColumns), terminal.Clip(app.Name, nameColumns), terminal.Clip(app.Developer, nameColumns)})
	}
	if err := e.table(rows); err != nil {
		return err
	}
	e.say("%s; nothing was changed", Plural(int64(len(apps)), "app"))
	return nil
}

// follow works on the queue until it has no items of the import, and shows the progress.
func follow(ctx context.Context, e *Env, id string) (done client.ImportDetails, err error) {
	for said := ""; ; {
		var list client.Import
		worked, err := e.Client.WorkOnImports(ctx)
		if err == nil && worked.Status.Queued > 0 { // of all imports
			list, err = importOf(ctx, e, id)
		}
		if err == nil && list.Queued == 0 {
			return e.Client.ShowImport(ctx, id)
		}
		if ctx.Err() != nil {
			e.say("stopped; the service tracks the other apps of the list when it runs")
			return done, ErrStopped
		}
		if err != nil {
			return done, err
		}
		wait := idleWait
		now := fmt.Sprintf("%d of %d apps tracked", list.Imported, list.Total)
		if until := worked.PausedUntil; until != nil && until.Std().After(e.Now()) {
			wait = min(until.Std().Sub(e.Now()), longestWait)
			now += "; the App Store is rate limiting until " + minute(*until)
		}
		if now != said {
			e.say("%s", now)
			said = now
		}
		if worked.Processed == 0 {
			if err := sleep(ctx, wait); err != nil {
				continue // the next request returns the same error
			}
		}
	}
}

// pairAll pairs the apps that stand in one row of the list and are both tracked. The items are in the
// order of the list.
func pairAll(ctx context.Context, e *Env, pairs []applist.Pair, items []client.ImportItem) error {
	paired := 0
	for _, pair := range pairs {
		if max(pair.AppStore, pair.Play) >= len(items) {
			continue
		}
		one, other := items[pair.AppStore].AppID, items[pair.Play].AppID
		if one == nil || other == nil {
			continue
		}
		if _, err := withinLimits(ctx, e, func() (client.ShownPair, error) { return e.Client.PairApp(ctx, *one, client.PairAppBody{With: *other}) }); err != nil {
			e.say("%s: %v", items[pair.AppStore].Query, err)
			continue
		}
		paired++
	}
	if len(pairs) > 0 {
		e.say("%s in both stores", Plural(int64(paired), "app"))
	}
	return nil
}

// importOf returns an import without its items, which may be many.
func importOf(ctx context.Context, e *Env, id string) (client.Import, error) {
	lists, err := e.Client.Imports(ctx)
	if err != nil {
		return client.Import{}, err
	}
	for _, list := range lists {
		if list.ID == id {
			return list, nil
		}
	}
	return client.Import{}, fmt.Errorf("import %s was removed", id)
}

// finish prints the results of the import.
func (i Import) finish(e *Env, done client.ImportDetails) error {
	if i.JSON {
		if err := e.printJSON(done); err != nil {
			return err
		}
	} else {
		for _, item := range done.Items {
			if item.Status != "imported" {
				e.say("%s: %s", item.Query, cmp.Or(value(item.ScrapeError), item.Status))
			}
		}
		by := make(map[string]int)
		for _, item := range done.Items {
			by[item.Status]++
		}
		line := fmt.Sprintf("%s: %d tracked", Plural(int64(len(done.Items)), "app"), by["imported"])
		for _, status := range []string{unmatched, "error"} {
			if by[status] > 0 {
				line += fmt.Sprintf(", %d %s", by[status], map[string]string{unmatched: "not found", "error": "failed"}[status])
			}
		}
		if err := e.print("%s", line); err != nil {
			return err
		}
	}
	if int64(len(done.Items)) > done.Import.Imported {
		return ErrPartial
	}
	return nil
}
