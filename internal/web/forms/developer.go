package forms

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/backup/dataset"
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// maxDeveloperApps limits the rows of the screen about one developer.
const maxDeveloperApps = 200

// developer is the screen about one developer.
type developer struct {
	*ui.Kit
	page *ui.Template
}

func newDeveloper(kit *ui.Kit) []ui.Screen {
	d := developer{kit, kit.Template(templates, "templates/developer.html")}
	return []ui.Screen{{Route: "GET /developer", Query: []string{"source", "name"}, As: "GET /api/developers", Serve: d.get}}
}

type developerView struct {
	Name  string
	Store language.Words
	Total int
	Worst ui.Grade
	Apps  []developerAppRow

	Changes, Worse int // of the apps that are listed
}

type developerAppRow struct {
	dataset.DeveloperApp
	Grade ui.Grade
}

func (d developer) get(ctx context.Context, r ui.Request) (ui.Reply, error) {
	source, name := ui.Query(r, "source"), r.HTTP().URL.Query().Get("name")
	apps, total, err := d.Datasets.DeveloperApps(ctx, source, name, maxDeveloperApps)
	if err != nil {
		return ui.Reply{}, err
	}
	if total == 0 {
		return ui.Reply{}, fmt.Errorf("developer %.100q in %.40q: %w", name, source, storage.ErrNotFound)
	}
	view := developerView{Name: name, Store: storeName(sourceOf(source)), Total: total}
	worst := apps[0].Risk
	for _, app := range apps {
		if app.Risk.Rank() > worst.Rank() {
			worst = app.Risk
		}
		view.Changes += app.Changes
		view.Worse += app.Worse
		view.Apps = append(view.Apps, developerAppRow{app, ui.Grades[app.Risk]})
	}
	view.Worst = ui.Grades[worst]
	return d.page.Render(r, ui.Head{Name: name, Nav: statisticsTitle}, view)
}
