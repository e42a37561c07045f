package forms

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/internal/wording"
	"github.com/privacylabels/auditor/storage"
)

// heldFor is how long a backup that was looked into can be restored without choosing its
// file again.
const heldFor = 30 * time.Minute

// backups is the screen of backups.
type backups struct {
	*ui.Kit
	held *held
}

// held is the file that was looked into last. A later one takes its place, so at most
// one is on the disk.
type held struct {
	mu   sync.Mutex
	name string // empty: none
	file *ui.File
	at   time.Time
}

func (h *held) put(name string, file *ui.File, at time.Time) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.file
	h.name, h.file, h.at = name, file, at
	if before == nil {
		return nil
	}
	return before.Close()
}

// take returns the file with a name and forgets it, nil if it is not held any more.
func (h *held) take(name string, now time.Time) *ui.File {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file == nil || subtle.ConstantTimeCompare([]byte(name), []byte(h.name)) != 1 || now.Sub(h.at) > heldFor {
		return nil
	}
	file := h.file
	h.name, h.file = "", nil
	return file
}

func newBackups(kit *ui.Kit) []ui.Screen {
	s := backups{kit, new(held)}
	return []ui.Screen{
		{Route: "GET /settings/backup", As: "GET /api/backup/snapshots", Serve: s.get},
		{Route: "POST /settings/backup/make", As: "POST /api/backup/snapshots", Once: true, Serve: ui.Form(s.make)},
		{Route: "POST /settings/backup/plan", Fields: []string{"enabled", "hours", "kept"}, As: "PUT /api/backup/snapshots", Serve: ui.Form(s.plan)},
		{Route: "POST /settings/backup/look", As: "POST /api/backup/preview", Upload: true, File: "file", Serve: s.look},
		{Route: "POST /settings/backup/reset", As: "POST /api/reset", Serve: ui.Form(s.reset)},
		{Route: "POST /settings/backup/restore", Fields: []string{"name", "untrusted"}, As: "POST /api/backup/restore", Serve: ui.Form(s.restore)},
	}
}

type backupView struct {
	Download string // the path of a backup made now; empty: only after signing in
	MayRead  bool   // the files on the server
	Plan     snapshots.Plan
	Files    []snapshots.File
	NoFolder bool
	Failed   language.Words
	Wrong    language.Words
	workPart
}

// workPart is what is done with backups now.
type workPart struct {
	Work   []backupWork
	Said   language.Words
	Polled bool // only a part of the screen is fetched
}

// backupWork is the work on a backup in words.
type backupWork struct {
	backup.Work
	Words language.Words
}

func (s backups) underWay(r ui.Request) workPart {
	part := workPart{Polled: r.HTTP().Header.Get("HX-Request") != ""}
	words := map[backup.WorkKind]language.Words{backup.Writing: "Writing a backup", backup.Checking: "Checking a backup", backup.Restoring: "Restoring a backup"}
	for _, w := range s.Backup.UnderWay() {
		part.Work = append(part.Work, backupWork{w, words[w.Kind]})
		part.Said = ui.Say(r).Plural(w.Records, "%[2]s: %[1]s record", "%[2]s: %[1]s records", words[w.Kind])
	}
	return part
}

func (s backups) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	return s.show(ctx, r, 0, "")
}

func (s backups) show(ctx context.Context, r ui.Request, status int, wrong language.Words) (ui.Reply, error) {
	view := backupView{Wrong: wrong, workPart: s.underWay(r)}
	may, err := r.Allows("GET /api/backup/export")
	if err != nil {
		return ui.Reply{}, err
	}
	if may {
		view.Download = "/api/backup/export"
	}
	if view.MayRead, err = r.Allows("GET /api/backup/snapshots/{filename}"); err != nil {
		return ui.Reply{}, err
	}
	if view.Plan, err = s.Snapshots.Plan(ctx); err == nil {
		view.Files, err = s.Snapshots.Files()
	}
	if errors.Is(err, storage.ErrNotSupported) {
		view.NoFolder = true
	} else if err != nil {
		view.Failed = ui.Why(r, err)
	}
	return s.Render(r, ui.Head{Title: "Backup", Nav: settingsTitle, Status: status}, view.write)
}

func (s backups) make(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	// The backup is written when the page that began it is closed or loaded again, too.
	made, err := s.Snapshots.Make(context.WithoutCancel(ctx))
	if err != nil {
		r.Note("backup.snapshot.create.failed", "", false)
		return refused(r, form, "/settings/backup", err)
	}
	r.Note("backup.snapshot.create.success", made.Created.Name, true)
	say := ui.Say(r)
	text := say.Text("A backup of %s was written.", say.Size(made.Created.Bytes))
	if n := len(made.Pruned); n > 0 {
		text += " " + say.Plural(n, "%s older one was deleted.", "%s older ones were deleted.")
	}
	return ui.SeeOther(r, "/settings/backup", ui.Flash{Text: text}), nil
}

func (s backups) plan(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	hours, err1 := strconv.Atoi(strings.TrimSpace(form.Get("hours")))
	kept, err2 := strconv.Atoi(strings.TrimSpace(form.Get("kept")))
	if err1 != nil || err2 != nil || hours < 1 || hours > 720 || kept < 1 || kept > 100 {
		return s.show(ctx, r, 400, "Between two backups are 1 to 720 hours, and 1 to 100 of them are kept.")
	}
	if _, err := s.Snapshots.ChangePlan(ctx, snapshots.PlanChange{
		Enabled: new(form.Get("enabled") != ""), IntervalHours: &hours, RetentionCount: &kept,
	}); err != nil {
		return refused(r, form, "/settings/backup", err)
	}
	r.Note("backup.snapshot.settings.success", "", true)
	return ui.SeeOther(r, "/settings/backup", ui.Flash{Text: "Saved."}), nil
}

type restoreView struct {
	workPart
	Name      string // of the held file; empty: the client may not restore
	Found     backup.Findings
	Untrusted bool
	Counts    []count
	Warnings  []language.Words
	Apps      int // that are watched now
	Size      string
}

// count is how many records of a kind a backup has.
type count struct {
	Words language.Words
	N     int
}

// look shows what a backup holds and what a restore of it would delete, and keeps the file
// for the answer.
func (s backups) look(ctx context.Context, r ui.Request) (_ ui.Reply, err error) {
	file, err := r.File("file")
	if err != nil {
		return ui.Reply{}, err
	}
	kept := false
	defer func() {
		if !kept {
			err = errors.Join(err, file.Close())
		}
	}()
	found, err := s.Backup.Preview(ctx, io.NewSectionReader(file, 0, file.Size))
	if format, ok := errors.AsType[*backup.FormatError](err); ok {
		return s.show(ctx, r, 400, ui.Say(r).Text("This file cannot be restored: %s.", format))
	}
	if err != nil {
		return ui.Reply{}, err
	}
	view := restoreView{Found: found, Untrusted: found.Trust != backup.Trusted, Size: ui.Say(r).Size(file.Size)}
	for _, name := range slices.Sorted(maps.Keys(found.Counts)) {
		if n := found.Counts[name]; n > 0 {
			view.Counts = append(view.Counts, count{kindWords(name), n})
		}
	}
	for _, sentence := range found.Warnings() {
		view.Warnings = append(view.Warnings, language.Words(wording.Stored(ui.Say(r), "", sentence)+"."))
	}
	if view.Apps, err = s.Fleet.On().Size(ctx); err != nil {
		return ui.Reply{}, err
	}
	may, err := r.Allows("POST /api/backup/restore")
	if err != nil {
		return ui.Reply{}, err
	}
	if may {
		name := make([]byte, 16)
		if _, err := io.ReadFull(s.Random, name); err != nil {
			return ui.Reply{}, err
		}
		view.Name = hex.EncodeToString(name)
	}
	reply, err := s.Render(r, ui.Head{Title: "Restore a backup", Nav: settingsTitle}, view.write)
	if err == nil && view.Name != "" {
		kept = true
		err = s.held.put(view.Name, file, s.Now())
	}
	return reply, err
}

// restore replaces everything by the backup that was looked into.
func (s backups) restore(ctx context.Context, r ui.Request, form url.Values) (_ ui.Reply, err error) {
	file := s.held.take(form.Get("name"), s.Now())
	if file == nil {
		return ui.SeeOther(r, "/settings/backup", ui.Flash{Text: "The file is not here any more. Choose it again.", Bad: true}), nil
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var before snapshots.Before
	done, err := s.Backup.RestoreAfter(context.WithoutCancel(ctx), io.NewSectionReader(file, 0, file.Size), form.Get("untrusted") != "",
		func(ctx context.Context) (err error) {
			before, err = s.Snapshots.Before(ctx)
			return err
		})
	if err != nil {
		fault := "failed"
		switch {
		case errors.As(err, new(*backup.UntrustedError)):
			fault = "untrusted_rejected"
		case errors.As(err, new(*backup.FormatError)):
			fault = "format_error"
		}
		r.Note("backup.restore."+fault, "", false)
		if fault == "untrusted_rejected" {
			return ui.SeeOther(r, "/settings/backup", ui.Flash{Text: "Nothing was changed: another installation wrote this backup, and that was not confirmed.", Bad: true}), nil
		}
		return refused(r, form, "/settings/backup", err)
	}
	action := "backup.restore"
	if done.Trust == backup.Untrusted {
		action += ".untrusted"
	}
	r.Note(action, fmt.Sprintf("apps=%d, snapshots=%d", done.Counts["apps"], done.Counts["snapshots"]), true)
	say := ui.Say(r)
	text := say.Plural(done.Counts["apps"], "The backup was restored: %s app.", "The backup was restored: %s apps.")
	for _, sentence := range done.LeftOut {
		text += language.Words(" " + wording.Stored(say, "", sentence) + ".")
	}
	return ui.SeeOther(r, "/settings/backup", ui.Flash{Text: text + " " + ui.KeptIn(say, before)}), nil
}

// reset deletes all apps, after a question.
func (s backups) reset(ctx context.Context, r ui.Request, form url.Values) (ui.Reply, error) {
	apps, err := s.Fleet.On().Size(ctx)
	if err != nil {
		return ui.Reply{}, err
	}
	if form.Get(ui.Sure) == "" {
		kept := language.Words("A backup is written on the server first, and can be restored.")
		if s.Snapshots.Dir() == "" {
			kept = "" // it cannot be undone
		}
		return s.Ask(r, "Delete all apps", settingsTitle, ui.Question{
			Ask:  ui.Say(r).Plural(apps, "Delete %s app with all that is recorded of it?", "Delete %s apps with all that is recorded of them?"),
			Lost: "All labels, changes, notes, verdicts and policy texts are deleted. Settings and devices stay.", Kept: kept,
			Form: "/settings/backup/reset", Fields: url.Values{ui.Sure: {"yes"}}, Yes: "Delete all apps", Keep: "/settings/backup",
		})
	}
	before, err := s.Snapshots.Before(context.WithoutCancel(ctx))
	if err == nil {
		apps, err = s.Backup.Reset(context.WithoutCancel(ctx))
	}
	if err != nil {
		r.Note("reset.failed", "", false)
		return refused(r, form, "/settings/backup", err)
	}
	r.Note("reset.success", fmt.Sprintf("apps=%d", apps), true)
	return ui.SeeOther(r, "/settings/backup", ui.Flash{Text: ui.Say(r).Plural(apps, "%s app was deleted.", "%s apps were deleted.") + " " + ui.KeptIn(ui.Say(r), before)}), nil
}

// kinds are kinds of records in a backup, as people call them.
var kinds = map[string]language.Words{
	"annotations": "Notes", "snapshots": "Recorded states", "reviewActions": "Reviews", "concerns": "Decisions about the profile",
	"policyVersions": "Policy texts", "policyAnalyses": "Policy summaries", "imports": "Lists of apps", "importItems": "Apps in lists",
}

// kindWords returns what people call a kind of records: otherwise its name in words.
func kindWords(name string) language.Words {
	if words, ok := kinds[name]; ok {
		return words
	}
	var out strings.Builder
	for i, c := range name {
		switch {
		case i == 0 && c >= 'a' && c <= 'z':
			c += 'A' - 'a'
		case c >= 'A' && c <= 'Z':
			out.WriteByte(' ')
			c += 'a' - 'A'
		}
		out.WriteRune(c)
	}
	return language.Words(out.String())
}
