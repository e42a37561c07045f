package httpapi_test

import (
	"crypto/rand"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
)

const (
	backupFiles = "/api/backup/snapshots"
	fileOfNow   = "auditor-snapshot-2026-05-04T12-00-00-000Z.json"
)

// withSnapshots lets an API keep backups in a folder.
func withSnapshots(t testing.TB, dir string) func(*httpapi.Config) {
	t.Helper()
	return func(cfg *httpapi.Config) {
		backups, err := backup.New(backup.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Key: secret()})
		if err != nil {
			t.Fatal(err)
		}
		if cfg.Snapshots, err = snapshots.New(snapshots.Config{
			Env:    storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader},
			Backup: backups, Dir: filepath.Join(dir, snapshots.Folder),
		}); err != nil {
			t.Fatal(err)
		}
		cfg.DataDir, cfg.NewLimiter = dir, unlimited
	}
}

func TestBackupFilesOnTheWire(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := newBackupAPI(t, withSnapshots(t, dir))
	folder, now := filepath.Join(dir, "backups"), float64(a.clock.Now().UnixMilli())
	plan := func(enabled bool, interval, kept float64, last, next any) map[string]any {
		return map[string]any{"enabled": enabled, "intervalHours": interval, "retentionCount": kept, "lastRunAt": last, "nextRunAt": next}
	}
	want := map[string]any{"settings": plan(false, 24, 10, nil, nil), "directory": folder, "snapshots": []any{}}
	equal(t, want, members(a.do("GET", backupFiles)), "at first")
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 0 {
		t.Errorf("listing has created %v, error %v", entries, err)
	}
	want["settings"] = plan(true, 24, 1, nil, now)
	equal(t, want, members(a.do("PUT", backupFiles, sameOrigin, body(`{"enabled":true,"retentionCount":1}`))), "planned")
	exported := a.export()
	size := float64(len(exported))
	file := map[string]any{"filename": fileOfNow, "path": filepath.Join(folder, fileOfNow), "createdAt": now, "sizeBytes": size}
	want["settings"], want["snapshots"] = plan(true, 24, 1, now, now+24*3600*1000), []any{file}
	equal(t, with(want, "created", file, "pruned", []any{}), members(a.post(backupFiles, "not looked at")), "made")
	equal(t, want, members(a.do("GET", backupFiles)), "afterwards")

	got := a.do("GET", backupFiles+"/"+fileOfNow).status(http.StatusOK)
	if got.Body.String() != exported {
		t.Errorf("the file is %.300s, want %.300s", got.Body, exported)
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Cache-Control": "no-store", "Content-Length": strconv.Itoa(len(exported)),
		"Content-Disposition": `attachment; filename="` + fileOfNow + `"`,
	} {
		if got.Header().Get(name) != value {
			t.Errorf("%s: %q, want %q", name, got.Header().Get(name), value)
		}
	}
	if head := a.do("HEAD", backupFiles+"/"+fileOfNow).status(http.StatusOK); head.Body.Len() != 0 || head.Header().Get("Content-Length") != strconv.Itoa(len(exported)) {
		t.Errorf("HEAD: %d bytes, header %v", head.Body.Len(), head.Header())
	}
	disk := members(a.do("GET", "/api/diagnostics/disk"))
	if disk["backupSnapshotCount"] != 1.0 || disk["files"].(map[string]any)["backups"] != size {
		t.Errorf("the disk is %v", disk)
	}

	a.clock.Advance(time.Hour)
	second := strings.Replace(fileOfNow, "T12", "T13", 1)
	made := members(a.post(backupFiles, ""))
	if diff := cmp.Diff([]any{file}, made["pruned"]); diff != "" || made["created"].(map[string]any)["filename"] != second {
		t.Errorf("made %v instead of (-want +got):\n%s", made["created"], diff)
	}
	a.do("GET", backupFiles+"/"+fileOfNow).error(http.StatusNotFound, "Not found")
	a.do("GET", backupFiles+"/"+second).status(http.StatusOK)
	reported := map[string]bool{}
	for _, line := range a.audits() {
		reported[line.Action+" "+line.Detail] = line.Success
	}
	for _, line := range []string{"backup.snapshot.settings.success ", "backup.snapshot.create.success " + fileOfNow, "backup.snapshot.create.success " + second} {
		if !reported[line] {
			t.Errorf("the audit log lacks %q: %v", line, reported)
		}
	}
}

// with returns members with more of them.
func with(members map[string]any, more ...any) map[string]any {
	all := map[string]any{}
	for name, value := range members {
		all[name] = value
	}
	for i := 0; i < len(more); i += 2 {
		all[more[i].(string)] = more[i+1]
	}
	return all
}

func TestPlanOnTheWire(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, withSnapshots(t, t.TempDir()))
	for _, test := range []struct {
		sent    string
		enabled bool
		hours   float64
		kept    float64
		named   string
	}{
		{`{}`, false, 24, 10, ""},
		{`{"enabled":true,"intervalHours":720,"retentionCount":100}`, true, 720, 100, ""},
		{`{"other":1,"Enabled":false,"lastRunAt":5}`, true, 720, 100, "Enabled, lastRunAt, other"},
		{`{"intervalHours":1,"retentionCount":2.0}`, true, 1, 2, ""},
		{`{"enabled":null,"intervalHours":null,"retentionCount":null}`, false, 24, 10, ""},
	} {
		answered := a.do("PUT", backupFiles, sameOrigin, body(test.sent))
		equal(t, test.named, answered.Header().Get(ignored), "%s", test.sent)
		got := members(answered)["settings"]
		want := map[string]any{"enabled": test.enabled, "intervalHours": test.hours, "retentionCount": test.kept, "lastRunAt": nil, "nextRunAt": nil}
		if test.enabled {
			want["nextRunAt"] = float64(a.clock.Now().UnixMilli()) // at once, as there has been none
		}
		equal(t, want, got, "%s", test.sent)
	}
	const wantHours, wantFiles = "intervalHours must be a whole number from 1 to 720", "retentionCount must be a whole number from 1 to 100"
	for sent, want := range map[string]string{
		`{"enabled":"false"}`: "enabled must be true or false", `{"enabled":1}`: "enabled must be true or false", `{"enabled":[]}`: "enabled must be true or false",
		`{"intervalHours":"24"}`: wantHours, `{"intervalHours":true}`: wantHours, `{"intervalHours":1e999}`: wantHours, `{"intervalHours":0}`: wantHours,
		`{"intervalHours":721}`: wantHours, `{"intervalHours":2.5}`: wantHours, `{"enabled":true,"retentionCount":{}}`: wantFiles,
		`{"retentionCount":101}`: wantFiles, `{"intervalHours":5,"retentionCount":-1}`: wantFiles, `{"retentionCount":1e9}`: wantFiles,
		`null`: "The body must be a JSON object", `[]`: "The body must be a JSON object", ``: "The body is empty", `{"enabled":true`: "The body is not valid JSON",
	} {
		a.do("PUT", backupFiles, sameOrigin, body(sent)).error(http.StatusBadRequest, want)
	}
	if got := members(a.do("GET", backupFiles))["settings"].(map[string]any); got["enabled"] != false || got["retentionCount"] != 10.0 {
		t.Errorf("refused, and changed: %v", got)
	}
	a.do("PUT", backupFiles, sameOrigin, body(`{"enabled":"`+strings.Repeat("x", 4<<10)+`"}`)).status(http.StatusRequestEntityTooLarge)
}

func TestBackupFileIsOfTheFolderOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a := newBackupAPI(t, withSnapshots(t, dir))
	a.post(backupFiles, "").status(http.StatusOK)
	for _, name := range []string{fileOfNow, "auditor-snapshot-secret.json"} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("confidential"), 0o600))
	}
	must(t, os.WriteFile(filepath.Join(dir, "backups", "auditor-snapshot-x.json"), []byte("confidential"), 0o600))
	for _, path := range []string{
		"..%2F" + fileOfNow, "%2e%2e%2f" + fileOfNow, "..%5c" + fileOfNow, "%2e%2e", "..", ".", "x%2F..%2F" + fileOfNow, "../" + fileOfNow, "../../" + fileOfNow,
		"auditor-snapshot-..%2Fauditor-snapshot-secret.json", "auditor-snapshot-x.json", "auditor-snapshot-.json", "secret.key", fileOfNow + "%00", fileOfNow + "/",
		strings.Replace(fileOfNow, "000Z", "000Z-2", 1), strings.ToUpper(fileOfNow), "",
	} {
		got := a.do("GET", backupFiles+"/", escaped(t, backupFiles+"/"+path))
		if got.Code != http.StatusNotFound || strings.Contains(got.Body.String(), "confidential") {
			t.Errorf("%s: status %d, %s", path, got.Code, got.Body)
		}
	}
}

func TestBackupFilesGuards(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, func(cfg *httpapi.Config) {
		withSnapshots(t, t.TempDir())(cfg)
		cfg.AdminToken = token
	})
	a.post(backupFiles, "").error(http.StatusUnauthorized, "Admin token required")
	a.do("PUT", backupFiles, sameOrigin, body("{}")).error(http.StatusUnauthorized, "Admin token required")
	a.do("GET", backupFiles).status(http.StatusOK)
	lease := storage.Task{Kind: "backup-depot", Owner: "other process", Due: storage.TimeOf(a.clock.Now()) + 1}
	a.update(func(tx *storage.Tx) error { return tx.Tasks.Put(lease) })
	a.post(backupFiles, "", withHeader).error(http.StatusConflict, "Another backup is being written")
}

// Without a folder there are no backup files.
func TestNoBackupFiles(t *testing.T) {
	t.Parallel()
	a := newBackupAPI(t, nil)
	for _, got := range []*answer{
		a.do("GET", backupFiles), a.do("PUT", backupFiles, sameOrigin, body(`{"enabled":true}`)), a.post(backupFiles, ""), a.do("GET", backupFiles+"/"+fileOfNow),
	} {
		got.error(http.StatusNotImplemented, "Not supported by this installation")
	}
}

func TestBackupFilesNeedTheTokenThatAnExportNeeds(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := newBackupAPI(t, withSnapshots(t, dir))
	open.post(backupFiles, "")
	file := backupFiles + "/" + fileOfNow
	folder := filepath.Join(dir, "backups")
	for name, tt := range map[string]struct {
		change     func(*httpapi.Config)
		list, file int // without the token
	}{
		"local":                {func(*httpapi.Config) {}, 200, 200},
		"local, with a token":  {withToken, 200, 401},
		"exposed":              {isExposed, 401, 401},
		"exposed with a token": {exposedWithToken, 401, 401},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newBackupAPI(t, func(c *httpapi.Config) {
				withSnapshots(t, dir)(c)
				tt.change(c)
			})
			for _, path := range []string{file, backupFiles + "/x", backupFiles + "/..%2f"} {
				for _, o := range []option{sameOrigin, cookie("wrong"), header("Range", "bytes=0-1"), header("If-None-Match", "*")} {
					got := a.do("GET", path, o)
					if got.Code == http.StatusOK && tt.file != http.StatusOK || got.Code == http.StatusPartialContent || got.Code == http.StatusNotModified {
						t.Errorf("GET %s: status %d", path, got.Code)
					}
				}
			}
			a.do("GET", file).status(tt.file)
			a.do("GET", file, escaped(t, strings.Replace(file, "auditor", "%61uditor", 1))).status(tt.file)
			if head := a.do("HEAD", file).status(tt.file); head.Header().Get("Content-Disposition") != "" && tt.file != http.StatusOK {
				t.Errorf("HEAD describes the file: %v", head.Header())
			}
			got := a.do("GET", backupFiles).status(tt.list)
			shown := strings.Contains(got.Body.String(), dir)
			if want := name == "local"; shown != want {
				t.Errorf("absolute paths are shown: %v, want %v: %s", shown, want, got.Body)
			}
			if tt.list == http.StatusOK && !shown {
				list := members(got)
				one := list["snapshots"].([]any)[0].(map[string]any)
				if list["directory"] != "backups" || one["path"] != filepath.Join("backups", fileOfNow) || one["filename"] != fileOfNow {
					t.Errorf("the list is %v", list)
				}
			}
			if !strings.Contains(name, "token") {
				return
			}
			session := cookie(a.login())
			for _, o := range []option{withHeader, bearer(token), session} {
				a.do("GET", file, o).status(http.StatusOK)
				if list := members(a.do("GET", backupFiles, o)); list["directory"] != folder {
					t.Errorf("with the token, the folder is %v, want %s", list["directory"], folder)
				}
			}
		})
	}
}
