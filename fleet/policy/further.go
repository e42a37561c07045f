package policy

import (
	"context"
	"net/url"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/netguard"
)

// read makes text of a page. While there is little of it, it follows where the
// page leads. The page that is returned is the last one, also with an error.
func (v *visit) read(ctx context.Context, p page) (Document, page, error) {
	for hops := 0; ; hops++ {
		doc, found, err := v.web.document(ctx, p)
		if err != nil || found == (leads{}) {
			return doc, p, err
		}
		if found.onward == nil || hops == maxLeads {
			return v.further(ctx, p, doc, found)
		}
		trace(ctx, "fetch:refresh", found.onward.Host)
		next, err := v.lead(ctx, found.onward)
		if err != nil {
			return doc, next, err
		}
		p = next
	}
}

// further asks for what a page with little text says is the policy: a frame or
// another form of the page, or else a link. What cannot be read, or is no policy
// either, leaves the page as it was.
func (v *visit) further(ctx context.Context, p page, doc Document, found leads) (Document, page, error) {
	for _, lead := range []struct {
		phase string
		to    *url.URL
	}{{"fetch:frame", found.frame}, {"fetch:link", found.link}} {
		if lead.to == nil || ctx.Err() != nil {
			continue
		}
		trace(ctx, lead.phase, lead.to.String())
		next, err := v.lead(ctx, lead.to)
		if err != nil {
			continue
		}
		other, _, err := v.web.document(ctx, next)
		if err != nil {
			continue
		}
		if _, err := Judge(other); err == nil {
			return other, next, nil
		}
	}
	return doc, p, ctx.Err()
}

// lead asks for where a page leads.
func (v *visit) lead(ctx context.Context, to *url.URL) (page, error) {
	u, err := netguard.ParseURL(to.String())
	if err != nil {
		return page{url: cut(to.String(), netguard.MaxURL)}, &FetchError{Cause: ErrAddress, Err: err}
	}
	return v.get(ctx, u)
}

// little reports whether a document, whose text is printable, has less of it than
// any policy.
func little(doc Document) bool {
	_, length := measure(head(doc.Text, minLength*utf8.UTFMax))
	return length < minLength
}
