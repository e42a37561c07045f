package httpapi

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/httpapi/ratelimit"
)

// maxKeyParam is the number of bytes of a path parameter that distinguish buckets, more than
// any valid id has.
const maxKeyParam = 64

// counter counts calls by key: a [limiter.Store], or the windows of this process.
type counter interface {
	Take(ctx context.Context, key string) (calls, left, reset uint64, ok bool, err error)
	Close(ctx context.Context) error
}

// bucket counts the calls of the routes that share its name.
type bucket struct {
	calls      counter
	param      string // the path parameter whose values are counted separately; empty: none
	retryAfter bool
}

// newBucket returns the bucket of a limit.
func (a *API) newBucket(l op.Limit) (*bucket, error) {
	var calls counter = ratelimit.NewWindows(l.Calls, l.Window, a.cfg.Now)
	if a.cfg.NewLimiter != nil {
		var err error
		if calls, err = a.cfg.NewLimiter(l.Bucket, l.Calls, l.Window); err != nil {
			return nil, fmt.Errorf("httpapi: create the limiter of %s: %w", l.Bucket, err)
		}
	}
	_, param, _ := strings.Cut(l.Bucket, "{")
	return &bucket{calls: calls, param: strings.TrimSuffix(param, "}"), retryAfter: l.RetryAfter}, nil
}

// count counts the request against the limit of its route. It comes before the check of the
// token, so that refused calls count as well.
func (a *API) count(r *request) error {
	if r.row == nil || r.row.bucket == nil || r.trusted {
		return nil
	}
	b := r.row.bucket
	key := a.clientKey(r.Request)
	if b.param != "" {
		value := r.Param(b.param)
		if trimmed := strings.TrimLeft(value, "0"); trimmed != "" { // leading zeros do not change an id
			value = trimmed
		}
		key = value[:min(len(value), maxKeyParam)] + " " + key
	}
	_, _, reset, ok, err := b.calls.Take(r.Context(), key)
	if err != nil {
		return fmt.Errorf("count the call: %w", err)
	}
	if ok {
		return nil
	}
	if r.row.Access >= op.Administer || r.row.login { // others could fill the audit log
		a.noteRefusal(r, "rate_limited")
	}
	refused := tooMany(time.Unix(0, int64(reset)).Sub(a.cfg.Now()))
	refused.Hint = limitHint(r.row.Limit, refused.RetryAfter)
	if !b.retryAfter {
		refused.RetryAfter = 0
	}
	return refused
}
