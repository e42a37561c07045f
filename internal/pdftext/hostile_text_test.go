package pdftext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/pdftext"
)

// What draws a page, with any number of small things.
func TestExtract_content(t *testing.T) {
	for name, tt := range map[string]struct {
		content string
		want    error
	}{
		"operators":           {strings.Repeat("q Q ", 2<<20), nil},
		"long operators":      {strings.Repeat(strings.Repeat("q", 40)+" ", 1<<17), nil},
		"operands":            {strings.Repeat("1 ", 1<<20), nil},
		"names":               {strings.Repeat("/", 2<<20), nil},
		"numbers":             {strings.Repeat("9", 2<<20), nil},
		"digits":              {"." + strings.Repeat("9", 2<<20), nil},
		"signs":               {strings.Repeat("- ", 1<<20), nil},
		"comments":            {strings.Repeat("%\n", 1<<20), nil},
		"no space":            {strings.Repeat("\x00", 2<<20), nil},
		"brackets":            {strings.Repeat("[", 8<<20), nil},
		"closing brackets":    {strings.Repeat("]", 2<<20), nil},
		"comments in arrays":  {strings.Repeat("%\n[", 2<<20), nil},
		"arrays":              {strings.Repeat("[]", 1<<20), nil},
		"dictionaries":        {strings.Repeat("<<", 1<<20), nil},
		"parentheses":         {strings.Repeat("(", 8<<20), nil},
		"backslashes":         {"(" + strings.Repeat("\\", 2<<20), nil},
		"hexadecimal":         {"<" + strings.Repeat("4", 2<<20) + "> Tj", nil},
		"empty strings":       {"[" + strings.Repeat("()", 1<<20) + "] TJ", nil},
		"empty arrays":        {strings.Repeat("[] TJ ", 1<<20), nil},
		"strings":             {"[" + strings.Repeat("(a)", 2<<20) + "] TJ", nil},
		"strings on a page":   {strings.Repeat("(a)Tj ", 1<<20), nil},
		"lines":               {strings.Repeat("1 0 Td(a)Tj ", 1<<19), nil},
		"paragraphs":          {strings.Repeat("0 99 Td(a)Tj ", 1<<19), nil},
		"gaps":                {"[" + strings.Repeat("-9999(a)", 1<<20) + "] TJ", nil},
		"infinite gaps":       {strings.Repeat("9", 400) + " 0 Td (a) Tj " + strings.Repeat("9", 400) + " 0 Td (a) Tj", nil},
		"more arrays":         {strings.Repeat("[(a)]", 63) + " TJ", nil},
		"a long string":       {"(" + strings.Repeat("a", 5<<20) + ") Tj", pdftext.ErrLimit},
		"a string often":      {strings.Repeat("("+strings.Repeat("a", 1<<12)+") Tj ", 1<<10) + "(aaaa) Tj", pdftext.ErrLimit},
		"pictures":            {strings.Repeat("ID EI ", 1<<20), nil},
		"pictures to the end": {strings.Repeat("ID ", 1<<19), nil},
		"almost pictures":     {"ID " + strings.Repeat("EIEI", 1<<19), nil},
		"fonts":               {strings.Repeat("/F1 1 Tf ", 300_000), nil},
		"no fonts":            {numbered("/X%d 1 Tf ", 0, 100_000), nil},
		"too many no fonts":   {numbered("/X%d 1 Tf ", 0, 600_000), pdftext.ErrLimit},
		"marks":               {strings.Repeat("/P <</MCID 0>> BDC EMC ", 1<<18), nil},
		"forms":               {strings.Repeat("/X1 Do ", 1<<20), nil},
	} {
		t.Run(name, func(t *testing.T) {
			cost.SkipMost(t, 16)
			file := parts{contents: flateOf(t, "", show+tt.content)}.file()
			if tt.want != nil {
				check(t, outcome{file, tt.want, ""})
				return
			}
			check(t, outcome{file, nil, "text"})
		})
	}
}

// What fonts say of themselves, any number of them.
func TestExtract_fonts(t *testing.T) {
	skipTable(t)
	const wideText = show + "/F2 10 Tf <0001> Tj"
	spaces := "1 begincodespacerange <0000> <ffff> endcodespacerange "
	table := func(content, letters string) []byte {
		return parts{contents: flateOf(t, "", show+content), table: flateOf(t, "", letters)}.file()
	}
	widths := func(w string) []byte {
		return parts{contents: streamOf("", wideText), wide: "<< /Encoding /Identity-H /ToUnicode 8 0 R /DescendantFonts [<< /W " + w + " >>] >>"}.file()
	}
	plain := func(content, font string) []byte { return parts{contents: flateOf(t, "", content), plain: font}.file() }
	manyFonts := func(n int, font string) []byte {
		page := "<< /Contents 4 0 R /Resources << /Font << /F1 6 0 R " + numbered("/X%[1]d %[1]d 0 R ", 9, n) + " >> >> >>"
		return parts{page: page, contents: flateOf(t, "", show+numbered("/X%d 1 Tf (a) Tj ", 9, n)), further: strings.Split(strings.TrimSuffix(strings.Repeat(font+"\x01", n), "\x01"), "\x01")}.file()
	}
	long := "<" + strings.Repeat("0061", 16) + ">"
	for name, o := range map[string]outcome{
		"many fonts":              {manyFonts(2000, "<< /Encoding /WinAnsiEncoding /Widths ["+strings.Repeat("500 ", 100)+"] >>"), nil, "text"},
		"100,000 fonts":           {manyFonts(100_000, "<</Encoding/X>>"), pdftext.ErrLimit, ""},
		"many tables":             {manyFonts(1000, "<< /ToUnicode 8 0 R >>"), pdftext.ErrUnknown, ""},
		"many differences":        {manyFonts(1000, "<< /Encoding << /Differences [0 /a /b /c] >> >>"), nil, "text"},
		"the same table":          {replaced(t, manyFonts(5000, "<< /ToUnicode 8 0 R >>"), spaces[:1]+" begincodespacerange", strings.Repeat(" <00> <01> ", 1<<14)+" begincodespacerange"), pdftext.ErrLimit, ""},
		"a font of itself":        {plain(show, "<< /Encoding 6 0 R /Widths 6 0 R /FirstChar 6 0 R >>"), nil, ""},
		"a font in itself":        {plain(show, "<< /DescendantFonts [6 0 R] /ToUnicode 6 0 R >>"), nil, ""},
		"fonts in fonts":          {plain(show, "<< /DescendantFonts "+strings.Repeat("[", 1<<20)+" >>"), nil, ""},
		"resources of themselves": {parts{page: "<< /Contents 4 0 R /Resources 3 0 R /Font 3 0 R /F1 3 0 R >>"}.file(), nil, ""},
		"differences":             {plain(show, "<< /Encoding << /Differences ["+strings.Repeat("/a ", 1<<20)+"] >> >>"), nil, ""},
		"differences far away":    {plain(show, "<< /Encoding << /Differences [2147483647 /a -2147483648 /a 99999999999 /a 116 /X /y] >> >>"), nil, "Xe"},
		"strange names":           {plain(show, "<< /Encoding << /Differences [116 /uniD800 /u110000 /uniZZZZ /"+strings.Repeat("a", 1<<20)+" /.notdef /#] >> >>"), nil, ""},
		"widths of a plain font":  {plain(show, "<< /FirstChar -2147483648 /LastChar 2147483647 /Widths ["+strings.Repeat("500 ", 1<<20)+"] >>"), nil, "text"},
		"widths one by one":       {widths("[" + strings.Repeat("0 [500 501] ", 1<<18) + "]"), nil, "texta"},
		"widths of all":           {widths("[" + strings.Repeat("0 65535 500 ", 1<<18) + "]"), nil, "texta"},
		"widths beyond all":       {widths("[0 2147483647 500 2147483647 2147483647 1 -1 5 5]"), nil, "texta"},
		"widths in one array":     {widths("[0 [" + strings.Repeat("500 501 ", 1<<18) + "]]"), nil, "texta"},
		"widths backwards":        {widths("[" + strings.Repeat("9 8 500 7 [1] ", 1<<17) + "]"), nil, "texta"},
		"widths of themselves":    {widths("7 0 R"), nil, "texta"},

		"a range of all":         {table("/F2 10 Tf <0041> Tj", spaces+"1 beginbfrange <0000> <ffff> <0000> endbfrange"), nil, "textA"},
		"a range of four bytes":  {table("/F2 10 Tf <00000041> Tj", "1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <ffffffff> <0000> endbfrange"), nil, "textA"},
		"ranges of four bytes":   {table("/F2 10 Tf <00000041> Tj", strings.Repeat("1 beginbfrange <00000000> <ffffffff> <0000> endbfrange ", 1<<14)), nil, "textA"},
		"a range of five bytes":  {table("/F2 10 Tf <0041> Tj", spaces+"1 beginbfrange <0000000000> <ffffffffff> <0000> endbfrange"), nil, "text\ufffd"},
		"a backwards range":      {table("/F2 10 Tf <0041> Tj", spaces+"1 beginbfrange <ffff> <0000> <0000> endbfrange"), nil, "text\ufffd"},
		"a range of a list":      {table("/F2 10 Tf <0041> Tj", spaces+"1 beginbfrange <0000> <ffff> ["+strings.Repeat("<0041>", 1<<18)+"] endbfrange"), nil, "textA"},
		"a list of four bytes":   {table("/F2 10 Tf <0041> Tj", spaces+"1 beginbfrange <00000000> <ffffffff> ["+strings.Repeat("<41>", 1<<18)+"] endbfrange"), nil, "text\ufffd"},
		"lists without end":      {table("/F2 10 Tf <0041> Tj", spaces+strings.Repeat("1 beginbfrange <0000> <ffff> [", 1<<15)), nil, "text\ufffd"},
		"letters":                {table("/F2 10 Tf <0041> Tj", spaces+"beginbfchar "+strings.Repeat("<0041> <0041> ", 1<<16)), nil, "textA"},
		"letters backwards":      {table("/F2 10 Tf <0041> Tj", spaces+"beginbfchar "+reversed(1<<16)), nil, "textA"},
		"counts without end":     {table("/F2 10 Tf <0041> Tj", spaces+"9999999999 beginbfchar <0041> <0041> endbfchar 9999999999 beginbfrange endbfrange"), nil, "textA"},
		"code spaces":            {table("/F2 10 Tf "+strings.Repeat("<"+strings.Repeat("ff", 1<<12)+"> Tj ", 200), "begincodespacerange "+strings.Repeat("<00> <01> <0000> <0001> <000000> <000001> <00000000> <00000001> ", 1<<13)), pdftext.ErrLimit, ""},
		"letters that say a lot": {table("/F2 10 Tf <"+strings.Repeat("0001", 1<<20)+"> Tj", spaces+"beginbfchar <0001> "+long), pdftext.ErrLimit, ""},
		"letters that say more":  {table("/F2 10 Tf <0001> Tj", spaces+"beginbfchar <0001> <"+strings.Repeat("0061", 1<<18)+">"), nil, "text\ufffd"},
		"letters that mean more": {table("/F2 10 Tf <"+strings.Repeat("0001", 1<<19)+"> Tj", spaces+"beginbfchar <0001> <fdfa>"), pdftext.ErrLimit, ""},
		"half letters":           {table("/F2 10 Tf <0001000200> Tj", spaces+"beginbfchar <0001> <d800> <0002> <61>"), nil, "text\ufffd"},
		"many meanings":          {table("/F2 10 Tf <0041> Tj", spaces+"beginbfchar "+numbered("<%04x> "+long+" ", 0, 9000)), nil, "textaaaaaaaaaaaaaaaa"},
		"letters that mean nothing": {parts{
			contents: flateOf(t, "", show+"/F2 10 Tf ("+strings.Repeat("\xfe\xfd\x01\x02", 1<<20)+") Tj"),
			table:    flateOf(t, "", spaces+"beginbfchar "+numbered("<%04x> <> ", 0, 1<<16)+" endbfchar beginbfrange "+numbered("<%04x> <ffff> <> ", 0, 1<<14)),
			wide:     "<< /Encoding /Identity-H /ToUnicode 8 0 R /DescendantFonts [<< /W [" + numbered("%[1]d [%[1]d] ", 0, 1<<16) + "] >>] >>",
			pages:    "<< /Kids [" + strings.Repeat("3 0 R ", 20) + "] >>",
		}.file(), pdftext.ErrLimit, ""},
		"many names on many pages": {parts{
			page: "<< /Contents 4 0 R /Resources << /Font << /F1 6 0 R >> >> >>", contents: flateOf(t, "", show+numbered("/X%d 1 Tf ", 0, 100_000)),
			pages:   "<< /Kids [3 0 R " + strings.Repeat("9 0 R ", 499) + "] >>",
			further: []string{"<< /Contents 10 0 R /Resources << /Font << /F1 6 0 R >> >> >>", plainText},
		}.file(), nil, "text text"},
		"a table that is a bomb":   {table("/F2 10 Tf <0041> Tj", spaces+"beginbfchar <0041> <0041> "+strings.Repeat(" ", 16<<20)), nil, "textA"},
		"a table that is no table": {table("/F2 10 Tf <0041> Tj", strings.Repeat("[ << (", 1<<16)), nil, "text\ufffd"},
		"text in UTF-16":           {parts{contents: flateOf(t, "", show+"/F2 10 Tf <"+strings.Repeat("0041", 1<<20)+"> Tj"), wide: "<< /Encoding /UniGB-UTF16-H /DescendantFonts [<<>>] >>"}.file(), nil, "textA"},
		"halves of UTF-16":         {parts{contents: flateOf(t, "", show+"/F2 10 Tf <"+strings.Repeat("d800", 1<<20)+"d8> Tj"), wide: "<< /Encoding /UniGB-UCS2-H /DescendantFonts [<<>>] >>"}.file(), pdftext.ErrUnknown, ""},
	} {
		t.Run(name, func(t *testing.T) { check(t, o) })
	}
}

// reversed writes single letters with their meanings, the last one first.
func reversed(n int) string {
	var b strings.Builder
	for i := n - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "<%04x> <%04[1]x> ", i)
	}
	return b.String()
}
