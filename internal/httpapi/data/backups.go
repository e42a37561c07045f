package data

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
)

// backups are the operations on backups that clients hold.
type backups struct {
	services.Set
	maxUpload int64
}

func (b backups) operations() []op.Operation {
	small := `{"version": 1, "exportedAt": 1, "apps": []}`
	return []op.Operation{
		op.WithRequest(op.Spec{
			Route: "GET /api/backup/export", ID: "exportBackup", Group: "backup", Summary: "Export a signed backup",
			Access: op.Administer, Limit: op.Limit{Bucket: "backup.export", Calls: 12, Window: time.Minute}, Heavy: true,
			Doc: op.Doc{Answer: op.Answer{Schema: backupFormat, Headers: []op.Header{
				op.FileName, {Name: "X-Backup-Version", Schema: openapi.IntegerFrom(1), Required: true},
			}}},
		}, b.export),
		op.WithRequest(op.Spec{
			Route: "POST /api/backup/preview", ID: "previewBackup", Group: "backup", Summary: "Preview a backup",
			Access: op.Sensitive, MaxBody: b.maxUpload, Upload: true, Example: small, Doc: op.Doc{Body: backupFormat},
		}, b.preview),
		op.WithRequest(op.WithLater(op.Spec{
			Route: "POST /api/backup/restore", ID: "restoreBackup", Group: "backup", Summary: "Restore a backup, replacing all data",
			Access: op.Administer, Limit: op.Limit{Bucket: "backup.restore", Calls: 3, Window: 10 * time.Minute},
			MaxBody: b.maxUpload, Upload: true, Example: small,
			Doc: op.Doc{Body: backupFormat, Faults: map[int]op.Schema{
				http.StatusConflict: op.OrError(op.Refusal("UntrustedBackup", func(*openapi.Reflector) openapi.Members {
					return openapi.Members{"code": openapi.OneOf("untrusted_backup"), "signaturePresent": openapi.Boolean()}
				})),
			}},
		}, "startRestoreBackup", op.Answer{Schema: op.Of[restoredAnswer]()}), b.restore),
	}
}

// export sends a backup from a temporary file, or as it is written if the disk has
// no room for one.
func (b backups) export(ctx context.Context, r op.Request, _ op.None) (any, error) {
	file, err := b.Backup.Export(ctx)
	if errors.Is(err, backup.ErrTempFile) {
		b.Logger.WarnContext(ctx, "backup export streamed", "error", err)
		return streamedBackup{b.Backup, storage.TimeOf(b.Now()), r}, nil
	}
	if err != nil {
		r.Note("backup.export.failed", "", false)
		return nil, err
	}
	r.Note("backup.export.success", fmt.Sprintf("version=%d, bytes=%d", backup.Version, file.Size()), true)
	return exportedBackup{file}, nil
}

type exportedBackup struct{ *backup.File }

func (b exportedBackup) SetHeader(h http.Header) { setBackupHeader(h, b.ExportedAt) }

type streamedBackup struct {
	backup     *backup.Service
	exportedAt storage.Time
	request    op.Request
}

func (b streamedBackup) SetHeader(h http.Header) { setBackupHeader(h, b.exportedAt) }

func (b streamedBackup) Stream(ctx context.Context, w op.Writer) error {
	err := b.backup.Stream(ctx, w, b.exportedAt)
	noteSuccess(b.request, "backup.export", fmt.Sprintf("version=%d, streamed", backup.Version), err)
	return err
}

func setBackupHeader(h http.Header, exportedAt storage.Time) {
	name := exportedAt.Std().Format("2006-01-02T15:04:05.000Z")
	name = "auditor-backup-" + strings.NewReplacer(":", "-", ".", "-").Replace(name) + ".json"
	h.Set("Content-Type", "application/json")
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("X-Backup-Version", strconv.Itoa(backup.Version))
}

// backupAnswer is what a backup holds.
type backupAnswer struct {
	Version          int            `json:"version"`          // the version of the format
	ExportedAt       storage.Time   `json:"exportedAt"`       // when the file was made
	Trust            backup.Trust   `json:"trust"`            // whether the signature is that of this installation
	SignaturePresent bool           `json:"signaturePresent"` // whether the backup is signed
	Counts           map[string]int `json:"counts"`           // number of records by kind
	TotalRows        int            `json:"totalRows"`        // number of records in the backup
	Warnings         []string       `json:"warnings"`         // the problems of the backup, as sentences
}

func (b backups) preview(ctx context.Context, r op.Request, _ op.None) (backupAnswer, error) {
	found, err := b.Backup.Preview(ctx, r.BodyReader())
	if err != nil {
		return backupAnswer{}, restoreError(err)
	}
	return backupAnswer{
		Version: backup.Version, ExportedAt: found.ExportedAt, Trust: found.Trust, SignaturePresent: found.Signed, Counts: found.Counts,
		TotalRows: found.Records(), Warnings: found.Warnings(),
	}, nil
}

type restoreRequest struct {
	op.Waiting
	ByQuery  bool `query:"allowUntrusted" doc:"Accept a backup that is not signed, or was signed by another installation."`
	ByHeader bool `header:"X-Allow-Untrusted-Backup" doc:"Same as allowUntrusted."`
}

type restoredAnswer struct {
	Success bool `json:"success"` // whether it succeeded
	backup.Restored
	snapshots.Before
}

func (b backups) restore(ctx context.Context, r op.Request, in restoreRequest) (any, error) {
	if !in.Async(r) {
		return b.restoreFrom(ctx, r.BodyReader(), in, r.Note)
	}
	file, err := r.Upload("file") // the client sends the body before it is answered
	if err != nil {
		return nil, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, errors.Join(fmt.Errorf("read an upload: %w", err), file.Close())
	}
	accepted, err := r.Later(func(ctx context.Context, note op.NoteFunc) (any, error) {
		defer func() { _ = file.Close() }() // it was only read: nothing is lost
		return b.restoreFrom(ctx, file, in, note)
	})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return accepted, nil
}

func (b backups) restoreFrom(ctx context.Context, from io.Reader, in restoreRequest, note op.NoteFunc) (restoredAnswer, error) {
	var kept snapshots.Before
	done, err := b.Backup.RestoreAfter(ctx, from, in.ByQuery || in.ByHeader, func(ctx context.Context) (err error) {
		kept, err = b.Snapshots.Before(ctx)
		return err
	})
	if err != nil {
		err = restoreError(err)
		note("backup.restore."+restoreFault(err), "", false)
		return restoredAnswer{}, err
	}
	action := "backup.restore"
	if done.Trust == backup.Untrusted {
		action += ".untrusted"
	}
	note(action, fmt.Sprintf("apps=%d, snapshots=%d", done.Counts["apps"], done.Counts["snapshots"]), true)
	return restoredAnswer{true, done, kept}, nil
}

// restoreError makes the errors of a backup's content errors of the client.
func restoreError(err error) error {
	if untrusted, ok := errors.AsType[*backup.UntrustedError](err); ok {
		return &op.Error{Status: http.StatusConflict, Message: sentence(untrusted), Cause: err, More: map[string]any{
			"code": "untrusted_backup", "signaturePresent": untrusted.Signed,
		}}
	}
	if format, ok := errors.AsType[*backup.FormatError](err); ok {
		return &op.Error{Status: http.StatusBadRequest, Message: sentence(format), Cause: err}
	}
	return err
}

// sentence returns the text of an error with a capital letter.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:]
}

// restoreFault is the end of the action in the audit log.
func restoreFault(err error) string {
	switch {
	case errors.As(err, new(*backup.UntrustedError)):
		return "untrusted_rejected"
	case errors.As(err, new(*backup.FormatError)):
		return "format_error"
	case errors.As(err, new(*op.Error)):
		return "bad_request"
	}
	return "failed"
}

// backupFormat describes a backup. Its records are those of the service itself.
func backupFormat(r *openapi.Reflector) *openapi.Schema {
	return r.Define("Backup", nil, func() *openapi.Schema {
		records := openapi.List(openapi.Object(nil))
		app := openapi.Object(openapi.Members{
			"id":                op.AppID().Says("The ID"),
			"name":              openapi.OrNull(openapi.Text()).Says("The name"),
			"url":               openapi.OrNull(openapi.Text()).Says("The URL"),
			"country":           openapi.OrNull(openapi.Text()).Says("The storefront, two letters"),
			"ageRatingSource":   openapi.OrNull(openapi.Text()).Says("The age rating's source as the store's page has it"),
			"ageRatingLanguage": openapi.OrNull(openapi.Text()).Says("The language of the age rating, as a BCP 47 tag"),
			"labelDigest":       openapi.OrNull(openapi.Matching("^[0-9a-f]{64}$")).Says("Which of labels the app has"),
			"pendingKinds":      openapi.OrNull(openapi.List(openapi.Text())).Says("What changes not acknowledged are about: privacy, accessibility, policy, ageRating, availability, listing"),
			"pageFacts":         openapi.OrNull(openapi.List(openapi.Text())).Says("Which facts of the listing the page of the app last told; the first comparison after a restore starts from these"),
			"lookupFacts":       openapi.OrNull(openapi.List(openapi.Text())).Says("Which facts of the listing the lookup last told"),
			"missedDays":        openapi.OrNull(openapi.IntegerFrom(0)).Says("On how many UTC days in a row the App Store did not list the app"),
			"missedAt":          openapi.OrNull(openapi.Moment()).Says("When it last did not, 0 if it does"),
		}, "id").Says("As the list of apps shows it, and what that does not show: country, ageRatingSource, ageRatingLanguage, labelDigest, pendingKinds, pageFacts, lookupFacts, missedDays and missedAt. A restore needs the id only")
		s := openapi.Object(openapi.Members{
			"version": openapi.Integer().Says("Of the form; one above 1 is refused"), "exportedAt": openapi.Integer(), "appName": openapi.Loose(openapi.Text()),
			"apps": openapi.List(app), "focus": openapi.OrNull(openapi.Object(nil)),
			"signature": openapi.Loose(openapi.OrNull(openapi.Object(openapi.Members{
				"alg":   openapi.Text().Says("The algorithm of the signature"),
				"keyId": openapi.Text().Says("The first characters of the digest of the key that signed the backup"),
				"mac":   openapi.Text().Says("The message authentication code of the backup (HMAC-SHA-256, hexadecimal)"),
			}))).Says("HMAC-SHA256 over the RFC 8785 form of the rest"),
		}, "version", "exportedAt", "apps").Says("Everything that the service knows, but secrets and logs")
		for _, name := range []string{"labels", "accessibilityFeatures", "snapshots", "changes", "annotations", "verdicts", "notifications", "settings"} {
			s.Properties[name] = records
		}
		return s
	})
}
