package people

import (
	"context"
	"net/http"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/review"
)

// readers are pages and programs with the cursors up to which they have read the
// changelog.
type readers struct{ reviews *review.Service }

func (r readers) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/readers", ID: "readers", Group: "changelog", Summary: "List the readers of the changelog", Member: "readers",
		}, r.reviews.Readers),
		op.New(op.Spec{
			Route: "GET /api/readers/{name}", ID: "reader", Group: "changelog", Summary: "Get the cursor of a reader",
			Refuses: []int{http.StatusNotFound},
		}, r.get),
		op.New(op.Spec{
			Route: "PUT /api/readers/{name}", ID: "setReader", Group: "changelog", Summary: "Set the cursor of a reader",
			MaxBody: 1 << 10, BodyOptional: true, Refuses: []int{http.StatusConflict, http.StatusGone},
			Example: `{"cursor": "0"}`,
		}, r.set),
		op.New(op.Spec{
			Route: "DELETE /api/readers/{name}", ID: "forgetReader", Group: "changelog", Summary: "Remove a reader",
			Refuses: []int{http.StatusNotFound},
		}, r.forget),
	}
}

// readerRequest names a reader.
type readerRequest struct {
	Name string `path:"name" doc:"1 to 64 letters, digits, dots, hyphens and underscores"`
}

func (r readers) get(ctx context.Context, in readerRequest) (review.Reader, error) {
	return r.reviews.Reader(ctx, in.Name)
}

type setReaderRequest struct {
	readerRequest
	Cursor changelog.Cursor `json:"cursor" op:"max=100" doc:"A cursor from a response of GET /api/changelog. Without it, the reader is set to the end of the changelog."`
}

func (r readers) set(ctx context.Context, in setReaderRequest) (review.Reader, error) {
	return r.reviews.SetReader(ctx, in.Name, in.Cursor)
}

func (r readers) forget(ctx context.Context, in readerRequest) (op.OK, error) {
	return op.OK{OK: true}, r.reviews.ForgetReader(ctx, in.Name)
}
