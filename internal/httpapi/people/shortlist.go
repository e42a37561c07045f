package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/storage"
)

// shortlist is the apps that may replace tracked ones.
type shortlist struct{ services.Set }

func (s shortlist) operations() []op.Operation {
	write := op.Limit{Bucket: "shortlist.write", Calls: 60, Window: time.Minute}
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/shortlist", ID: "shortlist", Group: "fleet", Summary: "Get the shortlist",
			Limit: op.Limit{Bucket: "shortlist.list", Calls: 120, Window: time.Minute}, Cached: true, Private: true,
		}, s.Reviews.Shortlisted),
		op.WithRequest(op.Spec{
			Route: "POST /api/shortlist", ID: "addToShortlist", Group: "fleet", Summary: "Add an app to the shortlist",
			Access: op.Administer, Limit: write, MaxBody: 8 << 10, Member: "entry", Doc: op.Doc{As: "ShortlistAnswer"},
			Refuses: []int{http.StatusNotFound, http.StatusConflict},
			Example: `{"sourceAppId": 1, "candidateAppleId": 2, "candidateName": "Two", "candidateStoreUrl": "https://apps.apple.com/us/app/id2"}`,
		}, s.add),
		op.WithRequest(op.Spec{
			Route: "DELETE /api/shortlist", ID: "removeFromShortlist", Group: "fleet", Summary: "Remove apps from the shortlist",
			Access: op.Administer, Limit: write,
		}, s.remove),
		op.New(op.Spec{
			Route: "GET /api/shortlist/export", ID: "exportShortlist", Group: "fleet", Summary: "Export the shortlist",
			Limit: op.Limit{Bucket: "shortlist.export", Calls: 30, Window: time.Minute},
			Doc: op.Doc{Forms: []op.Form{
				{
					ID: "shortlistMarkdown", Summary: "Export the shortlist as Markdown", Without: []string{"format"},
					Answer: op.Answer{Content: "text/markdown", Headers: []op.Header{op.FileName}},
				},
				{
					ID: "shortlistJSON", Summary: "Export the shortlist as JSON", Query: map[string]string{"format": "json"},
					Answer: op.Answer{Schema: op.Of[shortlistFile]()},
				},
			}},
		}, s.export),
	}
}

type shortlistRequest struct {
	// The ID of the tracked app.
	Source storage.AppID `json:"sourceAppId" op:"required"`
	// The ID of the app that may replace the other.
	Candidate storage.AppID `json:"candidateAppleId" op:"required"`
	// The name of the candidate.
	Name string `json:"candidateName" op:"required,trim"`
	// The URL of the candidate's page.
	URL string `json:"candidateStoreUrl" op:"required,trim"`
	// The developer of the candidate; empty: not known.
	Developer string `json:"candidateDeveloper" op:"trim"`
	// The URL of the candidate's icon; empty: not known.
	IconURL string `json:"candidateIconUrl" op:"trim"`
	// The bundle ID of the candidate; empty: not known.
	BundleID string `json:"candidateBundleId" op:"trim"`
	// A note in the user's words; missing or empty: none.
	Note  string `json:"note" op:"trim"`
	Modes modes  `json:"modes" doc:"May also be a comma-separated string. Defaults to privacy."`
}

func (in *shortlistRequest) Check() error {
	if in.Candidate == in.Source {
		return op.BadRequest("candidateAppleId must differ from sourceAppId")
	}
	if !appdata.IsWeb(in.URL) {
		return op.BadRequest("candidateStoreUrl must be an http or https URL")
	}
	if in.IconURL != "" && !appdata.IsWeb(in.IconURL) {
		return op.BadRequest("candidateIconUrl must be an http or https URL")
	}
	if in.Modes == 0 {
		in.Modes = modes(storage.ModePrivacy)
	}
	return nil
}

// modes is a list of modes, or a comma-separated string. Unknown modes are ignored.
type modes storage.Modes

func (m *modes) UnmarshalJSON(sent []byte) error {
	var names []any
	var text string
	switch {
	case op.IsNull(sent):
		return nil
	case json.Unmarshal(sent, &text) == nil:
		for name := range strings.SplitSeq(text, ",") {
			names = append(names, name)
		}
	case json.Unmarshal(sent, &names) != nil:
		return op.Misfit{""}
	}
	fit := true
	for _, name := range names {
		text, _ := name.(string)
		mode := storage.ParseMode(strings.TrimSpace(text))
		*m |= modes(mode)
		fit = fit && mode != 0
	}
	return op.Part("[]", fit)
}

func (modes) Schema() *openapi.Schema {
	return openapi.Loose(openapi.List(openapi.OneOf("privacy", "accessibility")))
}

func (s shortlist) add(ctx context.Context, r op.Request, in shortlistRequest) (review.ShortlistEntry, error) {
	entry, err := s.Reviews.Shortlist(ctx, storage.ShortlistEntry{
		Source: in.Source, Candidate: in.Candidate, Name: in.Name, URL: in.URL, Developer: in.Developer, IconURL: in.IconURL,
		BundleID: in.BundleID, Note: in.Note, Modes: storage.Modes(in.Modes),
	})
	if err == nil {
		r.Note("shortlist.create", entry.ID, true)
	}
	return entry, err
}

// unlistRequest names one entry, or all. All takes precedence over id, and id over
// the pair of apps; the others are not validated.
type unlistRequest struct {
	ID        string `query:"id" doc:"The ID of the entry."`
	Source    string `query:"sourceAppId" doc:"Identifies the entry together with candidateAppleId, if id is missing." pattern:"^[0-9]{1,20}$" example:"1"`
	Candidate string `query:"candidateAppleId" doc:"See sourceAppId." pattern:"^[0-9]{1,20}$" example:"2"`
	All       bool   `query:"all" doc:"Remove all entries. Takes precedence over the other parameters."`
}

// Check clears parameters that have no effect beside another.
func (in *unlistRequest) Check() error {
	if in.All {
		in.ID = ""
	}
	if in.All || in.ID != "" {
		in.Source, in.Candidate = "", ""
	}
	return nil
}

// entry returns the entry that is named.
func (in unlistRequest) entry() (storage.ShortlistID, error) {
	if in.ID != "" {
		id, err := storage.ParseShortlistID(in.ID)
		if err != nil {
			return storage.ShortlistID{}, nil // no entry has this ID
		}
		return id, nil
	}
	if in.Source == "" || in.Candidate == "" {
		return storage.ShortlistID{}, op.BadRequest("id, or sourceAppId and candidateAppleId, or all is missing")
	}
	source, wrongSource := storage.ParseAppKey(in.Source)
	candidate, wrongCandidate := storage.ParseAppKey(in.Candidate)
	if errors.Join(wrongSource, wrongCandidate) != nil {
		return storage.ShortlistID{}, op.BadRequest("sourceAppId and candidateAppleId must be numbers of 1 to 20 digits")
	}
	return storage.ShortlistID{Source: source, Candidate: candidate}, nil
}

type unlistAnswer = struct {
	Deleted bool  `json:"deleted" doc:"Whether there was an entry to delete"`
	Removed *uint `json:"removed,omitempty" doc:"The number of removed entries. Only present with all."`
}

func (s shortlist) remove(ctx context.Context, r op.Request, in unlistRequest) (unlistAnswer, error) {
	if in.All {
		n, err := s.Reviews.ClearShortlist(ctx)
		if err == nil {
			r.Note("shortlist.delete.all", fmt.Sprintf("%d entries", n), true)
		}
		return unlistAnswer{Deleted: n > 0, Removed: new(uint(n))}, err
	}
	id, err := in.entry()
	if err != nil {
		return unlistAnswer{}, err
	}
	deleted, err := s.Reviews.Unlist(ctx, id)
	if err == nil {
		r.Note("shortlist.delete", id.String(), deleted)
	}
	return unlistAnswer{Deleted: deleted}, err
}

type exportRequest struct {
	Format exportFormat `query:"format" op:"loose" doc:"Defaults to markdown."`
}

// exportFormat is json, in any case, or markdown.
type exportFormat string

func (f *exportFormat) UnmarshalText(text []byte) error {
	if *f = exportFormat(text); strings.EqualFold(string(text), "json") {
		*f = "json"
	}
	if *f != "json" && *f != "markdown" {
		return errors.New("must be json or markdown")
	}
	return nil
}

func (exportFormat) Schema() *openapi.Schema { return openapi.OneOf("json", "markdown") }

type shortlistFile = struct {
	ExportedAt storage.Time            `json:"exportedAt" doc:"When the file was made"`
	Groups     []review.ShortlistGroup `json:"groups" doc:"The tracked apps, each with its candidates"`
}

func (s shortlist) export(ctx context.Context, in exportRequest) (any, error) {
	list, err := s.Reviews.Shortlisted(ctx)
	if err != nil {
		return nil, err
	}
	now := storage.TimeOf(s.Now())
	if in.Format == "json" {
		return shortlistFile{now, list.Groups}, nil
	}
	return op.Document{
		ContentType: "text/markdown; charset=utf-8",
		FileName:    "app-shortlist-" + now.Std().Format("2006-01-02") + ".md",
		Body:        list.Markdown(now),
	}, nil
}
