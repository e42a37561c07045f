package reading

import (
	"context"
	"html/template"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// bars is a chart of the changes of a year, by week, and the same by month as a table.
type bars struct {
	Drawn  template.HTML // the weeks
	Months []month
	Total  int
}

type month struct {
	Name  string
	short string
	Count int
}

// year returns the chart of the last 52 weeks.
func (s changes) year(ctx context.Context, m *ui.Markup, app storage.AppID, now storage.Time) (bars, error) {
	calendar, err := s.Changelog.Calendar(ctx, changelog.CalendarQuery{
		From: now.Add(-51 * 7 * 24 * time.Hour), To: now, Bucket: changelog.ByWeek, App: app, Entries: true,
	})
	if err != nil {
		return bars{}, err
	}
	say := m.Language()
	var b bars
	most := 1
	counts := make([]int, len(calendar.Points))
	for i, p := range calendar.Points {
		counts[i] = p.Added + p.Removed + p.Modified + p.Policy + p.AccessibilityAdded + p.AccessibilityRemoved
		most = max(most, counts[i])
		b.Total += counts[i]
	}
	m.Grow(len(counts) * 128)
	for i, n := range counts {
		start, err := time.Parse(time.DateOnly, calendar.Points[i].Start)
		if err != nil {
			return bars{}, err
		}
		if n > 0 { // in a drawing of 1040 by 100
			height := max(4, n*96/most)
			m.Add(`<rect x="{}" y="{}" width="14" height="{}"><title>{}</title></rect>`, i*1040/len(counts), 100-height, height, weekTitle(say, start, n))
		}
		name := say.Format(start, "January 2006")
		if len(b.Months) == 0 || b.Months[len(b.Months)-1].Name != name {
			b.Months = append(b.Months, month{Name: name, short: say.Format(start, "Jan 2006")})
		}
		b.Months[len(b.Months)-1].Count += n
	}
	b.Drawn = m.HTML()
	return b, nil
}

// First and Last name the ends of the chart.
func (b bars) First() string { return b.Months[0].short }

// Last names the end of the chart.
func (b bars) Last() string { return b.Months[len(b.Months)-1].short }

func weekTitle(say *language.Language, start time.Time, n int) string {
	return string(say.Plural(n, "Week of %[2]s: %[1]s change", "Week of %[2]s: %[1]s changes", say.Format(start, "2 January 2006")))
}
