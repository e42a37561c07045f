package reading

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// writeRows writes the rows of the list of apps, each with a box to choose it if the forms for several apps are shown.
func writeRows(m *ui.Markup, rows []listRow, boxes bool) {
	m.Grow(len(rows) * 640)
	for _, row := range rows {
		row.write(m, boxes)
	}
}

// Words of a row, which appear twice in it: in a column of their own, and below the name where there is none.
const (
	delisted language.Words = "no longer listed"
	unread   language.Words = "check failed"
)

func (row listRow) write(m *ui.Markup, box bool) {
	id := row.ID.String()
	m.Add(`<tr data-entry>`)
	if box {
		m.Add(`<td><label><input type="checkbox" name="id" value="{}" aria-label="{}"></label>`, id, row.Name)
	}
	row.writeName(m, id)
	row.writeRisk(m)
	m.Add(`<td>{}<td>{}<td>{}<td>{}<td>{}`, row.Track, row.Linked, row.Unlinked, row.Review, m.Since(row.LastSynced))
	if row.Delisted {
		m.Add(`<small class="wrong">{}</small>`, delisted)
	}
	if row.LastError != nil {
		m.Add(`<small class="wrong">{}</small>`, row.LastError.Message)
	}
	m.Add(`</tr>
	`)
}

func (row listRow) writeName(m *ui.Markup, id string) {
	m.Add(`<th scope="row"><a class="app" href="{}/apps/{}"><img src="{}/icons/{}" alt="" loading="lazy"><span><b>{}</b> <small>{}`,
		m.Base, id, m.Base, id, m.Named(row.Name, id), string(row.Developer))
	if row.Beside != "" {
		m.Add(` · {}`, row.Beside)
	}
	m.Add(`</small>`)
	if row.Delisted {
		m.Add(`<small class="wrong phone">{}</small>`, delisted)
	} else if row.LastError != nil {
		m.Add(`<small class="wrong phone">{}</small>`, unread)
	}
	m.Add(`</span></a>`)
	if row.Marks.PausedAt != 0 {
		m.Add(`<small class="own">paused</small>`)
	}
	for _, tag := range row.Marks.Tags {
		m.Add(` <a class="tag" href="{}/apps?tag={}">{}</a>`, m.Base, tag, tag)
	}
}

func (row listRow) writeRisk(m *ui.Markup) {
	m.Add(`<td><span class="kind {}">{}</span>`, row.Grade.Class, row.Grade.Word)
	if row.Why != "" {
		m.Add(`<small>{}</small>`, row.Why)
	}
	if row.Beyond > 0 {
		m.Add(`<small class="own mismatch">beyond your profile</small>`)
	}
	if row.Verdict != "" {
		m.Add(`<small class="own">{}</small>`, row.Verdict)
	}
	if row.UnstableUntil != 0 {
		m.Add(`<small class="wrong">unstable</small>`)
	}
}

// writeOptions writes what a list to choose from offers.
func writeOptions(m *ui.Markup, choices []choice) {
	for _, c := range choices {
		m.Add(`<option value="{}"{? selected}>{}</option>`, c.Value, c.Chosen, c.shown())
	}
}
