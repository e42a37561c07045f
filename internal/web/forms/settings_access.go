package forms

import (
	"context"

	"github.com/privacylabels/auditor/internal/web/ui"
)

// accessPage is the screen of who may change something here.
type accessPage struct{ page *ui.Template }

func newAccess(kit *ui.Kit, _ Config) ([]ui.Screen, error) {
	page, err := kit.Template(templates, "templates/access.html", "templates/sections.html")
	s := accessPage{page}
	return []ui.Screen{{Route: "GET /settings/access", As: "GET /api/auth/admin-token/status", Serve: s.get}}, err
}

type accessView struct{ Section string }

func (s accessPage) get(_ context.Context, r ui.Request) (ui.Reply, error) {
	return s.page.Render(r, ui.Head{Title: "Access", Nav: settingsTitle}, accessView{"access"})
}
