package reading

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// maxSelected is how many apps a form names, with those of an undo.
const maxSelected = 1000

// fieldsOfMany are the fields of the form about several apps. Each of its buttons sends all of
// them, and those that another one would read are empty or have no effect.
var fieldsOfMany = []string{"id", "all", "filter", "verdict", "tag", "device", "off"}

// listOfMany is the field with the apps.
var listOfMany = []string{"id"}

// selected returns the apps that a form names, each once.
func selected(form url.Values) (ids []storage.AppID, err error) {
	seen := make(map[storage.AppID]bool)
	for _, text := range form["id"] {
		id, err := storage.ParseAppKey(text)
		if err != nil {
			return nil, ui.Refuse(http.StatusBadRequest, fmt.Sprintf("%.40q is not the ID of an app", text))
		}
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	if len(ids) > maxSelected {
		return nil, ui.Refuse(http.StatusBadRequest, fmt.Sprintf("At most %d apps can be selected", maxSelected))
	}
	return ids, nil
}

// none answers a form without a selection.
func none(r ui.Request, form url.Values) ui.Reply {
	return ui.Back(r, form, "/apps", ui.Flash{Text: "Select apps in the table first.", Bad: true})
}

func (s actions) refreshApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids, err := s.chosenApps(ctx, form)
	if err != nil {
		return ui.Reply{}, err
	}
	if len(ids) == 0 {
		return none(r, form), nil
	}
	left := max(0, len(ids)-tracked.MaxTracked)
	request := tracked.TrackRequest{Resync: true}
	for _, id := range ids[:len(ids)-left] {
		app, err := s.Fleet.Detail(ctx, id)
		if err != nil {
			return ui.Reply{}, err
		}
		request.URLs = append(request.URLs, app.URL)
	}
	results, err := s.Fleet.Track(ctx, request)
	if err != nil {
		return ui.Reply{}, err
	}
	var done []storage.AppID
	changed := 0
	for _, result := range results {
		if result.Outcome == tracked.OutcomeSuccess {
			done = append(done, result.Refresh.ID)
			changed += min(1, len(result.Refresh.Changes))
		}
	}
	if err := s.Policies.Request(context.WithoutCancel(ctx), done, false); err != nil {
		return ui.Reply{}, err
	}
	say := ui.Say(r)
	flash := ui.Flash{Text: say.Plural(len(done), "Checked %s app; %s changed.", "Checked %s apps; %s changed.", changed)}
	if failed := len(results) - len(done); failed > 0 {
		flash.Text += " " + say.Text("%s failed: the list names the cause.", failed)
		flash.Bad = true
	}
	if left > 0 {
		flash.Text += " " + say.Text("%s more were selected than are checked at once.", left)
	}
	return ui.Back(r, form, "/apps", flash), nil
}

func (s actions) decideAll(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids, err := s.chosenApps(ctx, form)
	if err != nil {
		return ui.Reply{}, err
	}
	decision, say := storage.Decision(form.Get("verdict")), ui.Say(r)
	switch {
	case len(ids) == 0:
		return none(r, form), nil
	case !decision.Known():
		return ui.Back(r, form, "/apps", ui.Flash{Text: "Choose a verdict first.", Bad: true}), nil
	}
	if form.Get(ui.Sure) == "" {
		reasons := 0
		for _, id := range ids {
			before, err := ownVerdict(ctx, s.Reviews, id)
			if err != nil {
				return ui.Reply{}, err
			}
			if before.Rationale != "" {
				reasons++
			}
		}
		if reasons > 0 {
			back := ui.Local(form.Get("back"), "/apps")
			fields := again(form)
			fields.Set(ui.Sure, "yes")
			fields.Set("verdict", string(decision))
			fields.Set("back", back)
			return s.Ask(r, "Set the verdict", "Apps", ui.Question{
				Ask: say.Plural(len(ids), "Set the verdict “%[2]s” for %[1]s app?", "Set the verdict “%[2]s” for %[1]s apps?", verdictWord(decision)),
				Lost: say.Plural(reasons, "%s of them has a verdict with a reason, which is deleted.",
					"%s of them have a verdict with a reason, which are deleted."),
				Form: "/apps/verdict", Fields: fields,
				Yes: "Set it", Keep: back, No: "Change nothing",
			})
		}
	}
	for some := range slices.Chunk(ids, review.MaxDecided) {
		if _, err := s.Reviews.DecideAll(ctx, some, decision, ""); err != nil {
			return ui.Reply{}, err
		}
	}
	text := say.Plural(len(ids), "%s app: verdict “%s”.", "%s apps: verdict “%s”.", verdictWord(decision))
	return ui.Back(r, form, "/apps", ui.Flash{Text: text}), nil
}

// removeApps removes apps. Each can be restored; a backup is written first if there are several.
func (s actions) removeApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids, err := s.chosenApps(ctx, form)
	if err != nil {
		return ui.Reply{}, err
	}
	if len(ids) == 0 {
		return none(r, form), nil
	}
	var before snapshots.Before
	if len(ids) > 1 {
		if before, err = s.Snapshots.Before(context.WithoutCancel(ctx)); err != nil {
			text := ui.Say(r).Text("No app was removed, because no backup could be written first: %s.", ui.Why(r, err))
			return ui.Back(r, form, "/apps", ui.Flash{Text: text, Bad: true}), nil
		}
	}

	removed, err := s.Fleet.RemoveAll(ctx, ids...)
	for _, id := range removed.Apps {
		r.Note("app.delete.success", "app="+id.String(), true)
	}
	if err != nil {
		r.Note("app.delete.failed", fmt.Sprintf("apps=%d", len(ids)-len(removed.Apps)), false)
		text := ui.Say(r).Plural(len(removed.Apps), "%s app removed, then it failed: %s.", "%s apps removed, then it failed: %s.", ui.Why(r, err))
		return ui.Back(r, form, "/apps", ui.Flash{Text: text, Bad: true, Undo: ui.UndoRemoval{At: removed.At}}), nil
	}
	if len(removed.Apps) == 0 {
		return ui.Reply{}, ui.Refuse(http.StatusNotFound, "Not found")
	}
	flash := removal(ui.Say(r), removed)
	if len(ids) > 1 {
		flash.Text += " " + ui.KeptIn(ui.Say(r), before)
	}
	return ui.Back(r, form, "/apps", flash), nil
}

// removal is the message about apps that were removed.
func removal(say *language.Language, removed tracked.Removal) ui.Flash {
	return ui.Flash{
		Text: say.Plural(len(removed.Apps),
			"%s app is not watched any more. For 30 days you can bring it back, with everything: choose the state “Removed” in the list.",
			"%s apps are not watched any more. For 30 days you can bring them back, with everything: choose the state “Removed” in the list."),
		Undo: ui.UndoRemoval{At: removed.At},
	}
}

// restoreApps brings removed apps back.
func (s actions) restoreApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids, err := selected(form)
	switch {
	case err != nil:
		return ui.Reply{}, err
	case len(ids) == 0:
		return none(r, form), nil
	}
	n, err := s.Fleet.Restore(ctx, ids...)
	return restored(r, form, n, err)
}

// undoRemoval brings the apps of a removal back.
func (s actions) undoRemoval(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	at, err := strconv.ParseInt(form.Get("at"), 10, 64)
	if err != nil || at <= 0 {
		return ui.Reply{}, ui.Refuse(http.StatusBadRequest, "The time of the removal is missing")
	}
	n, err := s.Fleet.RestoreRemoval(ctx, storage.Time(at))
	return restored(r, form, n, err)
}

// restored answers a form that has brought n apps back.
func restored(r ui.Request, form url.Values, n int, err error) (ui.Reply, error) {
	r.Note("app.restore."+either(err == nil, "success", "failed"), fmt.Sprintf("apps=%d", n), err == nil)
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, "/apps", ui.Flash{
		Text: ui.Say(r).Plural(n, "%s app is back, with everything that was recorded.", "%s apps are back, with everything that was recorded."),
	}), nil
}

// purgeApps deletes the records of removed apps, after a question.
func (s actions) purgeApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids, err := selected(form)
	switch {
	case err != nil:
		return ui.Reply{}, err
	case len(ids) == 0:
		return none(r, form), nil
	}
	const back = "/apps?show=" + removedState
	if form.Get(ui.Sure) == "" {
		return s.Ask(r, "Delete for good", "Apps", ui.Question{
			Ask:  ui.Say(r).Plural(len(ids), "Delete %s removed app for good?", "Delete %s removed apps for good?"),
			Lost: "All recorded states, changes, notes, verdicts and policy texts are deleted.",
			Form: "/apps/purge", Fields: url.Values{ui.Sure: {"yes"}, "id": form["id"]}, Yes: "Delete for good", Keep: back,
		})
	}
	for _, id := range ids {
		tracked, err := s.Fleet.Apps(ctx, id)
		if err != nil {
			return ui.Reply{}, err
		}
		if _, is := tracked[id]; is { // it was restored meanwhile
			continue
		}
		_, err = s.Fleet.Purge(ctx, id)
		r.Note("app.purge."+either(err == nil, "success", "failed"), "app="+id.String(), err == nil)
		if err != nil {
			return ui.Reply{}, err
		}
	}
	return ui.SeeOther(r, back, ui.Flash{Text: ui.Say(r).Plural(len(ids), "%s app is deleted for good.", "%s apps are deleted for good.")}), nil
}

// reviewApps marks the changes of apps as reviewed.
func (s actions) reviewApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	ids, err := s.chosenApps(ctx, form)
	if err != nil {
		return ui.Reply{}, err
	}
	if len(ids) == 0 {
		return none(r, form), nil
	}
	batch, err := s.Reviews.AcknowledgeAll(ctx, ids)
	switch {
	case err != nil:
		return ui.Reply{}, err
	case batch.Apps == 0:
		return ui.Back(r, form, "/apps", ui.Flash{Text: "There is nothing to review in these apps."}), nil
	}
	text := ui.Say(r).Plural(batch.Apps, "The changes of %s app are reviewed.", "The changes of %s apps are reviewed.")
	return ui.Back(r, form, "/apps", ui.Flash{Text: text, Undo: ui.UndoReviews{At: batch.At}}), nil
}

func (s actions) undoReviews(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	at, err := strconv.ParseInt(form.Get("at"), 10, 64)
	if err != nil || at <= 0 {
		return ui.Reply{}, ui.Refuse(http.StatusBadRequest, "The time of the review is missing")
	}
	n, err := s.Reviews.UndoBatch(ctx, storage.Time(at))
	if err != nil {
		return ui.Reply{}, err
	}
	return ui.Back(r, form, "/apps", ui.Flash{
		Text: ui.Say(r).Plural(n, "Undone. The changes of %s app are to be reviewed again.", "Undone. The changes of %s apps are to be reviewed again."),
	}), nil
}

// marked is what happened to the apps whose mark was set, or why none was.
type marked struct {
	apps      []storage.AppID
	one, many language.Words // the sentence on what happened, with the number first
	args      []any          // of the sentence
	wrong     language.Words // empty: it was set
}

// tagApps gives apps a tag, or takes it from them.
func (s actions) tagApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	tag, add := form.Get("tag"), form.Get("off") == ""
	return s.markApps(ctx, r, form, "tag", tag, add, func(ids []storage.AppID) (m marked, err error) {
		if strings.TrimSpace(tag) == "" {
			return marked{wrong: "Enter a tag first."}, nil
		}
		m = marked{one: "%s app got the tag “%s”.", many: "%s apps got the tag “%s”.", args: []any{tag}}
		if !add {
			m.one, m.many = "%s app lost the tag “%s”.", "%s apps lost the tag “%s”."
		}
		m.apps, err = s.Fleet.TagAll(ctx, tag, add, ids...)
		if errors.Is(err, tracked.ErrTag) {
			return marked{wrong: "A tag has 1 to 50 characters without commas, at least one of which can be seen, and an app has at most 20 tags."}, nil
		}
		return m, err
	})
}

// placeApps puts apps on a device, or takes them off.
func (s actions) placeApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	device, add := form.Get("device"), form.Get("off") == ""
	return s.markApps(ctx, r, form, "device", device, add, func(ids []storage.AppID) (m marked, err error) {
		if device == "" {
			return marked{wrong: "Choose a device first."}, nil
		}
		m = marked{one: "%s app put on the device.", many: "%s apps put on the device."}
		if !add {
			m.one, m.many = "%s app taken off the device.", "%s apps taken off the device."
		}
		m.apps, err = s.Devices.Place(ctx, device, add, ids...)
		return m, err
	})
}

// pauseApps makes runs leave apps out, or refresh them again.
func (s actions) pauseApps(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	pause := form.Get("off") == ""
	return s.markApps(ctx, r, form, "pause", "", pause, func(ids []storage.AppID) (m marked, err error) {
		m = marked{one: "%s app paused: not checked until you resume.", many: "%s apps paused: not checked until you resume."}
		if !pause {
			m.one, m.many = "%s app checked again from now on.", "%s apps checked again from now on."
		}
		m.apps, err = s.Fleet.Pause(ctx, pause, ids...)
		return m, err
	})
}

// markApps sets a mark of apps, and answers with what undoes it.
func (s actions) markApps(ctx context.Context, r ui.Request, form url.Values, path, value string, on bool,
	mark func([]storage.AppID) (marked, error),
) (ui.Reply, error) {
	ids, err := s.chosenApps(ctx, form)
	if err != nil {
		return ui.Reply{}, err
	}
	if len(ids) == 0 {
		return none(r, form), nil
	}
	m, err := mark(ids)
	if err != nil {
		return ui.Reply{}, err
	}
	if m.wrong != "" {
		return ui.Back(r, form, "/apps", ui.Flash{Text: m.wrong, Bad: true}), nil
	}
	r.Note("app."+path, fmt.Sprintf("%d apps", len(m.apps)), true)
	flash := ui.Flash{Text: ui.Say(r).Plural(len(m.apps), string(m.one), string(m.many), m.args...)}
	if len(m.apps) > 0 {
		flash.Undo = ui.UndoMark{Path: path, Value: value, Off: on, Apps: m.apps}
	}
	return ui.Back(r, form, "/apps", flash), nil
}
