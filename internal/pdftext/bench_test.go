package pdftext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/pdftext"
)

// thirtyPages writes a policy of thirty pages, as most are.
func thirtyPages(t testing.TB) []byte {
	var page strings.Builder
	page.WriteString("BT /F1 10 Tf 72 720 Td 12 TL ")
	for i := range 50 {
		fmt.Fprintf(&page, "[(Line %d of what we c)20(ollect, a)-15(nd of what we share with whom)] TJ T* ", i)
	}
	p := parts{contents: flateOf(t, "", page.String()+"ET"), plain: "<< /Type /Font /Encoding /WinAnsiEncoding /FirstChar 32 /Widths [" + strings.Repeat("500 ", 200) + "] >>"}
	p.pages = "<< /Type /Pages /Kids [" + strings.Repeat("3 0 R ", 30) + "] /Count 30 >>"
	return p.file()
}

func BenchmarkExtract(b *testing.B) {
	file := thirtyPages(b)
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pdftext.Extract(b.Context(), file); err != nil {
			b.Fatal(err)
		}
	}
}

// Lines and streams allocate nothing of their own: a file of thirty pages has fifteen hundred lines.
func TestExtractAllocates(t *testing.T) {
	file := thirtyPages(t)
	const most = 300
	allocated := testing.AllocsPerRun(3, func() {
		if _, err := pdftext.Extract(t.Context(), file); err != nil {
			t.Fatal(err)
		}
	})
	if allocated > most {
		t.Errorf("%v allocations, want at most %d", allocated, most)
	}
}
