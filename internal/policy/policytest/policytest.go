package policytest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/storage"
)

// Text returns a policy of 500 words about a subject.
func Text(subject string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "We collect personal data about %s.\n\n", subject)
	for i := range 49 {
		fmt.Fprintf(&b, "Paragraph %d says that we share some of it with others.\n\n", i)
	}
	return b.String()
}

// Archive is a [fetch.Archive] in memory. Set its fields before its first use.
type Archive struct {
	Captures map[string]fetch.Capture      // newest, by address
	Pages    map[string]fetch.ArchivedPage // by view
	Err      error                         // of every request
	SaveErr  error                         // of SavePage
	Panics   bool                          // every request panics

	mu       sync.Mutex
	requests []string
}

// NewArchive returns an archive with one capture of an address.
func NewArchive(address string, at storage.Time, contentType, body string) *Archive {
	view := "https://archive.example/then/" + address
	return &Archive{
		Captures: map[string]fetch.Capture{address: {URL: address, At: at, View: view}},
		Pages:    map[string]fetch.ArchivedPage{view: {ContentType: contentType, Body: []byte(body), View: view}},
	}
}

// Requests returns the requests so far, each as "newest", "read" or "save" and an
// address.
func (a *Archive) Requests() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.requests)
}

func (a *Archive) request(what string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.requests = append(a.requests, what)
	if a.Panics {
		panic("the process ends")
	}
	return a.Err
}

// NewestPage returns the capture of an address.
func (a *Archive) NewestPage(_ context.Context, address string) (fetch.Capture, error) {
	err := a.request("newest " + address)
	capture, ok := a.Captures[address]
	if err == nil && !ok {
		err = errors.New("no capture")
	}
	return capture, err
}

// ReadPage returns the page of a capture.
func (a *Archive) ReadPage(_ context.Context, c fetch.Capture) (fetch.ArchivedPage, error) {
	if err := a.request("read " + c.URL); err != nil {
		return fetch.ArchivedPage{}, err
	}
	return a.Pages[c.View], nil
}

// SavePage returns a view of an address.
func (a *Archive) SavePage(_ context.Context, address string) (string, error) {
	if err := a.request("save " + address); err != nil {
		return "", err
	}
	if a.SaveErr != nil {
		return "", a.SaveErr
	}
	return "https://archive.example/now/" + address, nil
}
