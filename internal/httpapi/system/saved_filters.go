package system

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/storage"
)

// savedFilters are the filters of lists that the user has saved under names.
type savedFilters struct{ Config }

func (f savedFilters) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/saved-filters", ID: "savedFilters", Group: "admin", Summary: "List the saved filters of lists",
			Cached: true, Reads: storage.TablesOf("Settings"), Member: "filters",
		}, f.list),
		op.New(op.Spec{
			Route: "PUT /api/saved-filters", ID: "saveFilter", Group: "admin", Summary: "Save a filter of a list under a name",
			MaxBody: 8 << 10, Refuses: []int{http.StatusConflict}, Example: `{"list": "apps", "name": "Who tracks by location", "query": "use=tracking&data=LOCATION"}`,
		}, f.save),
		op.New(op.Spec{
			Route: "DELETE /api/saved-filters", ID: "forgetFilter", Group: "admin", Summary: "Remove a saved filter",
			Refuses: []int{http.StatusNotFound},
		}, f.forget),
	}
}

func (f savedFilters) list(ctx context.Context) ([]preferences.Filter, error) {
	return storage.View(ctx, f.Store, func(tx *storage.Tx) ([]preferences.Filter, error) { return preferences.Filters(tx, "") })
}

// filterRequest names a saved filter.
type filterRequest struct {
	List string `query:"list" op:"required" enum:"apps,changes" doc:"What it is a filter of: apps or changes." example:"apps"`
	Name string `query:"name" op:"required,max=400" doc:"The name; letter case is ignored." example:"Who tracks by location"`
}

type saveFilterRequest struct {
	List  string `json:"list" op:"required" enum:"apps,changes"` // what it is a filter of: apps or changes
	Name  string `json:"name" op:"required,max=400" doc:"1 to 60 characters. A filter with this name is replaced; letter case is ignored."`
	Query string `json:"query" op:"required,max=2000" doc:"The query of the address of the list on the web page, without the question mark."`
}

func (f savedFilters) save(ctx context.Context, in saveFilterRequest) (preferences.Filter, error) {
	return storage.Update(ctx, f.Store, func(tx *storage.Tx) (preferences.Filter, error) {
		return preferences.SaveFilter(tx, preferences.Filter{List: in.List, Name: in.Name, Query: in.Query})
	})
}

func (f savedFilters) forget(ctx context.Context, in filterRequest) (op.OK, error) {
	return op.OK{OK: true}, f.Store.Update(ctx, func(tx *storage.Tx) error {
		_, err := preferences.ForgetFilter(tx, in.List, in.Name)
		return err
	})
}
