package appstore_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/fakestore"
)

// FuzzTagNames compares the names of tags with those that the tokenizer returns.
func FuzzTagNames(f *testing.F) {
	seeds(f, fakestore.Island)
	for _, text := range []string{
		"<p><A href=x></a ><h1/><br\f></BR\r\n>", "<my-element a='<b>'>", "<p\x00><p\x00\xff>", "<é></É><p", "</p/><//p></ p>", "<p/><p/ a></p\fb>", "<script></script\f><svg:g/>",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, page []byte) {
		var want []string
		for tokens := html.NewTokenizer(bytes.NewReader(page)); tokens.Next() != html.ErrorToken; {
			switch token := tokens.Token(); token.Type {
			case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
				want = append(want, token.Data)
			}
		}
		if diff := cmp.Diff(want, appstore.TagNames(page)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", page, diff)
		}
	})
}
