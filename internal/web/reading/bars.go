package reading

import (
	"context"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// bars is a chart of the changes of a year, by week, and the same by month as a table.
type bars struct {
	Weeks  []bar // those with changes
	Months []month
	Total  int
}

// bar is a week in a drawing of 1040 by 100.
type bar struct {
	X, Height int
	Title     string
}

type month struct {
	Name  string
	short string
	Count int
}

// year returns the chart of the last 52 weeks.
func (s changes) year(ctx context.Context, say *language.Language, app storage.AppID, now storage.Time) (bars, error) {
	calendar, err := s.Changelog.Calendar(ctx, changelog.CalendarQuery{
		From: now.Add(-51 * 7 * 24 * time.Hour), To: now, Bucket: changelog.ByWeek, App: app, Entries: true,
	})
	if err != nil {
		return bars{}, err
	}
	var b bars
	most := 1
	counts := make([]int, len(calendar.Points))
	for i, p := range calendar.Points {
		counts[i] = p.Added + p.Removed + p.Modified + p.Policy + p.AccessibilityAdded + p.AccessibilityRemoved
		most = max(most, counts[i])
		b.Total += counts[i]
	}
	for i, n := range counts {
		start, err := time.Parse(time.DateOnly, calendar.Points[i].Start)
		if err != nil {
			return bars{}, err
		}
		if n > 0 {
			b.Weeks = append(b.Weeks, bar{X: i * 1040 / len(counts), Height: max(4, n*96/most), Title: weekTitle(say, start, n)})
		}
		name := say.Format(start, "January 2006")
		if len(b.Months) == 0 || b.Months[len(b.Months)-1].Name != name {
			b.Months = append(b.Months, month{Name: name, short: say.Format(start, "Jan 2006")})
		}
		b.Months[len(b.Months)-1].Count += n
	}
	return b, nil
}

func (b bars) write(m *ui.Markup) {
	m.Add(`<figure class="year wide"><svg class="chart" viewBox="0 0 1040 100" preserveAspectRatio="none" role="img" aria-label="{} in the last year, by week"><rect class="base" x="0" y="99" width="1040" height="1"/>`,
		m.Plural(b.Total, "%s change", "%s changes"))
	for _, week := range b.Weeks {
		m.Add(`<rect x="{}" y="{}" width="14" height="{}"><title>{}</title></rect>`, week.X, 100-week.Height, week.Height, week.Title)
	}
	m.Add(`</svg>
		<figcaption class="soft small"><span>{}</span> <details><summary>As a table, by month</summary>
		<table><thead><tr><th scope="col">Month</th><th scope="col" class="num">Changes</th></tr></thead><tbody>`, b.First())
	for _, month := range b.Months {
		m.Add(`<tr><th scope="row">{}</th><td class="num">{}</td></tr>`, month.Name, m.Count(month.Count))
	}
	m.Add(`</tbody></table></details> <span>{}</span></figcaption></figure>
	`, b.Last())
}

// First and Last name the ends of the chart.
func (b bars) First() string { return b.Months[0].short }

// Last names the end of the chart.
func (b bars) Last() string { return b.Months[len(b.Months)-1].short }

func weekTitle(say *language.Language, start time.Time, n int) string {
	return string(say.Plural(n, "Week of %[2]s: %[1]s change", "Week of %[2]s: %[1]s changes", say.Format(start, "2 January 2006")))
}
