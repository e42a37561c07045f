package ui

import (
	"context"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// findChoices is how many matches of a name are offered.
const findChoices = 12

// FindApp returns the app that a text names: by its ID, or by a name that only one of the
// apps has. Otherwise it returns the apps to choose from, none if no name is like that.
func (k *Kit) FindApp(ctx context.Context, text string) (storage.AppID, []storage.App, error) {
	if id, err := storage.ParseAppKey(text); err == nil {
		return id, nil, nil
	}
	page, err := k.Fleet.On().List(ctx, tracked.ListQuery{Search: text, Limit: findChoices})
	if err != nil {
		return 0, nil, err
	}
	called := slices.DeleteFunc(slices.Clone(page.Apps), func(app storage.App) bool { return storage.SearchKey(app.Name) != storage.SearchKey(text) })
	same := slices.DeleteFunc(slices.Clone(called), func(app storage.App) bool { return !strings.EqualFold(app.Name, text) })
	for _, found := range [][]storage.App{page.Apps, same, called} {
		if len(found) == 1 {
			return found[0].ID, nil, nil
		}
	}
	return 0, page.Apps, nil
}
