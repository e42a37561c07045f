package legacy

import (
	"github.com/privacylabels/auditor/backup/internal/record"
	"github.com/privacylabels/auditor/storage"
)

// takeImport takes a list of apps to import. The other service treats an unknown
// source as manual.
func (t *translation) takeImport(r *row) error {
	i := storage.Import{
		ID: r.text("id"), CreatedAt: r.time("created_at"), CompletedAt: storage.NullTime(r.time("completed_at")), Source: storage.ImportSource(r.text("source")),
		SourceLabel: r.known("source_label"), Total: r.count("total"), Device: r.known("device_id"),
	}
	if !i.Source.Known() {
		i.Source = storage.ImportManual
	}
	return t.put(r, i)
}

// takeItem takes an item of an import, numbered in the order of its rows. One
// without a query is left. A queued item without a URL has to be searched for, as
// in the other service.
func (t *translation) takeItem(r *row) error {
	list := r.text("import_id")
	i := storage.ImportItem{
		ID: storage.ImportItemID{Import: list, Seq: t.items[record.Fingerprint(list)]}, Query: r.text("query"), EditedQuery: r.known("edited_query"),
		Status: storage.ImportStatus(r.text("status")), AppName: r.known("app_name"), Developer: r.known("developer"), URL: r.address("url"),
		IconURL: r.address("icon_url"), Country: r.known("country"), Error: r.known("scrape_error"),
		NextAttempt: storage.NullTime(r.time("next_attempt_at")), Attempts: r.count("attempt_count"),
	}
	if i.Query == "" {
		return t.leave(r)
	}
	if r.text("app_id") != "" {
		i.App = r.app("app_id")
	}
	if r.text("removed_app_id") != "" {
		i.RemovedApp = r.app("removed_app_id")
	}
	switch {
	case !i.Status.Known():
		i.Status = storage.ImportUnmatched
	case i.Status == storage.ImportQueued && i.URL == "":
		i.Status = storage.ImportPendingSearch
	}
	t.items[record.Fingerprint(list)]++
	return t.put(r, i)
}
