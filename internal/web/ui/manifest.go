package ui

import (
	"context"
	"encoding/json"
)

// manifest describes the page to browsers that install it, so that it opens in a window of its own and
// receives links that other apps share.
func (k *Kit) manifest() Screen {
	return Screen{Route: "GET /manifest.webmanifest", Serve: func(_ context.Context, r Request) (Reply, error) {
		icon, err := k.files.path("icon.svg")
		if err != nil {
			return Reply{}, err
		}
		at := func(path string) string { return r.Base() + path }
		body, err := json.Marshal(map[string]any{
			"name": "Privacy labels", "short_name": "Labels", "id": at("/"), "start_url": at("/"), "scope": at("/"), "display": "minimal-ui",
			"background_color": "#fbfaf6", "theme_color": "#2f4a8a",
			"icons": []map[string]string{{"src": at(icon), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}},
			"share_target": map[string]any{
				"action": at("/add"), "method": "GET", "params": map[string]string{"title": "title", "text": "text", "url": "url"},
			},
		})
		return Reply{ContentType: "application/manifest+json", Body: body}, err
	}}
}
