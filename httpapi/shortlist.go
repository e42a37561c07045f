package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/storage"
)

// shortlist answers "GET /api/shortlist".
func (a *API) shortlist(ctx context.Context, _ nothing) (review.Shortlist, error) {
	return a.cfg.Reviews.Shortlisted(ctx)
}

// shortlistRequest is POST /api/shortlist.
type shortlistRequest struct{ entry storage.ShortlistEntry }

func (in *shortlistRequest) decode(r *request) error {
	var body struct {
		Source    *storage.AppID  `json:"sourceAppId"`
		Candidate *storage.AppID  `json:"candidateAppleId"`
		Name      string          `json:"candidateName"`
		URL       string          `json:"candidateStoreUrl"`
		Developer string          `json:"candidateDeveloper"`
		IconURL   string          `json:"candidateIconUrl"`
		BundleID  string          `json:"candidateBundleId"`
		Note      string          `json:"note"`
		Modes     json.RawMessage `json:"modes"`
	}
	if err := r.object(&body); err != nil {
		return err
	}
	name, address := strings.TrimSpace(body.Name), strings.TrimSpace(body.URL)
	switch {
	case body.Source == nil:
		return badRequest("sourceAppId is missing")
	case body.Candidate == nil:
		return badRequest("candidateAppleId is missing")
	case name == "":
		return badRequest("candidateName is missing")
	case address == "":
		return badRequest("candidateStoreUrl is missing")
	case *body.Candidate == *body.Source:
		return badRequest("candidateAppleId is the app that it is to replace")
	}
	in.entry = storage.ShortlistEntry{
		Source: *body.Source, Candidate: *body.Candidate, Name: name, URL: address,
		Developer: strings.TrimSpace(body.Developer), IconURL: strings.TrimSpace(body.IconURL),
		BundleID: strings.TrimSpace(body.BundleID), Note: strings.TrimSpace(body.Note), Modes: asModes(body.Modes),
	}
	return nil
}

// asModes reads modes: a text, with commas between them, or a list. What is not
// known is left out; with none left it is privacy.
func asModes(sent json.RawMessage) storage.Modes {
	var names []any
	if text, ok := jsonString(sent); ok {
		for name := range strings.SplitSeq(text, ",") {
			names = append(names, name)
		}
	} else if json.Unmarshal(sent, &names) != nil {
		names = nil
	}
	var modes storage.Modes
	for _, name := range names {
		if text, ok := name.(string); ok {
			modes |= storage.ParseMode(strings.TrimSpace(text))
		}
	}
	if modes == 0 {
		modes = storage.ModePrivacy
	}
	return modes
}

type shortlistAnswer struct {
	Entry review.ShortlistEntry `json:"entry"`
}

// addToShortlist answers "POST /api/shortlist".
func (a *API) addToShortlist(w http.ResponseWriter, r *request) error {
	in, err := decode[shortlistRequest](r)
	if err != nil {
		return err
	}
	entry, err := a.cfg.Reviews.Shortlist(r.Context(), in.entry)
	if err != nil {
		return err
	}
	a.noteDetail(r, "shortlist.create", entry.ID, true)
	return writeJSON(w, r, shortlistAnswer{entry})
}

// unlistRequest is DELETE /api/shortlist. What stands first counts: all, id, a pair.
type unlistRequest struct {
	all bool
	id  storage.ShortlistID // zero: none that there is
}

func (in *unlistRequest) decode(r *request) (err error) {
	if in.all, err = r.boolean("all", false); in.all || err != nil {
		return err
	}
	if text, sent := r.query("id"); sent && text != "" {
		if id, err := storage.ParseShortlistID(text); err == nil {
			in.id = id
		}
		return nil
	}
	source, from, err := r.appQuery("sourceAppId")
	if err != nil {
		return err
	}
	candidate, to, err := r.appQuery("candidateAppleId")
	if err == nil && !(from && to) {
		err = badRequest("id, or sourceAppId and candidateAppleId, or all is missing")
	}
	in.id = storage.ShortlistID{Source: source, Candidate: candidate}
	return err
}

// removeFromShortlist answers "DELETE /api/shortlist".
func (a *API) removeFromShortlist(w http.ResponseWriter, r *request) error {
	in, err := decode[unlistRequest](r)
	if err != nil {
		return err
	}
	if in.all {
		n, err := a.cfg.Reviews.ClearShortlist(r.Context())
		if err != nil {
			return err
		}
		a.noteDetail(r, "shortlist.delete.all", fmt.Sprintf("%d entries", n), true)
		return writeJSON(w, r, struct {
			Deleted bool `json:"deleted"`
			Removed int  `json:"removed"`
		}{n > 0, n})
	}
	deleted, err := a.cfg.Reviews.Unlist(r.Context(), in.id)
	if err != nil {
		return err
	}
	a.noteDetail(r, "shortlist.delete", in.id.String(), deleted)
	return writeJSON(w, r, struct {
		Deleted bool `json:"deleted"`
	}{deleted})
}

// exportShortlist answers "GET /api/shortlist/export".
func (a *API) exportShortlist(w http.ResponseWriter, r *request) error {
	in, err := decode[nothing](r)
	if err != nil {
		return err
	}
	format, sent := r.query("format")
	asJSON := strings.EqualFold(format, "json")
	if sent && !asJSON && format != "markdown" {
		r.ignore("format", format)
	}
	list, err := a.shortlist(r.Context(), in)
	if err != nil {
		return err
	}
	now := storage.TimeOf(a.cfg.Now())
	if asJSON {
		return writeJSON(w, r, struct {
			ExportedAt storage.Time            `json:"exportedAt"`
			Groups     []review.ShortlistGroup `json:"groups"`
		}{now, list.Groups})
	}
	w.Header().Set("Content-Disposition", `attachment; filename="app-shortlist-`+now.Std().Format("2006-01-02")+`.md"`)
	return writeOut(w.(*response), r, document{"text/markdown; charset=utf-8", list.Markdown(now)})
}
