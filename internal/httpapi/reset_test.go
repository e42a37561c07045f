package httpapi_test

import (
	"net/http"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestResetOnTheWire(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, withToken)
	session := a.login()
	bundle := a.do("GET", "/api/backup/export", withHeader).status(http.StatusOK).Body.String()
	before := a.apps()
	a.post("/api/reset", "").error(http.StatusUnauthorized, "Admin token required")
	lease := storage.Task{Kind: "runner", Subject: "sync", Owner: "other process", Due: storage.TimeOf(a.clock.Now()) + 1}
	a.update(func(tx *storage.Tx) error { return tx.Tasks.Put(lease) })
	a.post("/api/reset", "", withHeader).error(http.StatusConflict, "Another run is in progress")
	if after := a.apps(); after != before {
		t.Errorf("refused, and changed: %s, want %s", after, before)
	}
	lease.Owner = ""
	a.update(func(tx *storage.Tx) error { return tx.Tasks.Put(lease) })
	equal(t, map[string]any{"success": true, "snapshotBefore": nil, "warning": noFolder}, members(a.post("/api/reset", "{}", cookie(session))), "answer")
	if got := a.apps(); got != "[]\n" {
		t.Errorf("apps %s, want none", got)
	}
	// The session, the settings and the trust in old backups are as they were.
	if got := members(a.do("GET", "/api/settings", cookie(session))); got["aiModel"] != "m" {
		t.Errorf("settings %v", got)
	}
	if got := members(a.post("/api/backup/restore", bundle, cookie(session))); got["trust"] != "trusted" {
		t.Errorf("restored %v", got)
	}
	if after := a.apps(); after != before {
		t.Errorf("restored %s, want %s", after, before)
	}
	reported := map[string]bool{}
	for _, line := range a.audits() {
		reported[line.Action] = line.Success
	}
	if !reported["reset.success"] || reported["reset.failed"] || !reported["backup.restore"] {
		t.Errorf("audit log: %v", reported)
	}
}

// noFolder is the warning of an installation without a folder for backups.
const noFolder = "no backup was written first: this installation has no folder for backups"
