package apps

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// groupAnswer is a privacy type of the grouped view.
type groupAnswer struct {
	// The identifier that the App Store gives it, which does not depend on the language.
	Identifier string                `json:"identifier"`
	Title      string                `json:"title"`      // the title
	Detail     storage.Text          `json:"detail"`     // more about it; null or empty: nothing
	Categories []groupCategoryAnswer `json:"categories"` // the data categories of the type
}

type groupCategoryAnswer struct {
	// The identifier that the App Store gives it, which does not depend on the language.
	Identifier string              `json:"identifier"`
	Title      string              `json:"title"`      // the title
	RiskWeight int                 `json:"riskWeight"` // the weight of the category in the risk of an app
	Apps       []*tracked.GroupApp `json:"apps"`       // the apps
}

// grouped returns the apps grouped by the data that they collect.
func (l list) grouped(ctx context.Context, part tracked.Subset) (any, error) {
	groups, err := part.Grouped(ctx)
	if err != nil {
		return nil, err
	}
	shown := 0
	for _, g := range groups {
		for _, c := range g.Categories {
			shown += len(c.Apps)
		}
	}
	if shown >= l.largeFrom {
		return groupList(groups), nil
	}
	return groupedAnswer(groups), nil
}

func groupedAnswer(groups []tracked.Group) []groupAnswer {
	answer := make([]groupAnswer, len(groups))
	for i, g := range groups {
		categories := make([]groupCategoryAnswer, len(g.Categories))
		for k, c := range g.Categories {
			categories[k] = groupCategoryAnswer(c)
		}
		answer[i] = groupAnswer{g.Identifier, g.Title, g.Detail, categories}
	}
	return answer
}

// groupList is the grouped view of a large fleet.
type groupList []tracked.Group

func (s groupList) SetHeader(h http.Header) { h.Set("Content-Type", "application/json") }

func (s groupList) WriteAll(ctx context.Context, w io.Writer) error {
	texts := map[*tracked.GroupApp]string{} // the JSON of each app, which may be in many groups
	list := newArrayWriter(w)
	for _, g := range s {
		list.open(struct {
			Identifier string       `json:"identifier"`
			Title      string       `json:"title"`
			Detail     storage.Text `json:"detail"`
		}{g.Identifier, g.Title, g.Detail}, "categories")
		for _, c := range g.Categories {
			list.open(struct {
				Identifier string `json:"identifier"`
				Title      string `json:"title"`
				RiskWeight int    `json:"riskWeight"`
			}{c.Identifier, c.Title, c.RiskWeight}, "apps")
			for _, app := range c.Apps {
				if err := ctx.Err(); err != nil {
					return err
				}
				text, found := texts[app]
				if !found {
					encoded, err := json.Marshal(app)
					if err != nil {
						return err
					}
					text = string(encoded)
					texts[app] = text
				}
				if err := list.encoded(text); err != nil {
					return err
				}
			}
			list.close()
		}
		list.close()
	}
	return list.end()
}
