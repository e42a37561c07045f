package reading

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
)

// pairView is two labels as rows of a table, with what differs first.
type pairView struct {
	Rows                          []pairRow
	Same                          int // categories in which both are the same
	PlainLeft, PlainRight         language.Words
	PracticesLeft, PracticesRight []string // of security, which labels of Google Play declare
	PracticesCompared             bool
	PracticesDiffer               bool
	Left, Right                   string // the headings
	LeftLink, RightLink           string // without the prefix; empty: none
}

func (v pairView) write(m *ui.Markup) {
	m.Add(`<div class="scroll" tabindex="0"><table class="matrix even">`)
	if v.Same > 0 {
		m.Add(`<caption>What differs comes first; {} the same.</caption>`, m.Plural(v.Same, "%s category is", "%s categories are"))
	}
	m.Add(`
		<thead><tr><th scope="col">Data</th>`)
	if v.Left != "" {
		writeHeading(m, v.Left, v.LeftLink)
	}
	writeHeading(m, v.Right, v.RightLink)
	m.Add(`</tr></thead>
		<tbody>`)
	if v.PlainLeft != "" || v.PlainRight != "" {
		m.Add(`<tr><th scope="row">In short</th>`)
		if v.Left != "" {
			m.Add(`<td>{}</td>`, v.PlainLeft)
		}
		m.Add(`<td>{}</td></tr>`, v.PlainRight)
	}
	for _, row := range v.Rows {
		row.write(m, v.Left != "")
	}
	if len(v.PracticesLeft) > 0 || len(v.PracticesRight) > 0 {
		v.writePractices(m)
	}
	m.Add(`</tbody></table></div>`)
}

// writeHeading writes the heading of a label.
func writeHeading(m *ui.Markup, text, link string) {
	if link != "" {
		m.Add(`<th scope="col"><a href="{}{}">{}</a></th>`, m.Base, link, text)
	} else {
		m.Add(`<th scope="col">{}</th>`, text)
	}
}

// write writes a category. Compared is whether there is another label on the left.
func (r pairRow) write(m *ui.Markup, compared bool) {
	m.Add(`<tr{? class="same"}><th scope="row">{}`, !r.Differs, r.Category)
	if compared {
		writeDiffers(m, r.Differs)
	}
	m.Add(`</th>`)
	if compared {
		m.Add(`<td>`)
		writeCells(m, r.Left)
		m.Add(`</td>`)
	}
	m.Add(`<td>`)
	writeCells(m, r.Right)
	m.Add(`</td></tr>
	`)
}

// writeDiffers writes whether two labels differ in a row.
func writeDiffers(m *ui.Markup, differs bool) {
	if differs {
		m.Add(`<br><small class="turn">differs</small>`)
	} else {
		m.Add(`<br><small class="soft">the same</small>`)
	}
}

// writeCells writes what a label declares of a category.
func writeCells(m *ui.Markup, cells []cell) {
	any := false
	for _, c := range cells {
		if !c.Declared {
			continue
		}
		any = true
		m.Add(`<div><span class="kind {}">{}</span>`, c.Class, c.Word)
		if c.Data != "" {
			m.Add(` <span class="small">{}</span>`, c.Data)
		}
		if c.Uses != "" {
			m.Add(`<div class="small soft">for {}</div>`, c.Uses)
		}
		m.Add(`</div>`)
	}
	if !any {
		writeNotDeclared(m)
	}
}

func (v pairView) writePractices(m *ui.Markup) {
	m.Add(`<tr{? class="same"}><th scope="row">Security practices`, !v.PracticesDiffer)
	if v.Left != "" && v.PracticesCompared {
		writeDiffers(m, v.PracticesDiffer)
	}
	m.Add(`</th>`)
	sides := [][]string{v.PracticesRight}
	if v.Left != "" {
		sides = [][]string{v.PracticesLeft, v.PracticesRight}
	}
	for _, practices := range sides {
		m.Add(`<td>`)
		for _, practice := range practices {
			m.Add(`<div>{}</div>`, practice)
		}
		if len(practices) == 0 {
			writeNotDeclared(m)
		}
		m.Add(`</td>`)
	}
	m.Add(`</tr>
	`)
}
