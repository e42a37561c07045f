package data

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/snapshots"
)

// backupFiles are the operations on the backups in the folder of the server.
type backupFiles struct{ snapshots *snapshots.Service }

func (b backupFiles) operations() []op.Operation {
	unsupported := []int{http.StatusNotImplemented}
	return []op.Operation{
		op.WithRequest(op.Spec{
			Route: "GET /api/backup/snapshots", ID: "backupFiles", Group: "backup", Summary: "List the backup files on the server, with their schedule",
			Access: op.Sensitive, Refuses: unsupported,
		}, b.list),
		op.WithRequest(op.Spec{
			Route: "PUT /api/backup/snapshots", ID: "planBackupFiles", Group: "backup", Summary: "Set the schedule of backup files",
			Access: op.Administer, Limit: op.Every(time.Minute, 20, "backup.snapshot.settings"), MaxBody: 4 << 10, Refuses: unsupported,
			Example: `{"enabled": true, "intervalHours": 24, "retentionCount": 7}`,
		}, b.plan),
		op.WithRequest(op.Spec{
			Route: "POST /api/backup/snapshots", ID: "makeBackupFile", Group: "backup", Summary: "Write a backup file now",
			Access: op.Administer, Limit: op.Every(10*time.Minute, 5, "backup.snapshot.create"),
			Refuses: []int{http.StatusConflict, http.StatusNotImplemented},
		}, b.make),
		op.New(op.Spec{
			Route: "GET /api/backup/snapshots/{filename}", ID: "backupFile", Group: "backup", Summary: "Download a backup file",
			Access: op.Administer, Refuses: []int{http.StatusNotFound, http.StatusNotImplemented},
			Doc: op.Doc{Answer: op.Answer{Content: "application/json", Schema: backupFormat, Headers: []op.Header{op.FileName}}},
		}, b.get),
	}
}

// filesAnswer is the backups in the folder, and the schedule of backups.
type filesAnswer struct {
	Settings  snapshots.Plan   `json:"settings"`  // the schedule of backup files and how many are retained
	Directory string           `json:"directory"` // the folder of the backup files, masked
	Snapshots []snapshots.File `json:"snapshots"` // the backup files, newest first
}

func (b backupFiles) files(ctx context.Context) (answer filesAnswer, err error) {
	if answer.Settings, err = b.snapshots.Plan(ctx); err != nil {
		return answer, err
	}
	answer.Directory = b.snapshots.Dir()
	answer.Snapshots, err = b.snapshots.Files()
	return answer, err
}

// list hides the folder of the files from clients that may not read them.
func (b backupFiles) list(ctx context.Context, r op.Request, _ op.None) (filesAnswer, error) {
	answer, err := b.files(ctx)
	if err != nil {
		return answer, err
	}
	privileged, err := r.Privileged()
	if !privileged {
		answer.Directory = filepath.Base(answer.Directory)
		for i := range answer.Snapshots {
			answer.Snapshots[i].Path = filepath.Join(answer.Directory, answer.Snapshots[i].Name)
		}
	}
	return answer, err
}

type planRequest struct {
	Enabled        op.Nullable[bool]      `json:"enabled" doc:"Whether scheduled backups are written."`
	IntervalHours  op.Nullable[planHours] `json:"intervalHours" doc:"The interval in hours. Null means 24."`
	RetentionCount op.Nullable[planFiles] `json:"retentionCount" doc:"How many files are retained. Null means 10."`
}

// planHours is the interval of scheduled backups in hours; zero: the default.
type planHours int

func (planHours) Bounds() (least, most int64) { return 1, snapshots.MaxIntervalHours }

// planFiles is the number of files that are retained; zero: the default.
type planFiles int

func (planFiles) Bounds() (least, most int64) { return 1, snapshots.MaxRetentionCount }

func (b backupFiles) plan(ctx context.Context, r op.Request, in planRequest) (filesAnswer, error) {
	change := snapshots.PlanChange{Enabled: in.Enabled.Ptr()}
	if in.IntervalHours.Sent {
		change.IntervalHours = new(cmp.Or(int(in.IntervalHours.Value), snapshots.DefaultIntervalHours))
	}
	if in.RetentionCount.Sent {
		change.RetentionCount = new(cmp.Or(int(in.RetentionCount.Value), snapshots.DefaultRetentionCount))
	}
	if _, err := b.snapshots.ChangePlan(ctx, change); err != nil {
		return filesAnswer{}, err
	}
	r.Note("backup.snapshot.settings.success", "", true)
	return b.files(ctx)
}

// madeAnswer is the backups after one was made.
type madeAnswer struct {
	filesAnswer
	Created snapshots.File   `json:"created"` // the file that was made
	Pruned  []snapshots.File `json:"pruned"`  // files that were deleted because there are newer ones
}

func (b backupFiles) make(ctx context.Context, r op.Request, _ op.None) (madeAnswer, error) {
	made, err := b.snapshots.Make(ctx)
	noteSuccess(r, "backup.snapshot.create", made.Created.Name, err)
	if err != nil {
		return madeAnswer{}, err
	}
	files, err := b.files(ctx)
	return madeAnswer{files, made.Created, made.Pruned}, err
}

type backupFileRequest struct {
	Name string `path:"filename" doc:"The name of the file, as listed by GET /api/backup/snapshots." example:"auditor-snapshot-2026-05-04T12-00-00-000Z.json"`
}

func (b backupFiles) get(_ context.Context, in backupFileRequest) (openBackup, error) {
	file, info, err := b.snapshots.Open(in.Name)
	return openBackup{file, info}, err
}

// openBackup is an open file of the folder.
type openBackup struct {
	io.ReadCloser
	info snapshots.File
}

func (b openBackup) SetHeader(h http.Header) {
	h.Set("Content-Type", "application/json")
	h.Set("Content-Disposition", `attachment; filename="`+b.info.Name+`"`)
}

func (b openBackup) Size() int64 { return b.info.Bytes }

func (b openBackup) WriteTo(w io.Writer) (int64, error) { return io.Copy(w, b.ReadCloser) }
