package storage_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

func TestRestorableNumbers(t *testing.T) {
	t.Parallel()
	deep := json.RawMessage(`{"a":[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]}`)
	for _, tt := range []struct{ record, want any }{
		{storage.App{PriceAmount: new(9007199254740993.0)}, storage.App{PriceAmount: new(float64(storage.MaxExact))}},
		{storage.App{PriceAmount: new(math.Inf(-1))}, storage.App{PriceAmount: new(float64(-storage.MaxExact))}},
		{storage.App{PriceAmount: new(math.NaN())}, storage.App{PriceAmount: new(0.0)}},
		{storage.App{PriceAmount: new(4.99), ChangeCount: storage.MaxExact}, storage.App{PriceAmount: new(4.99), ChangeCount: storage.MaxExact}},
		{storage.App{ChangeCount: math.MaxInt64}, storage.App{ChangeCount: storage.MaxExact}},
		{storage.App{Footprint: math.MaxInt64}, storage.App{Footprint: math.MaxInt64}},
		{storage.Activity{ID: "a", Detail: deep}, storage.Activity{ID: "a"}},
		{storage.Activity{ID: "a", Detail: deep[6 : len(deep)-2]}, storage.Activity{ID: "a", Detail: deep[6 : len(deep)-2]}},
	} {
		if diff := cmp.Diff(tt.want, storage.Restorable(tt.record)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.record, diff)
		}
	}
}
