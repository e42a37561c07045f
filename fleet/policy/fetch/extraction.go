package fetch

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/pagetext"
	"github.com/privacylabels/auditor/internal/policy/plaintext"
	"github.com/privacylabels/auditor/internal/policy/terms"
	"github.com/privacylabels/auditor/storage"
)

const (
	extractTimeout = 20 * time.Second
	extractAtOnce  = 2 // pages
)

// extracting waits for a slot and then calls read, which makes text of a page, with a
// context that ends at the time limit: a page is untrusted. The error is an [*Error], or
// the context's.
func (c *Client) extracting(ctx context.Context, read func(context.Context) error) error {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	slow := &Error{Cause: ErrUnreadable, Err: fmt.Errorf("making text of the page took longer than %v", c.timeout)}
	within, cancel := context.WithTimeoutCause(ctx, c.timeout, slow)
	defer cancel()
	err := read(within)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// extract returns the title and the text of a page of HTML, which are not clean, as
// seen with or without scripts. The error is an [*Error], or the cause of the end of
// the context.
func extract(ctx context.Context, source, host string, scriptless bool, out exclusions) (pagetext.Page, error) {
	o := pagetext.Options{Scriptless: scriptless, MaxText: maxText, Exclude: out.elements, Host: host, Document: documentOf, OnSubject: onSubject}
	page, err := pagetext.Read(ctx, source, o)
	if err == nil && page.Documents && rejection(Document{Title: page.Title, Text: plaintext.Clean(page.Text)}, false) != nil {
		o.Document = nil // what is called a policy is none
		page, err = pagetext.Read(ctx, source, o)
	}
	switch {
	case ctx.Err() != nil:
		return pagetext.Page{}, context.Cause(ctx)
	case errors.Is(err, pagetext.ErrTooLong):
		return pagetext.Page{}, &Error{Cause: ErrTooLarge, Err: err}
	case err != nil:
		return pagetext.Page{}, &Error{Cause: ErrUnreadable, Err: err}
	}
	return page, nil
}

// invitations are words on a subject of policies with which sites also ask visitors to do something.
var invitations = []string{"share your ", "access your ", "use your "}

// onSubject reports whether a text is on data, on a subject of policies or on a document. Sites also
// advertise, collect points and sell to children: such a word alone says little.
func onSubject(text string) bool {
	text = strings.TrimSpace(folding.Replace(text))
	for _, invitation := range invitations {
		text = strings.TrimPrefix(text, invitation)
	}
	if terms.NamesPolicy(text) || terms.CallsPolicy(text) || terms.CallsItself(text) || terms.Entitled(text, terms.TermsOfUse) || terms.Entitled(text, terms.LegalDocument) {
		return true
	}
	mentions := terms.MentionsIn(text)
	common := mentions.Subjects[storage.LensAds] + mentions.Subjects[storage.LensChildren]
	data := terms.DataWords(text)
	switch {
	case mentions.Count > common, common+data > 1:
		return true
	case common+data == 0:
		return false
	}
	return terms.Speakers(text) > 0 || data > 0 && terms.SpeaksOfDevices(text)
}

// documentOf tells policies and other documents apart by the name of a part of a page.
func documentOf(name string) pagetext.Name {
	if name == "" {
		return pagetext.NoDocument
	}
	name = folded(name)
	whole := terms.NamesWholePolicy(name) || terms.CallsPolicy(name) && !terms.CallsPolicyInFull(name)
	switch {
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, "?"):
	case whole && !terms.Entitled(name, terms.PrivacySettings):
		return pagetext.WantedDocument
	case terms.Entitled(name, terms.TermsOfUse):
		return pagetext.OtherDocument
	case terms.Entitled(name, terms.LegalDocument):
		return pagetext.RelatedDocument
	}
	return pagetext.NoDocument
}
