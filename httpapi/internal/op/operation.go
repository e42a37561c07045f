package op

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/privacylabels/auditor/storage"
)

// Spec is what an operation is besides its handler.
type Spec struct {
	Route   string // method and path, such as "GET /api/devices/{id}"
	ID      string // the operationId, which names the method of the generated client
	Group   string // the tag in the document
	Summary string

	Token   Token
	Limit   Limit
	MaxBody int64 // bytes; zero: DefaultBody

	// Cached operations depend on their request and the database alone. Their
	// answers are kept until the next change, and have an entity tag. The request
	// must be comparable.
	Cached bool
	// Reads are the tables that the answers of a cached operation are made from. They
	// are kept until the next write to one of these; zero: to any table.
	Reads storage.Tables
	// Private answers are stored by no cache outside the service.
	Private bool
	// Open operations need no token where all other reads need one.
	Open bool
	// TokenInAddress says that a read token may be in the query, as "token", for clients
	// that cannot send headers.
	TokenInAddress bool
	// AsksAppStore gives the requests of clients that are not known a lower class
	// among those that wait for the App Store.
	AsksAppStore bool
	// Upload marks an operation whose body is large and is read by the handler.
	// Only a few such bodies are received at once.
	Upload bool

	// BodyOptional says that the body may be left out.
	BodyOptional bool
	// Example is a body, as JSON.
	Example string
	// Status is that of an answer that names none; zero: 200.
	Status int
	// Refuses are statuses of refusals beside those that every operation has.
	Refuses []int

	Doc Doc
}

// DefaultBody is the largest body, in bytes, of an operation that names none.
const DefaultBody = 64 << 10

// Token says when an operation requires the admin token.
type Token int

// When an admin token is required. TokenIfExposed requires one of requests that
// change something, or read something sensitive, once others than the local
// machine reach the service.
const (
	TokenIfExposed  Token = iota
	TokenIfSet            // as soon as one is configured
	TokenConfigured       // always; without a configured token the operation is refused
)

// Limit is how often a client may call the operations of one bucket, all together.
// The zero Limit is none.
type Limit struct {
	Bucket     string // a part in braces is a parameter of the path
	Calls      uint64
	Window     time.Duration
	RetryAfter bool // a refusal says when to come back
}

// Every returns a limit that tells a refused client when to come back.
func Every(window time.Duration, calls uint64, bucket string) Limit {
	return Limit{bucket, calls, window, true}
}

// Operation is an operation whose types are erased, for the table of all of them.
type Operation struct {
	Spec
	Method, Path string

	in, out reflect.Type
	plan    *plan
	decode  func(Request) (any, error)
	handle  func(context.Context, Request, any) (any, error)
	err     error
}

// None is the request of an operation that takes nothing.
type None struct{}

// New returns an operation. What is wrong with it is returned by [Operation.Err].
func New[In, Out any](spec Spec, handle func(context.Context, In) (Out, error)) Operation {
	return WithRequest(spec, func(ctx context.Context, _ Request, in In) (Out, error) { return handle(ctx, in) })
}

// WithRequest is [New] for a handler that needs more of the request than its
// values. Its answers cannot be cached.
func WithRequest[In, Out any](spec Spec, handle func(context.Context, Request, In) (Out, error)) Operation {
	o := Operation{Spec: spec, in: reflect.TypeFor[In](), out: reflect.TypeFor[Out]()}
	var ok bool
	if o.Method, o.Path, ok = strings.Cut(spec.Route, " "); !ok {
		o.err = errors.New("the route has no method")
		return o
	}
	if o.plan, o.err = newPlan(o.in); o.err != nil {
		return o
	}
	if spec.Cached && !o.in.Comparable() {
		o.err = fmt.Errorf("answers are cached by %v, which cannot be compared", o.in)
	}
	p := o.plan
	o.decode = func(r Request) (any, error) {
		in := new(In)
		var err error
		if len(p.fields) > 0 {
			err = p.decode(r, reflect.ValueOf(in).Elem(), spec.BodyOptional)
		}
		if rules, ok := any(in).(interface{ Check() error }); ok && err == nil {
			err = rules.Check()
		}
		if own, ok := any(in).(interface{ Refusal(*Error) error }); ok && err != nil {
			err = own.Refusal(r.Explain(err))
		}
		if err != nil {
			return nil, err
		}
		return *in, nil
	}
	if p.onlyQuery() {
		o.decode = withoutQuery(o.decode)
	}
	o.handle = func(ctx context.Context, r Request, in any) (any, error) { return handle(ctx, r, in.(In)) }
	return o
}

// withoutQuery decodes a request without a query once. Most hot reads are such requests.
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

// BodyLimit returns the largest body in bytes.
func (o Operation) BodyLimit() int64 {
	if o.MaxBody == 0 {
		return DefaultBody
	}
	return o.MaxBody
}

// Err returns what is wrong with the declaration of the operation.
func (o Operation) Err() error {
	if o.err == nil {
		return nil
	}
	return fmt.Errorf("op: %s: %w", o.Route, o.err)
}

// Decode returns the value that Handle takes. Its error is the client's.
func (o Operation) Decode(r Request) (in any, err error) { return o.decode(r) }

// Handle calls the handler. The request may be nil if the operation is cached.
func (o Operation) Handle(ctx context.Context, r Request, in any) (any, error) {
	return o.handle(ctx, r, in)
}
