package forms

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// panel is how many apps declare tracking or sharing by month, of each store apart.
type panel struct {
	Failed language.Words
	At     storage.Time // when it was counted, if that is more than a minute ago
	Stores []panelStore
}

// write writes the panel as a table for each store.
func (p panel) write(m *ui.Markup) {
	m.Add(`<section id="panel" aria-labelledby="panel-title"><h2 id="panel-title">Apps that track, by month</h2>
		`)
	switch {
	case p.Failed != "":
		m.Failed(p.Failed)
	case len(p.Stores) == 0:
		m.Add(`<p class="soft">No app was observed in the last two years.</p>`)
	default:
		m.Add(`<p class="hint">A share is of the apps whose developer declares something and that were observed in the month
			or up to 45 days before it. Stores ask different questions, so each has a table of its own.`)
		if p.At != 0 {
			m.Add(` Counted {}.`, m.Ago(p.At))
		}
		m.Add(`</p>
			`)
		for _, store := range p.Stores {
			store.write(m)
		}
	}

	m.Add(`</section>
		`)
}

// panelStore is the panel of one store, the newest month first.
type panelStore struct {
	Source      string
	Store, Item language.Words
	Rows        []panelRow
}

func (p panelStore) write(m *ui.Markup) {
	m.Add(`<div class="scroll" tabindex="0"><table class="cards flow"><caption>{}: {}</caption><thead><tr>
		<th scope="col">Month</th><th scope="col" class="num">Apps</th><th scope="col" class="num">With a label</th>
		<th scope="col" class="num">Observed</th><th scope="col" class="num">Share</th>
		<th scope="col" class="wide"><span class="unseen">Share as a bar</span></th>
		</tr></thead>
		<tbody>`, p.Store, p.Item)
	for _, row := range p.Rows {
		m.Add(`<tr><th scope="row">{}</th><td class="num" data-th="apps">{}</td><td class="num" data-th="with a label">{}</td>
			<td class="num" data-th="observed">{}</td><td class="num" data-th="share">{}</td>`,
			row.Month, m.Count(row.Apps), m.Count(row.Labelled), m.Count(row.Observed), cmp.Or(row.Share, "–"))
		writeShare(m, row.Width)
		m.Add(`</tr>`)
	}
	m.Add(`</tbody></table></div>
		`)
}

// panelRow is a month. Width is that of a bar of at most shareWidth.
type panelRow struct {
	Month                    string
	Apps, Labelled, Observed int
	Share                    string
	Width                    int
}

// panelMonths is how many months the panel shows.
const panelMonths = 24

// panelAge is for how long the panel of so many apps is shown although some were read since: all that is
// recorded in two years is counted for it, which takes no time worth saving for fewer.
const (
	panelAge  = 10 * time.Minute
	panelMany = 1000
)

func (s statistics) panel(ctx context.Context, r ui.Request, apps int) (out panel) {
	now := s.Now().UTC()
	var age time.Duration
	if apps >= panelMany {
		age = panelAge
	}
	counted, err := s.Datasets.Panel(ctx, dataset.PanelQuery{
		From: storage.TimeOf(time.Date(now.Year(), now.Month()-panelMonths+1, 1, 0, 0, 0, 0, time.UTC)), To: storage.TimeOf(now),
		Interval: dataset.Monthly, Carry: dataset.DefaultCarry, Age: age,
	})
	if err != nil {
		out.Failed = ui.Why(r, err)
		return out
	}
	if now := storage.TimeOf(now); now.Sub(counted.At) >= time.Minute {
		out.At = counted.At
	}
	for _, row := range slices.Backward(counted.Rows) {
		at := slices.IndexFunc(out.Stores, func(p panelStore) bool { return p.Source == row.Source })
		if at < 0 {
			at, out.Stores = len(out.Stores), append(out.Stores, panelStore{Source: row.Source, Store: language.Words(row.Source)})
		}
		out.Stores[at].Rows = append(out.Stores[at].Rows, panelRowOf(ui.Say(r), row))
	}
	order.Sort(out.Stores, func(a, b panelStore) int { return cmp.Compare(a.Source, b.Source) })
	for i := range out.Stores {
		p := &out.Stores[i]
		p.Store, p.Item = storeName(sourceOf(p.Source)), language.Words(vocabulary.PageOf(p.Source).Worst)
	}
	return out
}

// panelRowOf returns a month of a panel. Without an app that has a label there is no share.
func panelRowOf(say *language.Language, of dataset.PanelRow) panelRow {
	row := panelRow{Month: say.Format(of.Start.Std().UTC(), "January 2006"), Labelled: of.Labelled, Observed: of.Observed}
	for _, i := range of.Items {
		if i.Kind == dataset.KindPrivacyType && (i.Item == storage.DataUsedToTrackYou || i.Item == storage.DataShared) {
			row.Apps = i.Apps
		}
	}
	if of.Labelled > 0 {
		row.Share = say.Percent(float64(row.Apps) / float64(of.Labelled))
		row.Width = row.Apps * shareWidth / of.Labelled
	}
	return row
}
