package op

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Spec declares an operation, without its handler.
type Spec struct {
	Route   string // method and path, such as "GET /api/devices/{id}"
	ID      string // the operationId, which names the method of the generated client
	Group   string // the tag in the document
	Summary string

	Access  Access // zero: Read for GET, Change for any other method
	Limit   Limit
	MaxBody int64 // bytes; zero: DefaultBody

	// Cached means that the answer depends on nothing but the decoded request, which must be
	// comparable, the database and, for an [Expirer], the time. It has an entity tag, and is
	// cached until the next write, until its ValidUntil, or until others need the room.
	Cached bool
	// Reads are the tables that the answers of a cached operation are made from. They are
	// cached until the next write to one of these tables; zero: to any table. A request that is
	// a [Reader] names those of its own answer.
	Reads storage.Tables
	// Private means that no cache outside the service may store the answer.
	Private bool
	// TokenInAddress means that a read token may be in the query, as "token", for clients
	// that cannot send headers.
	TokenInAddress bool
	// AsksAppStore means that the handler makes requests to the App Store, which get a
	// lower priority if the client is not trusted.
	AsksAppStore bool
	// Heavy means that the answer is made from most of the record, so that it keeps a processor
	// busy. Only a few such answers are made at the same time; those that are cached do not count.
	Heavy bool
	// Upload means that the body is large and is read by the handler. Only a few such
	// bodies are received at the same time.
	Upload bool

	// Member is the name of the only member of the answer, whose value the handler returns.
	// Empty: the handler returns the whole answer.
	Member string
	// BodyOptional means that the body may be missing.
	BodyOptional bool
	// Example is a body, as JSON.
	Example string
	// Status is the status of an answer that is not a [Statuser]; zero: 200.
	Status int
	// Refuses lists statuses of refusals in addition to those that every operation has.
	Refuses []int

	Doc Doc
}

// DefaultBody is the default maximum size of a body, in bytes.
const DefaultBody = 64 << 10

// Limit limits the calls of a client to all operations of one bucket together. The zero Limit
// means no limit.
type Limit struct {
	Bucket     string // a part in braces is a parameter of the path
	Calls      uint64
	Window     time.Duration
	RetryAfter bool // a refusal has the header Retry-After
}

// Every returns a limit with RetryAfter.
func Every(window time.Duration, calls uint64, bucket string) Limit {
	return Limit{bucket, calls, window, true}
}

// Operation is an operation with its types erased, so that all can be in one table.
type Operation struct {
	Spec
	Method, Path string

	// Decode decodes a request to the value that Handle takes. Its error is for the client.
	Decode func(Request) (in any, err error)
	// Handle calls the handler. The request may be nil if the operation is cached.
	Handle func(ctx context.Context, r Request, in any) (any, error)

	in, out reflect.Type
	plan    *plan
	err     error
}

// Reader is a request whose answer is made from other tables than those of other requests of the
// operation.
type Reader interface {
	// Reads returns what [Spec.Reads] is for all requests.
	Reads() storage.Tables
}

// ReadsFor returns the tables that the answer to a request is made from; zero: any.
func (o Operation) ReadsFor(in any) storage.Tables {
	if r, ok := in.(Reader); ok {
		return r.Reads()
	}
	return o.Reads
}

// None is the request of an operation without parameters and body.
type None struct{}

// New returns an operation. If the declaration is invalid, [Operation.Err] returns the error.
func New[In, Out any](spec Spec, handle func(context.Context, In) (Out, error)) Operation {
	return newOperation(spec, reflect.TypeFor[In](), reflect.TypeFor[Out](), false, func(ctx context.Context, _ Request, in any) (any, error) {
		return handle(ctx, in.(In))
	})
}

// NewPlain is [New] for a handler of requests without parameters and body.
func NewPlain[Out any](spec Spec, handle func(context.Context) (Out, error)) Operation {
	return newOperation(spec, reflect.TypeFor[None](), reflect.TypeFor[Out](), false, func(ctx context.Context, _ Request, _ any) (any, error) {
		return handle(ctx)
	})
}

// WithRequest is [New] for a handler that needs the [Request] in addition to its decoded
// values. Its answers cannot be cached: one made for a client could be sent to another.
func WithRequest[In, Out any](spec Spec, handle func(context.Context, Request, In) (Out, error)) Operation {
	return newOperation(spec, reflect.TypeFor[In](), reflect.TypeFor[Out](), true, func(ctx context.Context, r Request, in any) (any, error) {
		return handle(ctx, r, in.(In))
	})
}

// newOperation returns an operation. It is not generic, because there would be one for each
// pair of types. Whole means that the answer depends on the whole request.
func newOperation(spec Spec, in, out reflect.Type, whole bool, handle func(context.Context, Request, any) (any, error)) Operation {
	o := Operation{Spec: spec, Handle: handle, in: in, out: out}
	var ok bool
	if o.Method, o.Path, ok = strings.Cut(spec.Route, " "); !ok {
		o.err = errors.New("the route has no method")
		return o
	}
	o.Access = spec.Access.orByMethod(o.Method)
	if o.plan, o.err = planOf(in); o.err != nil {
		return o
	}
	switch {
	case spec.Cached && whole:
		o.err = errors.New("answers that depend on more than the decoded request cannot be cached")
	case spec.Cached && !in.Comparable():
		o.err = fmt.Errorf("answers are cached by %v, which cannot be compared", in)
	}

	o.Decode = o.decode
	if o.plan.onlyQuery() && o.Method == http.MethodGet { // any other request may have a body, whose members are named
		o.Decode = withoutQuery(o.Decode)
	}
	if spec.Member != "" {
		o.Handle = func(ctx context.Context, r Request, in any) (any, error) {
			out, err := handle(ctx, r, in)
			return map[string]any{spec.Member: out}, err
		}
	}
	return o
}

func (o Operation) decode(r Request) (any, error) {
	in := reflect.New(o.in)
	err := o.plan.decode(r, in.Elem(), o.BodyOptional, o.Upload)
	if err == nil {
		err = check(o.plan, r, in)
	}
	if own, ok := in.Interface().(interface{ Refusal(*Error) error }); ok && err != nil {
		err = own.Refusal(r.Explain(err))
	}
	if err != nil {
		return nil, err
	}
	return in.Elem().Interface(), nil
}

// withoutQuery caches the result of decoding a request without a query, which most frequent
// reads are.
func withoutQuery(decode func(Request) (any, error)) func(Request) (any, error) {
	var once sync.Once
	var in any
	var err error
	return func(r Request) (any, error) {
		if r.HTTP().URL.RawQuery != "" {
			return decode(r)
		}
		once.Do(func() { in, err = decode(r) })
		return in, err
	}
}

// BodyLimit returns the maximum size of a body in bytes.
func (o Operation) BodyLimit() int64 { return cmp.Or(o.MaxBody, DefaultBody) }

// Err returns the error in the declaration of the operation, or nil.
func (o Operation) Err() error {
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("op: %s: %w", o.Route, o.err)
}
