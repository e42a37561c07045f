package pdftext_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// setting is how a text is laid out on pages.
type setting struct {
	columns    float64 // the length of a line, in points
	lines      int     // of a page
	gap        float64 // between paragraphs, in addition to the leading
	indent     float64 // of first lines
	matrices   bool    // each line has a matrix of its own
	unmeasured bool    // the font does not say its widths, and lines have so many letters
	justified  string  // the operator that stretches lines, or none
	hyphens    bool    // long words are divided
	furniture  bool    // pages have headers and footers
	wide       bool    // the font has two-byte codes
}

// letterWidth returns the width of a letter in thousandths: some are wide and some are narrow.
func (s setting) letterWidth(c byte) float64 {
	switch {
	case s.unmeasured:
		return 500
	case strings.IndexByte("iljtf.,:;'I ", c) >= 0:
		return 270
	case strings.IndexByte("mwMWG@", c) >= 0:
		return 850
	}
	return 540
}

func (s setting) length(text string, size float64) (sum float64) {
	for i := range len(text) {
		sum += s.letterWidth(text[i]) / 1000 * size
	}
	return sum
}

// wrapped breaks a paragraph into lines as word processors do.
func (s setting) wrapped(text string, size, first, rest float64) (lines []string) {
	line := ""
	room := func() float64 {
		if len(lines) == 0 {
			return s.columns - first
		}
		return s.columns - rest
	}
	for _, word := range strings.Fields(text) {
		joined := strings.TrimPrefix(line+" "+word, " ")
		if s.length(joined, size) <= room() {
			line = joined
			continue
		}
		if n := len(word) / 2; s.hyphens && n > 4 && !strings.Contains(word, "-") && s.length(line+" "+word[:n]+"-", size) <= room() {
			lines = append(lines, line+" "+word[:n]+"-")
			line = word[n:]
			continue
		}
		lines = append(lines, line)
		line = word
	}
	return append(lines, line)
}

// drawn is a page with what it shows.
type drawn struct {
	content strings.Builder
	lines   int
}

// file lays out paragraphs. A paragraph that begins with "# " is a heading, and one that begins
// with "* " an item of a list.
func (s setting) file(paragraphs []string) []byte {
	var pages []*drawn
	y := 0.0
	place := func(x, size float64, text string, stretch float64) {
		page := pages[len(pages)-1]
		plain := strings.NewReplacer("(", "\\(", ")", "\\)").Replace(text)
		shown := "(" + plain + ") Tj"
		font := "/F1"
		switch {
		case s.wide:
			font, shown = "/F2", fmt.Sprintf("<%s> Tj", strings.TrimSpace(hexOf(text)))
		case s.justified == "Tw" && stretch > 0:
			shown = fmt.Sprintf("%.3f Tw %s 0 Tw", stretch, shown)
		case s.justified == "TJ" && stretch > 0:
			shown = "[(" + strings.ReplaceAll(plain, " ", fmt.Sprintf(" )%.1f(", -stretch*1000/size)) + ")] TJ"
		case s.justified == "words":
			shown = ""
			at := 0.0
			for word := range strings.FieldsSeq(plain) {
				shown += fmt.Sprintf("1 0 0 1 %.2f %.2f Tm (%s) Tj ", x+at, y, word)
				at += s.length(strings.ReplaceAll(word, "\\", "")+" ", size) + stretch
			}
		}
		if s.matrices {
			fmt.Fprintf(&page.content, "q 1 0 0 1 %.2f %.2f cm BT %s %g Tf 1 0 0 1 0 0 Tm %s ET Q\n", x, y, font, size, shown)
		} else {
			fmt.Fprintf(&page.content, "BT %s %g Tf 1 0 0 1 %.2f %.2f Tm %s ET\n", font, size, x, y, shown)
		}
	}
	show := func(x, size float64, text string, stretch float64) {
		if len(pages) == 0 || pages[len(pages)-1].lines >= s.lines {
			pages = append(pages, &drawn{})
			if s.furniture {
				y = 800
				place(300, 9, "Example Inc. Privacy Policy", 0)
				y = 30
				place(280, 9, fmt.Sprintf("Page %d", len(pages)), 0)
			}
			y = 760
		}
		place(x, size, text, stretch)
		pages[len(pages)-1].lines++
		y -= 1.3 * size
	}
	for n, paragraph := range paragraphs {
		size, first, rest := 11.0, s.indent, 0.0
		if n > 0 {
			y -= s.gap
		}
		switch {
		case strings.HasPrefix(paragraph, "# "):
			size, first, paragraph = 14, 0, paragraph[2:]
		case strings.HasPrefix(paragraph, "* "):
			first, rest, paragraph = 0, 18, paragraph[2:]
		}
		lines := s.wrapped(paragraph, size, first, rest)
		for i, line := range lines {
			x, room := 72+rest, s.columns-rest
			if i == 0 {
				x, room = 72+first, s.columns-first
			}
			stretch := 0.0
			if spaces := strings.Count(line, " "); i < len(lines)-1 && spaces > 0 && s.justified != "" {
				stretch = (room - s.length(line, size)) / float64(spaces)
			}
			show(x, size, line, math.Max(stretch, 0))
		}
	}
	return s.written(pages)
}

// written writes the pages as a file.
func (s setting) written(pages []*drawn) []byte {
	const first = 9
	p := parts{pages: "<< /Type /Pages /Kids [" + numbered("%d 0 R ", first, len(pages)) + "] >>"}
	var widths, wide strings.Builder
	for c := range 95 {
		fmt.Fprintf(&widths, "%g ", s.letterWidth(byte(32+c)))
		fmt.Fprintf(&wide, "%d [%g] ", 32+c, s.letterWidth(byte(32+c)))
	}
	p.plain = "<< /Type /Font /Subtype /TrueType /Encoding /WinAnsiEncoding /FirstChar 32 /Widths [" + widths.String() + "] >>"
	if s.unmeasured {
		p.plain = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
	}
	p.wide = "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /ToUnicode 8 0 R /DescendantFonts [<< /DW 600 /W [" + wide.String() + "] >>] >>"
	p.table = streamOf("", "1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0020> <007e> <0020> endbfrange")
	for i := range pages {
		p.further = append(p.further, fmt.Sprintf("<< /Type /Page /Contents %d 0 R /Resources << /Font << /F1 6 0 R /F2 7 0 R >> >> >>", first+len(pages)+i))
	}
	for _, page := range pages {
		p.further = append(p.further, streamOf("", page.content.String()))
	}
	return p.file()
}

func hexOf(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, "%04x", c)
	}
	return b.String()
}

// policy is a text of headings, paragraphs and lists.
func policy() []string {
	var all []string
	for i := range 6 {
		all = append(all,
			fmt.Sprintf("# %d. Information we collect", i+1),
			"We collect your email address and location to provide the service and for analytics. We share information with advertising partners, third-party processors and Members of our group. You may request deletion of your information at any time, as Article 17 says.",
			"Children under thirteen may not use the service. If we learn of personal information of a child, we delete this information within twelve months (or earlier, where the law wants it).",
			"We process the following categories:",
			"* - identifiers, such as your name, address, telephone number and the number of your device, which we keep for as long as you have an account;",
			"* - usage information.",
			"The retention of personal information depends on the purpose. Personalisation is off by default, and you can opt-out of everything else in the settings of the application or by a message to us.",
		)
	}
	return all
}

// Text that is laid out anew has the same paragraphs, and a change in one of them is only there.
func TestExtract_reflow(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]setting{
		"gaps":                 {columns: 430, lines: 200, gap: 8},
		"small gaps":           {columns: 430, lines: 200, gap: 4},
		"by matrices":          {columns: 430, lines: 45, gap: 8, matrices: true},
		"by matrices, wide":    {columns: 430, lines: 45, gap: 8, matrices: true, wide: true},
		"indents":              {columns: 430, lines: 45, indent: 15},
		"justified by Tw":      {columns: 430, lines: 45, indent: 15, justified: "Tw"},
		"justified by TJ":      {columns: 430, lines: 45, gap: 6, justified: "TJ"},
		"justified by words":   {columns: 430, lines: 45, gap: 6, justified: "words"},
		"hyphens":              {columns: 300, lines: 43, gap: 8, justified: "TJ", hyphens: true},
		"headers and footers":  {columns: 430, lines: 21, gap: 8, furniture: true},
		"a font of no widths":  {columns: 440, lines: 45, gap: 8, unmeasured: true},
		"narrow, many pages":   {columns: 250, lines: 17, gap: 8, furniture: true},
		"indents, many pages":  {columns: 350, lines: 17, indent: 20, furniture: true, justified: "words"},
		"hyphens, many pages":  {columns: 300, lines: 19, indent: 15, hyphens: true, furniture: true},
		"no widths, one block": {columns: 440, lines: 30, unmeasured: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, inserted := range []string{"", "more or less ", "also (where you are) "} {
				all := policy()
				all[8] = strings.Replace(all[8], "and location", inserted+"and location", 1)
				want := strings.NewReplacer("# ", "", "* ", "").Replace(strings.Join(all, "\n\n"))
				if s.furniture {
					want = "Example Inc. Privacy Policy\n\n" + want
				}
				doc, err := pdftext.Extract(t.Context(), s.file(all))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(strings.Split(want, "\n\n"), strings.Split(doc.Text, "\n\n")); diff != "" {
					t.Errorf("%q inserted (-want +got):\n%s", inserted, diff)
				}
			}
		})
	}
}

// Lines anywhere on a page are joined without a loss, but for hyphens at their ends.
func FuzzExtract_lines(f *testing.F) {
	f.Add([]byte("\x05\x10\x0ainfor-\x00\x05\x12\x0amation\x00\x05\x18\x0aNext\x00"))
	f.Add([]byte("\xff\x00\x00a\x00\x00\xff\xff-\x00\x80\x80\x80- b\x00\x80\x80\x80- \x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var content, want strings.Builder
		kept := func(text string) string {
			return strings.Map(func(r rune) rune {
				if r == ' ' || r == '-' {
					return -1
				}
				return r
			}, text)
		}
		for line := range strings.SplitSeq(string(data), "\x00") {
			if len(line) < 4 {
				continue
			}
			text := strings.Map(func(r rune) rune {
				if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || strings.ContainsRune(" -.,", r) {
					return r
				}
				return ' '
			}, line[3:])
			fmt.Fprintf(&content, "BT /F1 %d Tf 1 0 0 1 %d %d Tm (%s) Tj ET\n", line[2], 4*int(line[0]), -4*int(line[1]), text)
			want.WriteString(kept(text))
		}
		doc, err := pdftext.Extract(t.Context(), parts{contents: streamOf("", content.String())}.file())
		if got := kept(strings.ReplaceAll(doc.Text, "\n", "")); err != nil || got != want.String() {
			t.Errorf("%q, error %v; want %q", got, err, want.String())
		}
	})
}

// What decides whether lines are one paragraph.
func TestExtract_joined(t *testing.T) {
	t.Parallel()
	const full = "This is a line of a paragraph which is as long as any"
	for name, tt := range map[string]struct {
		lines []string
		want  string
	}{
		"a hyphen of a known word":       {[]string{full, "and has information about the infor-", "mation that we have of you"}, full + " and has information about the information that we have of you"},
		"a hyphen of a compound":         {[]string{full, "and says third-party, and of a third-", "party it says no more than that"}, full + " and says third-party, and of a third-party it says no more than that"},
		"a hyphen of two known words":    {[]string{full, "of a long and short term, and long-", "term plans that we have for you"}, full + " of a long and short term, and long-term plans that we have for you"},
		"a hyphen and a conjunction":     {[]string{full, "that we pass on to some first-", "and third-party services"}, full + " that we pass on to some first- and third-party services"},
		"a hyphen before a number":       {[]string{full, "that we have about you since COVID-", "19 was found"}, full + " that we have about you since COVID-19 was found"},
		"an address":                     {[]string{full, "see https://example.com/policies/", "privacy for what we do"}, full + " see https://example.com/policies/privacy for what we do"},
		"an item after an item":          {[]string{full + ":", "1. one", "2. two", "(a) three", "• four"}, full + ":\n\n1. one\n\n2. two\n\n(a) three\n\n• four"},
		"a number that begins a line":    {[]string{full, "and is as long as all the others are, as in section", "4. We say more there than here, as it is"}, full + " and is as long as all the others are, as in section 4. We say more there than here, as it is"},
		"a short line":                   {[]string{full, "ends here.", "Another one begins."}, full + " ends here.\n\nAnother one begins."},
		"a short line that does not end": {[]string{full, "goes on", "here."}, full + " goes on here."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			content := "BT /F1 10 Tf 12 TL 72 700 Td "
			for _, line := range tt.lines {
				content += "(" + strings.NewReplacer("(", "\\(", ")", "\\)", "•", "\\225").Replace(line) + ") Tj T* "
			}
			doc, err := pdftext.Extract(t.Context(), parts{contents: streamOf("", content+"ET")}.file())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, doc.Text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A hyphen at the end of a line stays where it is one of the word.
func TestHyphensOfWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"browser at|the browser-|initiated signals": "the browser-initiated signals",
		"a machine for|machine-|readable files":     "machine-readable files",
		"our U.S.-|based provider":                  "our U.S.-based provider",
		"to imple-|mented rules":                    "to implemented rules",
		"the informa-|tion we have":                 "the information we have",
	} {
		drawing := "BT /F1 10 Tf 12 TL 72 700 Td (" + strings.ReplaceAll(text, "|", ") Tj T* (") + ") Tj ET"
		doc, err := pdftext.Extract(t.Context(), parts{contents: streamOf("", drawing)}.file())
		if err != nil || !strings.Contains(doc.Text, want) {
			t.Errorf("%q, %v, want %q", doc.Text, err, want)
		}
	}
}
