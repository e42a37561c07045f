package device

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// BackupLife is how long a backup of a device is considered current.
const BackupLife = 24 * time.Hour

// The reasons for which an app may not be removed from a device, in the order in which
// they are checked.
const (
	GateAudience = "audience"       // the user manages other people's devices
	GateFlag     = "flag"           // a feature flag disables it
	GateMissing  = "backup_missing" // no backup of the device is known
	GateStale    = "backup_stale"   // it is older than BackupLife
)

// Gate reports whether an app may be removed from a device.
type Gate struct {
	Allowed bool   `json:"allowed"`          // whether the app may be removed
	Reason  string `json:"reason,omitempty"` // why the app may not be removed
	// For whom the user checks apps, if that forbids the removal.
	ActiveAudience string `json:"activeAudience,omitempty"`
	// The age of the device's backup in milliseconds, if it is too old.
	AgedMs int64 `json:"agedMs,omitempty"`
}

// GateError says why an app may not be removed from a device.
type GateError struct{ Gate Gate }

func (e *GateError) Error() string {
	return "apps may not be removed from the device: " + e.Gate.Reason
}

// Gate reports whether an app may be removed from the device with this chip number. With
// acknowledged, no backup is required.
func (s *Service) Gate(ctx context.Context, ecid string, acknowledged bool) (g Gate, err error) {
	now := s.stamp()
	return storage.View(ctx, s.Store, func(tx *storage.Tx) (Gate, error) { return gateOf(tx, now, ecid, acknowledged) })
}

func gateOf(tx *storage.Tx, now storage.Time, ecid string, acknowledged bool) (Gate, error) {
	focus, err := feature.FocusOf(tx)
	if err != nil {
		return Gate{}, err
	}
	if focus.Audience != feature.AudienceSelf {
		return Gate{Reason: GateAudience, ActiveAudience: focus.Audience}, nil
	}
	flags, err := feature.Resolve(tx)
	if err != nil {
		return Gate{}, err
	}
	if !flags.On(feature.DeviceUninstall) {
		return Gate{Reason: GateFlag}, nil
	}
	if acknowledged {
		return Gate{Allowed: true}, nil
	}
	last, err := lastBackup(tx, ecid)
	if err != nil {
		return Gate{}, err
	}
	age := now - last.FinishedAt
	switch {
	case last.FinishedAt == 0:
		return Gate{Reason: GateMissing}, nil
	case age > storage.Time(BackupLife.Milliseconds()):
		return Gate{Reason: GateStale, AgedMs: int64(age)}, nil
	}
	return Gate{Allowed: true}, nil
}

// NormalECID returns the normal form of a chip number: 8 to 24 hexadecimal digits in
// upper case, without 0x. It returns false if the text is not a chip number.
func NormalECID(text string) (string, bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	text = strings.TrimPrefix(text, "0X")
	if len(text) < 8 || len(text) > 24 || strings.Trim(text, "0123456789ABCDEF") != "" {
		return "", false
	}
	return text, true
}

// keptBackups is the maximum number of devices whose last backups are stored.
const keptBackups = 100

// backupStamp is the last backup of a device, stored as a setting.
type backupStamp struct {
	FinishedAt storage.Time `json:"finishedAt"`
	Path       string       `json:"path"`
}

func backupSetting(ecid string) string { return settings.DeviceBackups + ecid }

// lastBackup returns the last backup of a device, zero when none is known.
func lastBackup(tx *storage.Tx, ecid string) (last backupStamp, err error) {
	normal, ok := NormalECID(ecid)
	if !ok {
		return last, nil
	}
	text, err := settings.Text(tx, backupSetting(normal))
	if err != nil || text == "" {
		return last, err
	}
	if json.Unmarshal([]byte(text), &last) != nil {
		return backupStamp{}, nil
	}
	return last, nil
}

// keepBackup stores a backup of a device, and deletes the oldest ones above the limit.
func keepBackup(tx *storage.Tx, ecid string, stamp backupStamp) error {
	if err := settings.PutJSON(tx, backupSetting(ecid), stamp); err != nil {
		return err
	}
	all, err := storage.Collect(tx.Settings.List(storage.SettingQuery{Prefix: settings.DeviceBackups}))
	if err != nil || len(all) <= keptBackups {
		return err
	}
	finished := func(s storage.Setting) (at storage.Time) {
		var stamp backupStamp
		if json.Unmarshal([]byte(s.Value), &stamp) == nil {
			at = stamp.FinishedAt
		}
		return at
	}
	order.Sort(all, func(a, b storage.Setting) int { return cmp.Compare(finished(a), finished(b)) })
	var oldest []string
	for _, s := range all[:len(all)-keptBackups] {
		oldest = append(oldest, s.Name)
	}
	_, err = tx.Settings.Delete(oldest...)
	return err
}
