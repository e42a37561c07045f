package apps

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// pairs serves apps that are in two stores.
type pairs struct{ fleet *tracked.Service }

func (p pairs) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/apps/{id}/pair", ID: "appPair", Group: "fleet", Summary: "Get the same app in the other store, or suggestions",
			Refuses: []int{http.StatusNotFound},
		}, p.of),
		op.New(op.Spec{
			Route: "PUT /api/apps/{id}/pair", ID: "pairApp", Group: "fleet", Summary: "Record that two apps are one app in two stores",
			Refuses: []int{http.StatusNotFound, http.StatusConflict}, Example: `{"with": 2}`,
		}, p.put),
		op.New(op.Spec{
			Route: "DELETE /api/apps/{id}/pair", ID: "unpairApp", Group: "fleet", Summary: "Remove the pair of an app",
			Refuses: []int{http.StatusNotFound},
		}, p.remove),
		op.New(op.Spec{
			Route: "GET /api/pairs", ID: "pairs", Group: "fleet", Summary: "List the apps that are paired in two stores, with what only one store declares",
		}, p.list),
	}
}

func (p pairs) of(ctx context.Context, in op.AppRequest) (tracked.PairState, error) {
	return p.fleet.PairOf(ctx, in.App)
}

type pairRequest struct {
	op.AppRequest
	With storage.AppID `json:"with" op:"required" doc:"The ID of the app in the other store, or the name of its package."`
}

func (p pairs) put(ctx context.Context, in pairRequest) (tracked.ShownPair, error) {
	return p.fleet.Pair(ctx, in.App, in.With)
}

// unpaired is the answer to the removal of a pair.
type unpaired struct {
	Removed bool `json:"removed"` // whether the app had a pair
}

func (p pairs) remove(ctx context.Context, in op.AppRequest) (unpaired, error) {
	removed, err := p.fleet.Unpair(ctx, in.App)
	return unpaired{removed}, err
}

type pairsRequest struct {
	Differs bool                    `query:"differs" doc:"Only the pairs whose declarations differ."`
	Limit   op.Optional[pairsLimit] `query:"limit" doc:"The maximum number of pairs. Defaults to 500."`
	After   storage.AppID           `query:"after" doc:"Only pairs after this ID: the next of the page before."`
}

// pairsLimit is the number of pairs on a page.
type pairsLimit int

func (pairsLimit) Bounds() (least, most int64) { return 1, tracked.MaxPairs }

// pairList is a page of the pairs.
type pairList struct {
	Pairs []tracked.ShownPair `json:"pairs"` // the pairs, by the ID of the app in the App Store
	Next  *storage.AppID      `json:"next"`  // after of the next page; null: there is none
}

func (p pairs) list(ctx context.Context, in pairsRequest) (pairList, error) {
	all, next, err := p.fleet.Pairs(ctx, storage.PairQuery{Differs: in.Differs, After: in.After, Limit: int(in.Limit.Value)})
	answer := pairList{Pairs: all}
	if next != 0 {
		answer.Next = &next
	}
	return answer, err
}
