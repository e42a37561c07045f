package backup

import (
	"github.com/privacylabels/auditor/storage"
)

// takeImport takes a list that was taken in. Elsewhere one of an unknown source is
// read as made by hand.
func (t *translation) takeImport(r *row) error {
	i := storage.Import{
		ID: r.text("id"), CreatedAt: r.time("created_at"), CompletedAt: storage.NullTime(r.time("completed_at")), Source: storage.ImportSource(r.text("source")),
		SourceLabel: r.known("source_label"), Total: r.count("total"), Device: r.known("device_id"),
	}
	if !i.Source.Known() {
		i.Source = storage.ImportManual
	}
	return t.out.put(memberImports, r, i)
}

// takeItem takes a line of a list, whose place is that among its rows. One that asks
// for nothing is left out. What waits to be read but has no address is to be
// searched for, as it is elsewhere.
func (t *translation) takeItem(r *row) error {
	list := r.text("import_id")
	i := storage.ImportItem{
		ID: storage.ImportItemID{Import: list, Seq: t.items[fingerprint(list)]}, Query: r.text("query"), EditedQuery: r.known("edited_query"),
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
	t.items[fingerprint(list)]++
	return t.out.put(memberImportItems, r, i)
}
