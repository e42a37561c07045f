package reading

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// actions are the forms on the screen of an app, and those on the list of apps for the ones
// that are selected.
type actions struct {
	*ui.Kit
}

func newActions(kit *ui.Kit) []ui.Screen {
	s := actions{kit}
	return []ui.Screen{
		{Route: "POST /samples", As: addApps, Serve: ui.Form(s.samples)},
		{Route: "POST /apps/{id}/refresh", As: addApps, Serve: ui.Form(s.refresh)},
		{Route: "POST /apps/{id}/history", Fields: []string{"otherUrls", "plan"}, As: "POST /api/apps/{id}/import-history", MaxBody: ui.TextSize, Serve: ui.Form(s.history)},
		{Route: "POST /apps/{id}/verdict", Fields: []string{"verdict", "rationale"}, As: "POST /api/verdicts", MaxBody: ui.TextSize, Serve: ui.Form(s.decide)},
		{Route: "POST /apps/{id}/verdict/clear", Fields: []string{"verdict", "rationale"}, As: "DELETE /api/verdicts", Serve: ui.Form(s.clear)},
		{Route: "POST /apps/{id}/review", Fields: []string{"action"}, As: "POST /api/apps/{id}/acknowledge", Serve: ui.Form(s.acknowledge)},
		{Route: "POST /apps/{id}/review/undo", Fields: []string{"action"}, As: "POST /api/apps/{id}/acknowledge/undo", Serve: ui.Form(s.undoReview)},
		{Route: "POST /apps/{id}/concerns/{category}", Fields: []string{"decision", "note"}, As: "PUT /api/apps/{id}/concerns/{category}", MaxBody: ui.TextSize, Serve: ui.Form(s.decideConcern)},
		{Route: "POST /apps/{id}/policy/exclude", Fields: []string{"block", "selector"}, As: excludeBlock, Serve: ui.Form(s.exclude)},
		{Route: "POST /apps/{id}/policy/readmit", Fields: []string{"block"}, As: "DELETE /api/policy/blocks/{appId}/{block}", Serve: ui.Form(s.readmit)},
		{Route: "POST /apps/{id}/notes", Fields: []string{"body"}, As: "POST /api/annotations", MaxBody: ui.TextSize, Once: true, Serve: ui.Form(s.annotate)},
		{Route: "POST /notes/{id}/delete", As: "DELETE /api/annotations/{id}", Serve: ui.Form(s.deleteNote)},
		{Route: "POST /notes/{id}/restore", As: "PUT /api/annotations/{id}", Serve: ui.Form(s.restoreNote)},
		{Route: "POST /apps/{id}/remove", As: "DELETE /api/apps", Serve: s.removeApp},
		{Route: "POST /apps/refresh", Fields: fieldsOfMany, Lists: listOfMany, As: addApps, Serve: ui.Form(s.refreshApps)},
		{Route: "POST /apps/verdict", Fields: fieldsOfMany, Lists: listOfMany, As: "POST /api/verdicts/bulk", Serve: ui.Form(s.decideAll)},
		{Route: "POST /apps/remove", Fields: fieldsOfMany, Lists: listOfMany, As: "DELETE /api/apps", MaxBody: ui.TextSize, Serve: ui.Form(s.removeApps)},
		{Route: "POST /apps/remove/undo", Fields: []string{"at"}, As: "POST /api/apps/{id}/restore", Serve: ui.Form(s.undoRemoval)},
		{Route: "POST /apps/restore", Fields: listOfMany, Lists: listOfMany, As: "POST /api/apps/{id}/restore", MaxBody: ui.TextSize, Serve: ui.Form(s.restoreApps)},
		{Route: "POST /apps/purge", Fields: listOfMany, Lists: listOfMany, As: "DELETE /api/apps", MaxBody: ui.TextSize, Serve: ui.Form(s.purgeApps)},
		{Route: "POST /apps/review", Fields: fieldsOfMany, Lists: listOfMany, As: "POST /api/apps/{id}/acknowledge", Serve: ui.Form(s.reviewApps)},
		{Route: "POST /apps/review/undo", Fields: []string{"at"}, As: "POST /api/apps/{id}/acknowledge/undo", Serve: ui.Form(s.undoReviews)},
		{Route: "POST /apps/tag", Fields: fieldsOfMany, Lists: listOfMany, As: setMarks, Serve: ui.Form(s.tagApps)},
		{Route: "POST /apps/device", Fields: fieldsOfMany, Lists: listOfMany, As: "PATCH /api/devices/{id}", Serve: ui.Form(s.placeApps)},
		{Route: "POST /apps/pause", Fields: fieldsOfMany, Lists: listOfMany, As: setMarks, Serve: ui.Form(s.pauseApps)},
	}
}

// setMarks is the operation that sets tags and pauses.
const setMarks = "PUT /api/apps/{id}/marks"

// appPath returns the path of the screen of an app.
func appPath(id storage.AppID) string { return fmt.Sprintf("/apps/%d", id) }

func (s actions) refresh(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	app, err := s.Fleet.Detail(ctx, ui.ID[storage.AppID](r, "id"))
	if err != nil {
		return ui.Reply{}, err
	}
	results, err := s.Fleet.Track(ctx, tracked.TrackRequest{URLs: []string{app.URL}, Resync: true})
	if err != nil {
		return ui.Reply{}, err
	}
	say, flash := ui.Say(r), ui.Flash{Text: "Checked. Nothing has changed."}
	for _, result := range results {
		if errors.Is(result.Err, tracked.ErrRemoved) {
			return ui.SeeOther(r, "/apps", ui.Flash{Text: "The app was removed meanwhile.", Bad: true}), nil
		}
		if result.Outcome != tracked.OutcomeSuccess {
			flash = ui.Flash{Text: say.Text("The check failed: %s", result.Err), Bad: true}
			continue
		}
		if n := len(result.Refresh.Changes); n > 0 {
			flash.Text = say.Plural(n, "Checked: %s change.", "Checked: %s changes.")
		}
		if err := s.Policies.Request(context.WithoutCancel(ctx), []storage.AppID{app.ID}, false); err != nil {
			flash = ui.Flash{Text: "Checked, but its policy cannot be read now.", Bad: true}
		}
	}
	return ui.Back(r, form, appPath(app.ID), flash), nil
}

// addApps is the operation that adds apps.
const addApps = "POST /api/scrape"

// samples adds invented apps, unless there are apps.
func (s actions) samples(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	size, err := s.Fleet.On().Size(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	if size > 0 {
		return ui.Back(r, form, "/", ui.Flash{Text: "There are apps already, so no samples were added.", Bad: true}), nil
	}
	added, err := s.Fleet.SeedSamples(ctx, tracked.SampleOptions{Kind: tracked.SamplesCanned})
	if err != nil {
		return ui.Reply{}, err
	}
	r.Note("app.samples", fmt.Sprintf("added=%d", added.Inserted), added.Failed == 0)
	text := ui.Say(r).Plural(added.Inserted, "%s invented app was added. Remove it under Apps when you have seen enough.",
		"%s invented apps were added. Remove them under Apps when you have seen enough.")
	return ui.Back(r, form, "/", ui.Flash{Text: text}), nil
}

func (s actions) history(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	if form.Has("otherUrls") {
		err := s.History.SetOtherURLs(ctx, id, strings.Fields(form.Get("otherUrls")))
		if refused, ok := errors.AsType[*history.AddressError](err); ok {
			return ui.Back(r, form, appPath(id), ui.Flash{Text: ui.Say(r).Text("The addresses were not stored: %s.", refused), Bad: true}), nil
		}
		if err != nil {
			return ui.Reply{}, err
		}
	}
	if form.Get("plan") != "" {
		return s.plan(ctx, r, id, form)
	}
	const action = "app.import_history"
	r.Note(action+".start", "app="+id.String(), true)
	// The import continues when the page that began it is closed or loaded again.
	result, err := s.History.Import(context.WithoutCancel(ctx), id, 0)
	if errors.Is(err, storage.ErrNotFound) {
		return ui.Reply{}, err
	}
	if err != nil {
		_, sentence := r.Status(err)
		r.Note(action+".failed", "app="+id.String()+" "+sentence, false)
		return ui.Back(r, form, appPath(id), ui.Flash{Text: ui.Say(r).Text("The past could not be read: %s.", ui.Why(r, err)), Bad: true}), nil
	}
	r.Note(action+".success", fmt.Sprintf("app=%s imported=%d", id, result.Imported), true)
	text := language.Words("The web archive has no older page of this app.")
	if result.Imported > 0 {
		text = ui.Say(r).Plural(result.Imported, "Read %s page of its past.", "Read %s pages of its past.")
	}
	return ui.Back(r, form, appPath(id), ui.Flash{Text: text}), nil
}

// plan shows how much of the past of an app there is to read.
func (s actions) plan(ctx context.Context, r ui.Request, id storage.AppID, form url.Values) (ui.Reply, error) {
	plan, err := s.History.Plan(ctx, id, 0)
	if errors.Is(err, storage.ErrNotFound) {
		return ui.Reply{}, err
	}
	say, flash := ui.Say(r), ui.Flash{Text: "The web archive has no page of this app."}
	switch {
	case err != nil:
		flash = ui.Flash{Text: say.Text("The web archive could not be asked: %s.", ui.Why(r, err)), Bad: true}
	case plan.Captures > 0:
		first, last := say.Date(storage.Time(plan.FirstAt).Std(), s.Now()), say.Date(storage.Time(plan.LastAt).Std(), s.Now())
		flash.Text = say.Plural(plan.Captures, "The web archive has %s page from %s to %s.", "The web archive has %s pages from %s to %s.", first, last)
		if plan.PagesPerChange > 0 {
			flash.Text += " " + say.Plural(plan.Pages, "%s is read, and at most %s more for each change.", "%s are read, and at most %s more for each change.", plan.PagesPerChange)
		} else {
			flash.Text += " " + say.Plural(plan.Pages, "%s is read.", "%s are read.")
		}
		if plan.DurationMS != nil {
			takes := time.Duration(*plan.DurationMS) * time.Millisecond
			flash.Text += " " + say.Text("At %s a minute that takes about %s.", *plan.PagesPerMinute, say.Lasting(takes))
		}
	}
	return ui.Back(r, form, appPath(id), flash), nil
}

func (s actions) decide(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	verdict, err := s.Reviews.Decide(ctx, id, storage.Decision(form.Get("verdict")), strings.TrimSpace(form.Get("rationale")))
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, appPath(id), ui.Flash{Text: ui.Say(r).Text("Verdict: %s.", verdictWord(verdict.Decision))}), nil
}

func (s actions) clear(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	verdict, err := ownVerdict(ctx, s.Reviews, id)
	if err != nil {
		return ui.Reply{}, err
	}
	flash := ui.Flash{Text: "The verdict is cleared."}
	if verdict.Decision != "" {
		flash.Undo = ui.UndoVerdict{App: id, Decision: verdict.Decision, Rationale: string(verdict.Rationale)}
	}
	if !flash.Fits() && form.Get(ui.Sure) == "" {
		return s.Ask(r, "Clear the verdict", "Apps", ui.Question{
			Ask: "Clear the verdict?", Lost: ui.Say(r).Text("The verdict “%s” and its reason are deleted.", verdictWord(verdict.Decision)),
			Form: appPath(id) + "/verdict/clear", Fields: url.Values{ui.Sure: {"yes"}}, Yes: "Clear the verdict", Keep: appPath(id),
		})
	}
	if _, err := s.Reviews.ClearVerdict(ctx, storage.VerdictID{App: id, Origin: storage.OriginUser}); err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, appPath(id), flash), nil
}

// ownVerdict returns the user's verdict on an app, the zero verdict if there is none.
func ownVerdict(ctx context.Context, from *review.Service, id storage.AppID) (storage.Verdict, error) {
	all, err := from.Verdicts(ctx, id)
	for _, v := range all {
		if v.Origin == storage.OriginUser {
			return v, err
		}
	}
	return storage.Verdict{}, err
}

func (s actions) annotate(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	_, err := s.Reviews.Annotate(ctx, review.Note{
		App: id, Body: strings.TrimSpace(form.Get("body")), Tag: storage.TagOther, Visibility: storage.VisibilityPrivate, Origin: storage.OriginUser,
	})
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, appPath(id), ui.Flash{Text: "Note added."}), nil
}

func (s actions) deleteNote(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	note, err := s.Reviews.DeleteNote(ctx, ui.ID[storage.AnnotationID](r, "id"))
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, appPath(note.App), ui.Flash{
		Text: "Note deleted. For 30 seconds you can bring it back.",
		Undo: ui.UndoNote{Note: note.ID},
	}), nil
}

func (s actions) restoreNote(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	note, err := s.Reviews.RestoreNote(ctx, ui.ID[storage.AnnotationID](r, "id"))
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, appPath(note.App), ui.Flash{Text: "The note is back."}), nil
}

func (s actions) removeApp(ctx context.Context, r ui.Request) (ui.Reply, error) {
	id := ui.ID[storage.AppID](r, "id")
	removed, err := s.Fleet.RemoveAll(ctx, id)
	r.Note("app.delete."+either(err == nil, "success", "failed"), "app="+id.String(), err == nil)
	if err != nil {
		return ui.Reply{}, err
	}
	if len(removed.Apps) == 0 {
		return ui.Reply{}, ui.Refuse(http.StatusNotFound, "Not found")
	}
	return ui.SeeOther(r, "/apps", removal(ui.Say(r), removed)), nil
}
