package data

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

type addItemsRequest struct {
	List  string                `json:"importId" op:"required" doc:"The ID of the import."`
	Items op.Fitting[addedItem] `json:"items" op:"required,min=1,max=5000,toolarge" doc:"The items. An item without query or status is left out; at least one has to remain. An item whose query the import already has is updated."`

	patches []imports.Patch
}

type addedItem struct {
	Query itemQuery `json:"query" op:"required,trim" doc:"The name or the bundle ID of the app, at most 2000 bytes."`
	// The status.
	Status storage.ImportStatus `json:"status" op:"required" enum:"matched,unmatched,skipped,imported,error,pending_search,queued,removed"`
	itemFields
}

func (in *addItemsRequest) Check() error {
	for _, item := range in.Items {
		if err := item.Query.check(); err != nil {
			return err
		}
		p, err := item.patch()
		if err != nil {
			return err
		}
		p.Query, p.Status = (*string)(&item.Query), &item.Status
		in.patches = append(in.patches, p)
	}
	if len(in.patches) == 0 {
		return op.BadRequest("items must be a list of items with a query and a status")
	}
	return nil
}

func (i importLists) addItems(ctx context.Context, in addItemsRequest) ([]imports.Item, error) {
	return i.Imports.Add(ctx, in.List, in.patches)
}

// itemRequest names an item.
type itemRequest struct {
	Item string `json:"itemId" op:"required" doc:"The ID of the item."`

	id storage.ImportItemID
}

func (in *itemRequest) Check() (err error) {
	if in.id, err = storage.ParseImportItemID(in.Item); err != nil {
		return storage.Missing(storage.ImportItem{}, in.Item)
	}
	return nil
}

type updateItemRequest struct {
	itemRequest
	Query op.Optional[itemQuery] `json:"query" op:"trim" doc:"The name or the bundle ID of the app, at most 2000 bytes."`
	// The status.
	Status op.Optional[storage.ImportStatus] `json:"status" enum:"matched,unmatched,skipped,imported,error,pending_search,queued,removed"`
	itemFields

	change imports.Patch
}

func (in *updateItemRequest) Check() (err error) {
	if err := in.itemRequest.Check(); err != nil {
		return err
	}
	if in.change, err = in.patch(); err != nil {
		return err
	}
	if in.Query.Sent {
		err = in.Query.Value.check()
	}
	in.change.Query, in.change.Status = (*string)(in.Query.Ptr()), in.Status.Ptr()
	return err
}

func (i importLists) updateItem(ctx context.Context, in updateItemRequest) (imports.Item, error) {
	return i.Imports.Update(ctx, in.id, in.change)
}

func (i importLists) retryItem(ctx context.Context, in itemRequest) (imports.Retried, error) {
	return i.Imports.Retry(ctx, in.id)
}

type matchRequest struct {
	itemRequest
	URL    string    `json:"url" op:"required,trim,min=1,max=2000" doc:"The URL of the app in the App Store."`
	Edited labelText `json:"editedQuery" doc:"The text to search for from now on. Defaults to the name of the app."`
}

// changeMatch answers 502 for an app that its source does not list: 404 is for the item.
func (i importLists) changeMatch(ctx context.Context, in matchRequest) (imports.Rematched, error) {
	rematched, err := i.Imports.ChangeMatch(ctx, in.id, in.URL, string(in.Edited))
	if errors.Is(err, fleet.ErrNotListed) {
		message := "The App Store does not list this app"
		if scrape, ok := errors.AsType[*fleet.ScrapeError](err); ok && scrape.Source != "" {
			message = fmt.Sprintf("The source %q does not list this app", scrape.Source)
		}
		err = &op.Error{Status: http.StatusBadGateway, Message: message, Cause: err}
	}
	return rematched, err
}

// itemFields are the members of an item beside query and status.
type itemFields struct {
	EditedQuery itemText  `json:"editedQuery" doc:"Any value but a string clears it."`
	App         itemApp   `json:"appId" doc:"The ID of a tracked app. Any other value clears it."`
	AppName     itemText  `json:"appName" doc:"Any value but a string clears it."`
	Developer   itemText  `json:"developer" doc:"Any value but a string clears it."`
	URL         itemText  `json:"url" doc:"The URL. Any value but a string clears it."`
	IconURL     itemText  `json:"iconUrl" doc:"The URL. Any value but a string clears it."`
	Country     itemText  `json:"country" doc:"Any value but a string clears it."`
	Error       itemText  `json:"scrapeError" doc:"Any value but a string clears it."`
	RetryAfter  itemDelay `json:"retryAfterMs" op:"loose" doc:"Instead of nextAttemptAt: the time until the next attempt, in milliseconds. More than 30 days count as 30 days."`
	NextAttempt itemTime  `json:"nextAttemptAt" op:"loose" doc:"With the status queued or pending_search: when to try again."`
}

// maxRetryAfter is the longest delay of an item.
const maxRetryAfter = 30 * 24 * time.Hour

func (f itemFields) patch() (p imports.Patch, err error) {
	for _, member := range []struct {
		name string
		sent itemText
		to   **storage.Text
		link bool
	}{
		{"editedQuery", f.EditedQuery, &p.EditedQuery, false}, {"appName", f.AppName, &p.AppName, false},
		{"developer", f.Developer, &p.Developer, false}, {"country", f.Country, &p.Country, false},
		{"scrapeError", f.Error, &p.Error, false}, {"url", f.URL, &p.URL, true}, {"iconUrl", f.IconURL, &p.IconURL, true},
	} {
		if !member.sent.sent {
			continue
		}
		text := strings.TrimSpace(member.sent.text)
		switch {
		case len(text) > maxItemText:
			return p, op.BadRequest("%s is longer than %d bytes", member.name, maxItemText)
		case member.link && !isSafeLink(text):
			return p, op.BadRequest("%s must be the address of a page", member.name)
		}
		*member.to = new(storage.Text(text))
	}
	if f.App.sent {
		p.App = &f.App.id
	}
	p.NextAttempt, p.RetryAfter = storage.Time(f.NextAttempt), time.Duration(f.RetryAfter)*time.Millisecond
	return p, nil
}

// isSafeLink reports whether a text can be the target of a link without running a
// script.
func isSafeLink(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "" || u.Scheme == "http" || u.Scheme == "https")
}

// itemQuery is what the app of an item is called.
type itemQuery string

func (itemQuery) Schema() *openapi.Schema { return openapi.TextOf(1, maxItemText) }

func (q itemQuery) check() error {
	if q == "" || len(q) > maxItemText {
		return op.BadRequest("query must be a text of 1 to %d bytes", maxItemText)
	}
	return nil
}

// sentText is a member that may be a text. A value of another type counts as empty.
type sentText struct {
	text string
	sent bool
}

func (t *sentText) UnmarshalJSON(sent []byte) error {
	*t = sentText{sent: true}
	return op.Part("", json.Unmarshal(sent, &t.text) == nil)
}

// ptr returns the text, nil if the member was not sent.
func (t sentText) ptr() *string {
	if !t.sent {
		return nil
	}
	return &t.text
}

// itemText is a text of an item. Its length is checked later: a list of items is
// refused if one has too long a text, but not if one does not fit otherwise.
type itemText struct{ sentText }

func (itemText) Schema() *openapi.Schema {
	return openapi.Loose(openapi.OrNull(openapi.TextOf(0, maxItemText)))
}

// itemApp is the app of an item, zero if what was sent is not the id of an app.
type itemApp struct {
	id   storage.AppID
	sent bool
}

func (a *itemApp) UnmarshalJSON(sent []byte) error {
	*a = itemApp{sent: true}
	return op.Part("", op.IsNull(sent) || json.Unmarshal(sent, &a.id) == nil)
}

func (itemApp) Schema() *openapi.Schema { return openapi.Loose(openapi.OrNull(op.AppID())) }

// itemTime is a time in milliseconds. Null counts as not sent.
type itemTime float64

// UnmarshalJSON refuses a time that no item can have.
func (t *itemTime) UnmarshalJSON(sent []byte) error {
	return positive((*float64)(t), sent, op.MaxExact)
}

func (itemTime) Schema() *openapi.Schema { return openapi.Moment() }

// itemDelay is a number of milliseconds, at most maxRetryAfter. Null counts as not sent.
type itemDelay float64

// UnmarshalJSON takes a longer delay as maxRetryAfter.
func (d *itemDelay) UnmarshalJSON(sent []byte) error {
	if err := positive((*float64)(d), sent, math.MaxFloat64); err != nil {
		return err
	}
	longest := itemDelay(maxRetryAfter.Milliseconds())
	whole := min(itemDelay(math.Trunc(float64(*d))), longest)
	fits := *d == whole
	*d = whole
	return op.Part("", fits)
}

func (itemDelay) Schema() *openapi.Schema { return openapi.IntegerFrom(1) }

// positive decodes a number from 1, or null.
func positive(n *float64, sent []byte, most float64) error {
	if json.Unmarshal(sent, n) != nil || !op.IsNull(sent) && (*n < 1 || *n > most) {
		return errors.New("must be a number from 1")
	}
	return nil
}
