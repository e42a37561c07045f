package commands

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/httpapi/client"
)

// History is the command history.
type History struct {
	ID        AppID    `arg:"" help:"The ID of the app, as list shows it."`
	Preview   bool     `help:"Show how many pages would be read and how long that takes, and read none."`
	Months    int64    `placeholder:"N" help:"Read a page for each step of that many months, 6 at most. Without it, changes of the label are searched for with as few pages as possible."`
	OtherURLs []string `name:"other-url" sep:"none" placeholder:"URL" help:"A further address of the page of the app in the App Store, such as one under an earlier name. Up to three; they replace those that are stored with the app."`
	JSON      bool     `help:"Print JSON, as POST /api/apps/{id}/import-history answers, with --preview as POST /api/apps/{id}/import-history/preview does."`
}

// Help returns examples.
func (History) Help() string {
	return `The index of the web archive is asked first, and says how many pages there are to read. Examples:

  auditor history 310633997 --preview
  auditor history 310633997
  auditor history 310633997 --other-url https://apps.apple.com/us/app/earlier-name/id310633997
  auditor history 310633997 --months 3 --json | jq .result.changes`
}

// Do runs the command.
func (h History) Do(ctx context.Context, e *Env) error {
	body := client.ImportHistoryBody{}
	if h.Months != 0 {
		body.IntervalMonths = &h.Months
	}
	if len(h.OtherURLs) > 0 {
		body.OtherURLs = client.Some(h.OtherURLs)
	}
	answered, err := withinLimits(ctx, e, func() (client.PlanAnswer, error) {
		return e.Client.PreviewImportHistory(ctx, int64(h.ID), client.PreviewImportHistoryBody(body))
	})
	if refused, ok := errors.AsType[*client.Error](err); ok && refused.Status == http.StatusNotFound {
		return fmt.Errorf("app %d is not tracked; list shows those that are, and track adds one", h.ID)
	}
	switch {
	case err != nil:
		return err
	case h.Preview && h.JSON:
		return e.printJSON(answered)
	case h.Preview:
		return e.print("%s", planned(answered.Plan))
	}

	e.say("%s", planned(answered.Plan))
	body.OtherURLs = client.Optional[[]string]{}
	answer, err := withinLimits(ctx, e, func() (client.ImportHistoryAnswer, error) {
		return e.Client.ImportHistory(ctx, int64(h.ID), body)
	})
	switch {
	case err != nil:
		return err
	case h.JSON:
		return e.printJSON(answer)
	}
	return e.showHistory(answer.Result)
}

// planned says what an import will read.
func planned(p client.HistoryPlan) string {
	if p.Captures == 0 {
		return "the web archive has no page of the app"
	}
	line := fmt.Sprintf("the web archive has %d pages from %s to %s; %d are read", p.Captures, day(*p.FirstAt), day(*p.LastAt), p.Pages)
	if p.PagesPerChange > 0 {
		line += fmt.Sprintf(", and at most %d more for each change", p.PagesPerChange)
	}
	if p.DurationMs != nil && p.PagesPerMinute != nil {
		takes := time.Duration(*p.DurationMs) * time.Millisecond
		line += fmt.Sprintf("; at %d a minute that takes about %s", *p.PagesPerMinute, takes.Round(time.Second))
	}
	return line
}

// showHistory prints what an import found.
func (e *Env) showHistory(r client.HistoryResult) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%d pages read: %d imported, %d unchanged, %d skipped, %d failed\n", r.Pages, r.Imported, r.Unchanged, r.Skipped, r.Failed)
	for _, c := range r.Changes {
		fmt.Fprintf(&out, "the label changed %s\n", between(c.After, c.At))
	}
	if _, err := e.Out.Write([]byte(out.String())); err != nil {
		return err
	}
	if r.Failed > 0 {
		return errors.New("some pages could not be read")
	}
	return nil
}

// between formats the time of a change that was made after one observation and up to another.
func between(after, at client.Time) string { return "between " + day(after) + " and " + day(at) }

// beginnings says of each reason why a timeline does not begin earlier.
var beginnings = map[string]string{
	"notAsked":    "the web archive was not asked for earlier pages",
	"notArchived": "earlier pages were not archived",
	"notRead":     "earlier pages in the web archive were not read, or show no label",
}
