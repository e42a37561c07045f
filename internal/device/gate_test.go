package device_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/storagetest"
)

const ecid = "0x1a2B3c4D5e6f"

func (b *bench) focus(audience string) {
	b.t.Helper()
	b.update(func(tx *storage.Tx) error {
		_, err := feature.PutFocus(tx, feature.Focus{Audience: audience})
		return err
	})
}

func (b *bench) allow() {
	b.t.Helper()
	b.update(func(tx *storage.Tx) error {
		return tx.FlagOverrides.Put(storage.FlagOverride{Flag: feature.DeviceUninstall, Value: "on"})
	})
}

func (b *bench) gate(ecid string, acknowledged bool) device.Gate {
	b.t.Helper()
	g, err := b.Gate(b.t.Context(), ecid, acknowledged)
	if err != nil {
		b.t.Fatal(err)
	}
	return g
}

func (b *bench) backUp() {
	b.t.Helper()
	err := b.BackedUp(b.t.Context(), device.Backup{ECID: ecid, Path: "/backups/1", FinishedAt: storage.TimeOf(b.now), Device: "Phone"})
	if err != nil {
		b.t.Fatal(err)
	}
}

// The reasons have an order: removing one reveals the next.
func TestGate(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.focus(feature.AudienceGuardian)
	want := device.Gate{Reason: device.GateAudience, ActiveAudience: feature.AudienceGuardian}
	if got := r.gate(ecid, true); got != want {
		t.Errorf("for a guardian: %+v", got)
	}
	r.want(r.MayBackUp(t.Context()), device.ErrAudience)
	r.want(r.BackedUp(t.Context(), device.Backup{ECID: ecid}), device.ErrAudience)

	r.focus(feature.AudienceSelf)
	if got := r.gate(ecid, true); got != (device.Gate{Reason: device.GateFlag}) {
		t.Errorf("with the flag off: %+v", got)
	}
	r.allow()
	if got := r.gate(ecid, false); got != (device.Gate{Reason: device.GateMissing}) {
		t.Errorf("without a backup: %+v", got)
	}
	if got := r.gate("zz", true); !got.Allowed {
		t.Errorf("acknowledged: %+v", got)
	}
	r.backUp()
	for _, spelt := range []string{ecid, "1A2B3C4D5E6F", " 0X1a2b3c4d5e6f\n"} {
		if got := r.gate(spelt, false); got != (device.Gate{Allowed: true}) {
			t.Errorf("with a backup, as %q: %+v", spelt, got)
		}
	}
	for _, other := range []string{"1A2B3C4D5E6", "zz", "", "deviceBackup.", "1A2B3C4D5E6F%"} {
		if got := r.gate(other, false); got.Reason != device.GateMissing {
			t.Errorf("as %q: %+v", other, got)
		}
	}
	r.now = r.now.Add(device.BackupLife)
	if got := r.gate(ecid, false); !got.Allowed {
		t.Errorf("with a backup that is a day old: %+v", got)
	}
	r.now = r.now.Add(time.Second)
	want = device.Gate{Reason: device.GateStale, AgedMs: (device.BackupLife + time.Second).Milliseconds()}
	if got := r.gate(ecid, false); got != want {
		t.Errorf("with an old backup: %+v", got)
	}
	if got := r.gate(ecid, true); !got.Allowed {
		t.Errorf("acknowledged: %+v", got)
	}
}

func TestBackupsThatAreRefused(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	now := storage.TimeOf(r.now)
	for name, tt := range map[string]struct {
		backup device.Backup
		want   error
	}{
		"no number":      {device.Backup{FinishedAt: now}, device.ErrECID},
		"short":          {device.Backup{ECID: "1234567", FinishedAt: now}, device.ErrECID},
		"long":           {device.Backup{ECID: strings.Repeat("a", 25), FinishedAt: now}, device.ErrECID},
		"no digits":      {device.Backup{ECID: "1234567$(x)", FinishedAt: now}, device.ErrECID},
		"of tomorrow":    {device.Backup{ECID: ecid, FinishedAt: now.Add(24 * time.Hour)}, device.ErrFuture},
		"a little late":  {device.Backup{ECID: ecid, FinishedAt: now.Add(time.Second)}, nil},
		"of long ago":    {device.Backup{ECID: ecid, FinishedAt: 1}, nil},
		"of no time":     {device.Backup{ECID: ecid}, device.ErrPast},
		"before 1970":    {device.Backup{ECID: ecid, FinishedAt: -5}, device.ErrPast},
		"a strange path": {device.Backup{ECID: ecid, FinishedAt: now, Path: "/a'\"\n$(rm)"}, nil},
	} {
		if err := r.BackedUp(t.Context(), tt.backup); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
}

// However many devices are backed up, only the latest backups are remembered.
func TestBackupsAreBounded(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.allow()
	for n := range 120 {
		r.now = r.now.Add(time.Second)
		if err := r.BackedUp(t.Context(), device.Backup{ECID: fmt.Sprintf("%08d", n), FinishedAt: storage.TimeOf(r.now)}); err != nil {
			t.Fatal(err)
		}
	}
	if got := r.gate("00000019", false); got.Reason != device.GateMissing {
		t.Errorf("the oldest: %+v", got)
	}
	for _, kept := range []string{"00000020", "00000119"} {
		if got := r.gate(kept, false); !got.Allowed {
			t.Errorf("%s: %+v", kept, got)
		}
	}
}

func TestUninstalled(t *testing.T) {
	t.Parallel()
	r := newBench(t)
	r.track(1)
	what := device.Uninstall{ECID: ecid, BundleID: "com.example.a-b_1", App: 1, AppName: "given", OK: true}
	gate, denied := errors.AsType[*device.GateError](r.Uninstalled(t.Context(), what))
	if !denied || gate.Gate.Reason != device.GateFlag {
		t.Errorf("denied for %v", gate)
	}
	r.allow()
	r.backUp()
	for _, bundle := range []string{"", "a b", "a;b", "$(x)", "a\nb", "a'b", "é", strings.Repeat("a", 156)} {
		what := what
		what.BundleID = bundle
		r.want(r.Uninstalled(t.Context(), what), device.ErrBundleID)
	}
	what.ECID = "x"
	r.want(r.Uninstalled(t.Context(), what), device.ErrECID)
	what.ECID = ecid
	r.now = r.now.Add(time.Second) // lines of one moment are in no order
	if err := r.Uninstalled(t.Context(), what); err != nil {
		t.Fatal(err)
	}
	r.now = r.now.Add(time.Second)
	what.App, what.OK, what.Error, what.Acknowledged = 9, false, strings.Repeat("é", 400), true
	if err := r.Uninstalled(t.Context(), what); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, a := range storagetest.All[storage.Activity](t, r.store) {
		lines = append(lines, fmt.Sprintf("%s %s %d %s: %s", a.Type, a.Status, a.App, a.AppName, a.Summary))
	}
	want := []string{
		"cfgutil_uninstall error 0 given: Could not remove given from a device",
		"cfgutil_uninstall ok 1 App 1: Removed App 1 from a device",
		"cfgutil_backup ok 0 : Backed up Phone",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
}

func FuzzNormalECID(f *testing.F) {
	for _, text := range []string{ecid, " 0X12345678 ", "123456789012345678901234", "0x0x12345678", "１２３４５６７８", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		normal, ok := device.NormalECID(text)
		if !ok {
			return
		}
		if again, ok := device.NormalECID(normal); !ok || again != normal {
			t.Errorf("%q becomes %q and then %q", text, normal, again)
		}
		if len(normal) < 8 || len(normal) > 24 || strings.Trim(normal, "0123456789ABCDEF") != "" {
			t.Errorf("%q becomes %q", text, normal)
		}
	})
}
