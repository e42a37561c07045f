package pdftext_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/pdftext"
)

const (
	mostAllocated = 72 << 20    // bytes that any file may take in all
	deadline      = time.Minute // that no file reaches, however slow the machine
	largest       = 6 << 20     // bytes of a file
)

// outcome is the result of a hostile file.
type outcome struct {
	file []byte
	want error  // nil: text
	text string // which the text begins with
}

// extractBounded extracts the text of a file, and fails when that takes more than
// any file may. Tests that use it are not parallel, as others allocate as well.
func extractBounded(t *testing.T, file []byte) (pdftext.Document, error) {
	t.Helper()
	if len(file) > largest {
		t.Fatalf("a file of %d bytes", len(file))
	}
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	var doc pdftext.Document
	var err error
	took := cost.Of(func() { doc, err = pdftext.Extract(ctx, file) })
	t.Logf("%d KiB: %v, %d KiB allocated, %d bytes of text, error %v", len(file)>>10, took.CPU, took.Bytes>>10, len(doc.Text), err)
	if took.Bytes > mostAllocated {
		t.Errorf("%d bytes allocated", took.Bytes)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("more than %v", deadline)
	}
	return doc, err
}

// skipTable skips the tests of a table whose files take longer to make than to read.
func skipTable(t *testing.T) {
	t.Helper()
	if cost.Raced {
		t.Skip("the race detector makes the files of this table slow to write")
	}
}

func check(t *testing.T, o outcome) {
	t.Helper()
	cost.SkipMost(t, 16)
	doc, err := extractBounded(t, o.file)
	if !errors.Is(err, o.want) || (err == nil) != (o.want == nil) {
		t.Errorf("error %v, want %v", err, o.want)
	}
	if !strings.HasPrefix(doc.Text, o.text) {
		t.Errorf("text %.60q, want %q first", doc.Text, o.text)
	}
}

// A predictor with rows of any width takes no more memory than the data has.
func TestExtract_rows(t *testing.T) {
	data := deflated(t, "BT /F1 10 Tf (text) Tj ET", 1)
	for name, tt := range map[string]struct{ dict, further string }{
		"a sign":                 {"/DecodeParms << /Predictor 12 /Columns +90000000000000 >>", ""},
		"no sign":                {"/DecodeParms << /Predictor 12 /Columns 90000000000000 >>", ""},
		"zeros":                  {"/DecodeParms << /Predictor 12 /Columns 000000000000090000000000000 >>", ""},
		"a point":                {"/DecodeParms << /Predictor 12 /Columns 90000000000000. >>", ""},
		"a comment":              {"/DecodeParms << /Predictor 12 /Columns % wide\n90000000000000 >>", ""},
		"a zero byte":            {"/DecodeParms << /Predictor 12 /Columns\x0090000000000000 >>", ""},
		"an escaped key":         {"/DecodeParms << /Predictor 12 /#43olumns 90000000000000 >>", ""},
		"escaped parameters":     {"/#44ecodeParms << /Predictor 12 /Columns 90000000000000 >>", ""},
		"an array":               {"/DecodeParms [<< /Predictor 12 /Columns 90000000000000 >>]", ""},
		"a reference":            {"/DecodeParms << /Predictor 12 /Columns 9 0 R >>", "90000000000000"},
		"another object":         {"/DecodeParms 9 0 R", "<< /Predictor 12 /Columns 90000000000000 >>"},
		"another object's array": {"/DecodeParms 9 0 R", "[<< /Predictor 12 /Columns 90000000000000 >>]"},
		"negative":               {"/DecodeParms << /Predictor 12 /Columns -1 >>", ""},
		"a fraction":             {"/DecodeParms << /Predictor 12 /Columns 1.5 >>", ""},
		"a name":                 {"/DecodeParms << /Predictor 12 /Columns /Wide >>", ""},
		"the predictor":          {"/DecodeParms << /Predictor 90000000000000 >>", ""},
		"colors":                 {"/DecodeParms << /Predictor 15 /Colors 90000000000000 >>", ""},
		"bits":                   {"/DecodeParms << /Predictor 2 /BitsPerComponent 90000000000000 >>", ""},
		"one too many":           {"/DecodeParms << /Predictor 15 /Columns 1048577 >>", ""},
		"more than 63 bits":      {"/DecodeParms << /Predictor 15 /Columns 18446744073709551617 >>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			file := parts{contents: streamOf("/Filter /FlateDecode "+tt.dict, data), further: []string{tt.further}}.file()
			check(t, outcome{file, pdftext.ErrMalformed, ""})
			// Another page is read all the same.
			two := replaced(t, file, "/Kids [3 0 R]", "/Kids [3 0 R 10 0 R]")
			two = append(two, "10 0 obj << /Contents 11 0 R /Resources << /Font << /F1 6 0 R >> >> >> endobj 11 0 obj "+plainText+" endobj"...)
			check(t, outcome{two, nil, "text"})
		})
	}
	t.Run("the widest row", func(t *testing.T) {
		dict := "/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 1048576 /Colors 32 /BitsPerComponent 16 >>"
		check(t, outcome{parts{contents: streamOf(dict, deflated(t, "\x00BT /F1 10 Tf (text) Tj ET", 1))}.file(), nil, "text"})
	})
}

// What a file says of its structure.
func TestExtract_structure(t *testing.T) {
	whole := parts{}.file()
	many := func(n int, object string) []string {
		return strings.Split(strings.Repeat(object+"\x01", n), "\x01")[:n]
	}
	objects := func(n int, places string) string {
		return flateOf(t, fmt.Sprintf("/Type /ObjStm /N %d /First %d", n, len(places)), places+strings.Repeat(" ", 1<<20))
	}
	for name, o := range map[string]outcome{
		"nothing":                    {[]byte("%PDF-1.4\n"), pdftext.ErrMalformed, ""},
		"no body":                    {nil, pdftext.ErrMalformed, ""},
		"encrypted":                  {append(bytes.Clone(whole), "trailer << /Encrypt 5 0 R >>"...), pdftext.ErrEncrypted, ""},
		"an object too many":         {append(bytes.Clone(whole), "200000 0 obj null endobj"...), pdftext.ErrLimit, ""},
		"a high object":              {append(bytes.Clone(whole), "199999 0 obj null endobj"...), nil, "text"},
		"each number":                {append(bytes.Clone(whole), numbered("%d 0 obj 1 endobj ", 10, 190_000)...), nil, "text"},
		"the same number":            {append(bytes.Clone(whole), strings.Repeat("9 0 obj 1 endobj ", 1<<18)...), nil, "text"},
		"objects without end":        {append(bytes.Clone(whole), strings.Repeat("9 0 obj ", 1<<19)...), nil, "text"},
		"streams without end":        {append(bytes.Clone(whole), strings.Repeat("9 0 obj stream\n", 1<<18)...), nil, "text"},
		"streams far from their end": {append(append([]byte("%PDF-1.4\n"), strings.Repeat("9 0 obj stream\nendstream ", 1<<17)...), whole...), nil, "text"},
		"words like objects":         {append(bytes.Clone(whole), strings.Repeat("obj", 1<<20)...), nil, "text"},
		"numbers like objects":       {append(bytes.Clone(whole), strings.Repeat("1 ", 1<<21)...), nil, "text"},
		"space before an object":     {append(bytes.Clone(whole), "9 0"+strings.Repeat(" ", 1<<22)+"obj 1 endobj"...), nil, "text"},
		"roots without end":          {append(bytes.Clone(whole), strings.Repeat("/Root", 1<<20)...), nil, "text"},
		"roots in strings":           {append(bytes.Clone(whole), strings.Repeat("/Root(", 1<<19)...), pdftext.ErrLimit, ""},
		"roots in arrays":            {append(bytes.Clone(whole), strings.Repeat("/Root[", 1<<19)...), pdftext.ErrLimit, ""},
		"a root of itself":           {[]byte("%PDF-1.4\n1 0 obj 1 0 R endobj /Root 1 0 R"), pdftext.ErrMalformed, ""},
		"roots in circles":           {[]byte("%PDF-1.4\n1 0 obj 2 0 R endobj 2 0 obj 1 0 R endobj /Root 1 0 R"), pdftext.ErrMalformed, ""},

		"arrays in arrays":           {parts{info: "<< /Title " + strings.Repeat("[", 5<<20) + " >>"}.file(), nil, "text"},
		"dictionaries in arrays":     {parts{info: "<< /X " + strings.Repeat("[<</A", 1<<20) + " >>"}.file(), nil, "text"},
		"a dictionary of pages":      {parts{page: "<< " + strings.Repeat("/A 1 ", 1<<20) + "/Contents 4 0 R /Resources << /Font << /F1 6 0 R >> >> >>"}.file(), nil, "text"},
		"a string without end":       {parts{info: "<< /Title (" + strings.Repeat("(", 5<<20)}.file(), nil, "text"},
		"a long title":               {parts{info: "<< /Title (" + strings.Repeat("a", 5<<20) + ") >>"}.file(), nil, "text"},
		"a long title in UTF-16":     {parts{info: "<< /Title <feff" + strings.Repeat("0061", 1<<20) + "> >>"}.file(), nil, "text"},
		"a long name":                {parts{info: "<< /" + strings.Repeat("#54itle", 1<<19) + " (x) >>"}.file(), nil, "text"},
		"a long number":              {parts{info: "<< /Title " + strings.Repeat("9", 5<<20) + " >>"}.file(), nil, "text"},
		"a title of itself":          {parts{info: "<< /Title 5 0 R >>"}.file(), nil, "text"},
		"a length of itself":         {replaced(t, whole, "/Length 25", "/Length 4 0 R"), nil, "text"},
		"lengths in circles":         {append(replaced(t, whole, "/Length 25", "/Length 9 0 R"), "9 0 obj 10 0 R endobj 10 0 obj 9 0 R endobj"...), nil, "text"},
		"a length without end":       {replaced(t, whole, "/Length 25", "/Length 99999999999999999999"), nil, "text"},
		"a negative length":          {replaced(t, whole, "/Length 25", "/Length -1"), nil, "text"},
		"a size without end":         {append(bytes.Clone(whole), "trailer << /Size 99999999999 /Prev 0 /XRefStm 0 /Root 1 0 R >>"...), nil, "text"},
		"a table as a stream":        {append(bytes.Clone(whole), "9 0 obj "+streamOf("/Type /XRef /Size 999999999 /Index [0 999999999] /W [999999999 999999999 999999999] /Root 1 0 R", "x")+" endobj"...), nil, "text"},
		"a page that is its parent":  {parts{pages: "<< /Kids [2 0 R 2 0 R 3 0 R] >>"}.file(), nil, ""},
		"pages in circles":           {parts{pages: "<< /Kids [9 0 R 3 0 R] >>", further: []string{"<< /Kids [2 0 R 2 0 R] >>"}}.file(), nil, ""},
		"the same page":              {parts{pages: "<< /Kids [" + strings.Repeat("3 0 R ", 1<<19) + "] /Count 9999999999 >>"}.file(), nil, "text text"},
		"deep pages":                 {parts{pages: "<< /Kids [9 0 R] >>", further: strings.Split(numbered("<< /Kids [%d 0 R 3 0 R] >>\x01", 10, 9000), "\x01")}.file(), nil, ""},
		"pages that are none":        {parts{pages: "<< /Kids [" + strings.Repeat("null 1 (a) ", 1<<18) + "3 0 R] >>"}.file(), pdftext.ErrMalformed, ""},
		"the same large page":        {parts{pages: "<< /Kids [" + strings.Repeat("3 0 R ", 1<<10) + "] >>", contents: flateOf(t, "", strings.Repeat("q Q ", 1<<21))}.file(), pdftext.ErrLimit, ""},
		"the same large resources":   {parts{pages: "<< /Kids [" + strings.Repeat("3 0 R ", 1<<10) + "] >>", page: "<< /Contents 4 0 R /Resources << /X [" + strings.Repeat("1 ", 1<<20) + "] /Font << /F1 6 0 R >> >> >>"}.file(), pdftext.ErrLimit, ""},
		"shared bytes of objects":    {append(bytes.Clone(whole), "9 0 obj "+objects(1<<16, numbered("%d 0 8 1048576 ", 100, 1<<16))+" endobj"...), pdftext.ErrLimit, ""},
		"no order of objects":        {append(bytes.Clone(whole), "9 0 obj "+objects(3, "20 99 21 0 22 5 ")+" endobj"...), nil, "text"},
		"objects beyond the end":     {append(bytes.Clone(whole), "9 0 obj "+objects(9999999, "20 99999999 21 -5 22 2147483647 ")+" endobj"...), nil, "text"},
		"a beginning beyond the end": {append(bytes.Clone(whole), "9 0 obj "+flateOf(t, "/Type /ObjStm /N 1 /First 999999999", "20 0 1")+" endobj"...), nil, "text"},
		"a negative beginning":       {append(bytes.Clone(whole), "9 0 obj "+flateOf(t, "/Type /ObjStm /N 1 /First -1", "20 0 1")+" endobj"...), nil, "text"},
		"a packed object too many":   {append(bytes.Clone(whole), "9 0 obj "+objects(1, "2000000 0 ")+" endobj"...), pdftext.ErrLimit, ""},
		"a stream of itself":         {append(bytes.Clone(whole), "9 0 obj "+objects(1, "9 0 ")+" endobj"...), nil, "text"},
		"large packed objects":       {append(bytes.Clone(whole), strings.Repeat("9 0 obj "+flateOf(t, "/Type /ObjStm /N 1 /First 4", "9 0 "+strings.Repeat(" ", 1<<22))+" endobj ", 100)...), pdftext.ErrLimit, ""},
		"many packed objects":        {append(bytes.Clone(whole), strings.Repeat("9 0 obj "+flateOf(t, "/Type /ObjStm /N 1 /First 4", "9 0 1")+" endobj ", 40_000)...), nil, "text"},
		"streams extending streams":  {append(bytes.Clone(whole), "9 0 obj "+flateOf(t, "/Type /ObjStm /N 0 /First 0 /Extends 9 0 R", "")+" endobj"...), nil, "text"},
		"many objects":               {parts{further: many(1<<17, "[]")}.file(), nil, "text"},
	} {
		t.Run(name, func(t *testing.T) { check(t, o) })
	}
}
