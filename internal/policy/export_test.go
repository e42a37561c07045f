package policy

import (
	"context"

	"github.com/privacylabels/auditor/fleet/runner"
)

// Internals for tests.
var (
	RadarAppOf = radarApp
	KeepNewest = keepNewest
)

// CopyAll is a round of [Service.KeepCopies].
func (r *Service) CopyAll(ctx context.Context) error { return r.copyAll(ctx) }

// StartRequested is a step of [Service.FollowRequests].
func (r *Service) StartRequested(ctx context.Context, runs *runner.Engine) error {
	return r.startRequested(ctx, runs)
}
