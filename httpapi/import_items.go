package httpapi

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
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/storage"
)

// maxRetryAfter is the longest that an item is put off.
const maxRetryAfter = 30 * 24 * time.Hour

// sentItem is what a body says of an item. What it does not say is nil.
type sentItem struct {
	ID          json.RawMessage `json:"itemId"` // where it is changed
	Query       json.RawMessage `json:"query"`
	EditedQuery json.RawMessage `json:"editedQuery"`
	Status      json.RawMessage `json:"status"`
	App         json.RawMessage `json:"appId"`
	AppName     json.RawMessage `json:"appName"`
	Developer   json.RawMessage `json:"developer"`
	URL         json.RawMessage `json:"url"`
	IconURL     json.RawMessage `json:"iconUrl"`
	Country     json.RawMessage `json:"country"`
	Error       json.RawMessage `json:"scrapeError"`
	RetryAfter  json.RawMessage `json:"retryAfterMs"`
	NextAttempt json.RawMessage `json:"nextAttemptAt"`
}

// patch reads all but query and status. What is sent and no text clears what
// there is.
func (s sentItem) patch() (p imports.Patch, err error) {
	for _, member := range []struct {
		name string
		sent json.RawMessage
		to   **storage.Text
	}{
		{"editedQuery", s.EditedQuery, &p.EditedQuery}, {"appName", s.AppName, &p.AppName}, {"developer", s.Developer, &p.Developer},
		{"url", s.URL, &p.URL}, {"iconUrl", s.IconURL, &p.IconURL}, {"country", s.Country, &p.Country}, {"scrapeError", s.Error, &p.Error},
	} {
		if member.sent == nil {
			continue
		}
		text, _ := jsonString(member.sent)
		text = strings.TrimSpace(text)
		if len(text) > maxItemText {
			return p, badRequest("%s has more than %d bytes", member.name, maxItemText)
		}
		if strings.HasSuffix(strings.ToLower(member.name), "url") && !pageAddress(text) {
			return p, badRequest("%s is not the address of a page", member.name)
		}
		kept := storage.Text(text)
		*member.to = &kept
	}
	if s.App != nil {
		var app storage.AppID
		if json.Unmarshal(s.App, &app) != nil { // null, or nothing that names one
			app = 0
		}
		p.App = &app
	}
	if at, ok := positive(s.NextAttempt, math.MaxInt64/2); ok {
		p.NextAttempt = storage.Time(min(at, 1<<53-1))
	}
	if ms, ok := positive(s.RetryAfter, maxRetryAfter.Milliseconds()); ok {
		p.RetryAfter = time.Duration(ms) * time.Millisecond
	}
	return p, nil
}

// pageAddress says whether a text, when somebody makes a link of it, runs nothing.
func pageAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "" || u.Scheme == "http" || u.Scheme == "https")
}

// positive reads a number above zero, cut to a whole one and to the most.
func positive(sent json.RawMessage, most int64) (int64, bool) {
	var n *float64
	if sent == nil || json.Unmarshal(sent, &n) != nil || n == nil || !(*n >= 1) {
		return 0, false
	}
	if *n >= float64(most) {
		return most, true
	}
	return int64(*n), true
}

// addItemsRequest is POST /api/imports/items.
type addItemsRequest struct {
	list    string
	patches []imports.Patch
}

func (in *addItemsRequest) decode(r *request) error {
	var body struct {
		List  json.RawMessage   `json:"importId"`
		Items []json.RawMessage `json:"items"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	if in.list, _ = jsonString(body.List); in.list == "" {
		return badRequest("importId is missing")
	}
	if len(body.Items) > imports.MaxAdded {
		return &requestError{status: http.StatusRequestEntityTooLarge, message: fmt.Sprintf("No more than %d items at once", imports.MaxAdded)}
	}
	for _, text := range body.Items {
		var sent sentItem
		if decodeObject(text, &sent) != nil {
			continue // it says nothing of an item
		}
		query, _ := jsonString(sent.Query)
		status, _ := jsonString(sent.Status)
		known := storage.ImportStatus(status)
		if query = strings.TrimSpace(query); query == "" || !known.Known() {
			continue
		}
		if len(query) > maxItemText {
			return badRequest("query has more than %d bytes", maxItemText)
		}
		p, err := sent.patch()
		if err != nil {
			return err
		}
		p.Query, p.Status = &query, &known
		in.patches = append(in.patches, p)
	}
	if len(in.patches) == 0 {
		return badRequest("items must be a list of items with a query and a status")
	}
	return nil
}

type itemsAnswer struct {
	Items []imports.Item `json:"items"`
}

// addItems answers "POST /api/imports/items".
func (a *API) addItems(ctx context.Context, in addItemsRequest) (itemsAnswer, error) {
	items, err := a.cfg.Imports.Add(ctx, in.list, in.patches)
	return itemsAnswer{items}, err
}

// itemRequest names an item in a body.
type itemRequest struct{ id storage.ImportItemID }

func (in *itemRequest) decode(r *request) error {
	var body struct {
		ID json.RawMessage `json:"itemId"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	return in.read(body.ID)
}

// read reads the id. One that no item can have is of an item that is not there.
func (in *itemRequest) read(sent json.RawMessage) error {
	text, _ := jsonString(sent)
	if text == "" {
		return badRequest("itemId is missing")
	}
	var err error
	if in.id, err = storage.ParseImportItemID(text); err != nil {
		return errors.Join(storage.ErrNotFound, err)
	}
	return nil
}

// updateItemRequest is POST /api/imports/items/update.
type updateItemRequest struct {
	itemRequest
	patch imports.Patch
}

func (in *updateItemRequest) decode(r *request) error {
	var body sentItem
	if err := r.object(&body); err != nil {
		return err
	}
	if err := in.read(body.ID); err != nil {
		return err
	}
	var err error
	if in.patch, err = body.patch(); err != nil {
		return err
	}
	if body.Query != nil {
		query, _ := jsonString(body.Query)
		if query = strings.TrimSpace(query); query == "" || len(query) > maxItemText {
			return badRequest("query must be a text of 1 to %d bytes", maxItemText)
		}
		in.patch.Query = &query
	}
	if body.Status != nil {
		status, _ := jsonString(body.Status)
		known := storage.ImportStatus(status)
		if !known.Known() {
			return badRequest("status is none that an item can be in")
		}
		in.patch.Status = &known
	}
	return nil
}

type itemAnswer struct {
	Item imports.Item `json:"item"`
}

// updateItem answers "POST /api/imports/items/update".
func (a *API) updateItem(ctx context.Context, in updateItemRequest) (itemAnswer, error) {
	item, err := a.cfg.Imports.Update(ctx, in.id, in.patch)
	return itemAnswer{item}, err
}

// retryItem answers "POST /api/imports/items/retry".
func (a *API) retryItem(ctx context.Context, in itemRequest) (imports.Retried, error) {
	return a.cfg.Imports.Retry(ctx, in.id)
}

// matchRequest is POST /api/imports/items/change-match.
type matchRequest struct {
	itemRequest
	url, edited string
}

func (in *matchRequest) decode(r *request) error {
	var body struct {
		ID     json.RawMessage `json:"itemId"`
		URL    json.RawMessage `json:"url"`
		Edited json.RawMessage `json:"editedQuery"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	in.url, _ = jsonString(body.URL)
	in.edited, _ = jsonString(body.Edited)
	in.url, in.edited = strings.TrimSpace(in.url), strings.TrimSpace(in.edited)
	if in.url == "" {
		return badRequest("url is missing")
	}
	if len(in.url) > maxItemText || len(in.edited) > maxItemText {
		return badRequest("url or editedQuery has more than %d bytes", maxItemText)
	}
	return in.read(body.ID)
}

// changeMatch answers "POST /api/imports/items/change-match". An app that the
// store does not list is the store's failure here: 404 is for the item.
func (a *API) changeMatch(ctx context.Context, in matchRequest) (imports.Rematched, error) {
	rematched, err := a.cfg.Imports.ChangeMatch(ctx, in.id, in.url, in.edited)
	if errors.Is(err, fleet.ErrNotListed) {
		err = &requestError{status: http.StatusBadGateway, message: "The store does not list this app", cause: err}
	}
	return rematched, err
}
