package appstore

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/storage"
)

// maxRelated is how many apps of a shelf are saved.
const maxRelated = 10

// rawRelated is an app that is shown beside another, as a page names it.
type rawRelated struct {
	id                   loose
	name, developer, url string
	icon                 *string
}

// relatedApps collects the apps shown beside one.
type relatedApps struct {
	of      storage.AppID
	country string
	list    []storage.RelatedApp
}

// add adds an app to a shelf unless it is there already, the shelf is full, or it is not an
// app that can be tracked: a bundle, or an app without a name.
func (r *relatedApps) add(shelf string, raw rawRelated) {
	id, ok := raw.id.Integer()
	name := line(raw.name, maxName)
	if !ok || id <= 0 || id > int64(storage.MaxAppID) || storage.AppID(id) == r.of || name == "" {
		return
	}
	app := storage.RelatedApp{
		Shelf: shelf, Related: storage.AppID(id), Name: name, Developer: storage.Text(line(raw.developer, maxName)),
	}
	if raw.icon != nil {
		app.IconURL = storage.Text(*raw.icon)
	}
	switch url := storeURL(raw.url, app.Related); {
	case url != nil:
		app.URL = *url
	case raw.url != "":
		return
	default:
		app.URL = fmt.Sprintf("%s/%s/app/id%d", defaultPagesURL, cmp.Or(r.country, defaultCountry), app.Related)
	}
	for _, other := range r.list {
		if other.Shelf == shelf {
			app.Position++
		}
	}
	known := slices.ContainsFunc(r.list, func(o storage.RelatedApp) bool { return o.Shelf == shelf && o.Related == app.Related })
	if !known && app.Position < maxRelated {
		r.list = append(r.list, app)
	}
}
