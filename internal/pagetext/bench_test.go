package pagetext_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/pagetext"
)

// BenchmarkRead reads a page of 400 KB as site builders write them: half of it is
// markup, with a menu, a banner and a footer.
func BenchmarkRead(b *testing.B) {
	var page strings.Builder
	page.WriteString("<title>Privacy</title><body><div class='header_navbar'><ul>")
	for i := range 300 {
		fmt.Fprintf(&page, "<li class='nav-item w-%d'><a class='nav-link block' href='/page/%d?ref=nav'><div class='label'>Page %d</div></a></li>", i, i, i)
	}
	page.WriteString("</ul></div><div class='page-wrapper'><div class='container rich-text'><h1>Privacy</h1>")
	for i := 0; page.Len() < 380_000; i++ {
		fmt.Fprintf(&page, "<div class='section-%d'><h2 class='heading-style-h2'>Section %d</h2><p class='text-size-regular' style='white-space:pre-wrap'><span class='strong'>We keep</span> your name, your "+
			"<a href='/data/%d'>address</a> and your orders for as long as you have an account with us, or the law says so.</p><ul role='list'><li><p>for service</p></li><li><p>for safety</p></li></ul></div>", i, i, i)
	}
	page.WriteString("</div></div><div class='footer_component'>")
	for i := range 100 {
		fmt.Fprintf(&page, "<a class='footer-link' href='/legal/%d'>Legal %d</a>", i, i)
	}
	page.WriteString("</div>")
	b.SetBytes(int64(page.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pagetext.Read(b.Context(), page.String(), pagetext.Options{MaxText: 1 << 20}); err != nil {
			b.Fatal(err)
		}
	}
}
