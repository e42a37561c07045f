package device

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
)

// The errors of an invalid report of a desktop tool.
var (
	ErrAudience = errors.New("only the user's own devices can be backed up")
	ErrECID     = errors.New("ecid must be 8 to 24 hexadecimal digits")
	ErrBundleID = errors.New("bundleId must be letters, digits, dots, hyphens and underscores, 155 at most")
	ErrFuture   = errors.New("finishedAt must not lie in the future")
	ErrPast     = errors.New("finishedAt must lie after the beginning of 1970")
)

// clockSlack is how far the clock of a tool may be ahead.
const clockSlack = time.Minute

// maxText is how many bytes of a text from a tool are logged.
const maxText = 500

// Backup is a backup of a device that a tool made.
type Backup struct {
	ECID       string
	Path       string
	FinishedAt storage.Time
	Device     string // its name; may be empty
}

// MayBackUp fails with [ErrAudience] unless the user manages their own devices.
func (s *Service) MayBackUp(ctx context.Context) error {
	return s.Store.View(ctx, mayBackUp)
}

func mayBackUp(tx *storage.Tx) error {
	focus, err := feature.FocusOf(tx)
	if err == nil && focus.Audience != feature.AudienceSelf {
		err = ErrAudience
	}
	return err
}

// BackedUp records a backup of a device, for [Service.Gate]. The error is [ErrAudience],
// [ErrECID], [ErrFuture] or [ErrPast], or wraps storage.ErrInvalid.
func (s *Service) BackedUp(ctx context.Context, b Backup) error {
	now := s.stamp()
	ecid, ok := NormalECID(b.ECID)
	if !ok {
		return ErrECID
	}
	if b.FinishedAt > now.Add(clockSlack) {
		return ErrFuture
	}
	return s.Store.Update(ctx, func(tx *storage.Tx) error {
		if err := mayBackUp(tx); err != nil {
			return err
		}
		if b.FinishedAt <= 0 { // zero stands for no backup
			return ErrPast
		}
		if err := keepBackup(tx, ecid, backupStamp{FinishedAt: b.FinishedAt, Path: b.Path}); err != nil {
			return err
		}
		name := cmp.Or(b.Device, ecid)
		return s.record(tx, now, activity.OK, storage.App{}, "cfgutil_backup", "Backed up "+name, map[string]any{
			"ecid": ecid, "path": cut(b.Path), "finishedAt": b.FinishedAt, "deviceName": storage.Text(cut(b.Device)),
		})
	})
}

// Uninstall is the removal of an app from a device by a tool, or an attempt.
type Uninstall struct {
	ECID         string
	BundleID     string
	App          storage.AppID // zero: unknown
	AppName      string
	OK           bool
	Error        string // why it failed
	Acknowledged bool   // the user accepted that there is no backup
}

// Uninstalled records that an app was removed from a device, or that this failed. The
// error is a [*GateError] when the removal was not allowed, or [ErrECID] or
// [ErrBundleID].
func (s *Service) Uninstalled(ctx context.Context, u Uninstall) error {
	now := s.stamp()
	ecid, ok := NormalECID(u.ECID)
	if !ok {
		return ErrECID
	}
	if !validBundleID(u.BundleID) {
		return ErrBundleID
	}
	return s.Store.Update(ctx, func(tx *storage.Tx) error {
		g, err := gateOf(tx, now, ecid, u.Acknowledged)
		if err != nil {
			return err
		}
		if !g.Allowed {
			return &GateError{g}
		}
		app, tracked, err := storage.Find(tx.Apps, u.App)
		if err != nil {
			return err
		}
		if !tracked {
			app.Name = u.AppName
		}
		state, summary := activity.OK, "Removed %s from a device"
		if !u.OK {
			state, summary = activity.Failed, "Could not remove %s from a device"
		}
		return s.record(tx, now, state, app, "cfgutil_uninstall", fmt.Sprintf(summary, cmp.Or(app.Name, u.BundleID)), map[string]any{
			"ecid": ecid, "bundleId": u.BundleID, "appName": storage.Text(cut(u.AppName)), "ok": u.OK,
			"error": storage.Text(cut(u.Error)), "acknowledgeNoBackup": u.Acknowledged,
		})
	})
}

// validBundleID reports whether a text can be the bundle ID of an app: letters, digits,
// hyphens and dots, as in Apple's CFBundleIdentifier, and underscores, which occur in
// practice.
func validBundleID(text string) bool {
	return text != "" && len(text) <= 155 && !strings.ContainsFunc(text, func(r rune) bool {
		return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.' || r == '-' || r == '_')
	})
}

// record writes an activity entry. The detail has values of basic types only.
func (s *Service) record(tx *storage.Tx, now storage.Time, state string, app storage.App, event, summary string, detail map[string]any) error {
	return activity.Record(tx, s.Random, storage.Activity{
		Type: event, Status: state, App: app.ID, AppName: storage.Text(cut(app.Name)), Summary: storage.Text(summary),
		Detail: activity.Detail(detail), StartedAt: now, EndedAt: storage.NullTime(now),
	})
}

// cut shortens a text to maxText, between characters.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "")
}
