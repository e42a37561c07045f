package policy

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// requested holds the apps that wait for a run over their policies. It is saved in the
// database, so that requests survive a restart and wait while another run is open.
type requested struct {
	Fetch []storage.AppID `json:"fetch,omitempty"`
	All   []storage.AppID `json:"all,omitempty"` // to be summarized as well
}

// Request asks for a run over the policies of these apps only. [Service.FollowRequests]
// starts it about two seconds later or, if a run is open, after that; requests made until
// then share the run. A request survives a restart. With summarize the policies are
// summarized as well.
func (s *Service) Request(ctx context.Context, apps []storage.AppID, summarize bool) error {
	if len(apps) == 0 {
		return nil
	}
	err := s.env.Store.Update(ctx, func(tx *storage.Tx) error {
		all, err := requestedIn(tx)
		if err != nil {
			return err
		}
		list := &all.Fetch
		if summarize {
			list = &all.All
		}
		*list = append(*list, apps...)
		all.sort()
		return all.put(tx)
	})
	if err == nil {
		s.requests.Send()
	}
	return err
}

// without returns a list without the apps of another list, which is sorted.
func without(list, less []storage.AppID) []storage.AppID {
	return slices.DeleteFunc(slices.Clone(list), func(id storage.AppID) bool {
		_, found := slices.BinarySearch(less, id)
		return found
	})
}

func requestedIn(tx *storage.Tx) (all requested, err error) {
	text, err := settings.Text(tx, settings.PoliciesRequested)
	if err != nil || text == "" {
		return all, err
	}
	if json.Unmarshal([]byte(text), &all) != nil {
		return requested{}, nil // invalid, so not written by this package
	}
	all.sort()
	return all, nil
}

// sort puts the lists in order, without duplicates.
func (a *requested) sort() {
	for _, list := range []*[]storage.AppID{&a.Fetch, &a.All} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
}

func (a requested) empty() bool { return len(a.Fetch)+len(a.All) == 0 }

func (a requested) put(tx *storage.Tx) error {
	a.Fetch = without(a.Fetch, a.All)
	if a.empty() {
		_, err := tx.Settings.Delete(settings.PoliciesRequested)
		return err
	}
	return settings.PutText(tx, settings.PoliciesRequested, string(activity.Detail(a)))
}

// next returns the apps and the phase of the next run. Fetching comes first, because it is
// quick.
func (a requested) next() ([]storage.AppID, Phase) {
	if len(a.Fetch) > 0 {
		return a.Fetch, FetchPhase
	}
	return a.All, AllPhases
}

// FollowRequests starts the runs of [Service.Request], and of policies that are to be fetched
// again because a fetch proved little, until the context ends or the
// service stops. The engine must have [Service.PolicyJob]; the initiator is
// [runner.Automatic]. Apps that no longer have a policy URL are dropped. While fetching is
// disabled, requests wait.
func (s *Service) FollowRequests(ctx context.Context, runs *runner.Engine, tick time.Duration) {
	defer runs.OnEnd(Runner, func(storage.Run) { s.requests.Send() })()
	s.work.Loop(ctx, background.Loop{First: settle, Wake: s.requests, Settle: settle, Step: func(ctx context.Context) time.Duration {
		err := s.startRequested(ctx, runs)
		for _, final := range []error{nil, errNotDue, runner.ErrStopping, runner.ErrUnknown} {
			if errors.Is(err, final) {
				return tick
			}
		}
		s.logStart(ctx, err, "requested policy run not started")
		return min(tick, retryBusy)
	}})
}

// startRequested starts a run if one is requested. The error is errNotDue if none is.
func (s *Service) startRequested(ctx context.Context, runs *runner.Engine) error {
	var apps []storage.AppID
	var phase Phase
	err := s.env.Store.View(ctx, func(tx *storage.Tx) error { // a cheap check, which mostly fails
		all, err := requestedIn(tx)
		if err != nil || !all.empty() {
			return err
		}
		due, err := anyDue(tx, s.stamp())
		if err == nil && !due {
			err = errNotDue
		}
		return err
	})
	if err != nil {
		return err
	}
	err = s.env.Store.Update(ctx, func(tx *storage.Tx) (err error) {
		apps, phase, err = dueRequested(tx, s.stamp())
		return err
	})
	if err != nil {
		return err
	}
	if len(apps) == 0 {
		return errNotDue
	}
	_, err = runs.Start(ctx, runner.StartOptions{
		Runner: Runner, Initiator: runner.Automatic, Options: RunOptions{Phase: phase}.of(apps).JSON(),
		If: func(tx *storage.Tx) error { return takeRequested(tx, apps, phase) },
	})
	return err
}

// dueRequested returns the apps and the phase of the run that is due, with the policies that
// are to be fetched again by now. It drops apps without a policy URL.
func dueRequested(tx *storage.Tx, now storage.Time) (apps []storage.AppID, phase Phase, err error) {
	if err := Allowed(tx); err != nil {
		return nil, "", err
	}
	all, err := requestedIn(tx)
	if err != nil {
		return nil, "", err
	}
	if err := takeDue(tx, &all, now); err != nil {
		return nil, "", err
	}
	for _, list := range []*[]storage.AppID{&all.Fetch, &all.All} {
		if *list, err = withPolicy(tx, *list); err != nil {
			return nil, "", err
		}
	}
	if err := all.put(tx); err != nil {
		return nil, "", err
	}
	apps, phase = all.next()
	return apps, phase, nil
}

// withPolicy returns the apps that are tracked and have a policy URL.
func withPolicy(tx *storage.Tx, apps []storage.AppID) ([]storage.AppID, error) {
	var found []storage.AppID
	for _, id := range apps {
		app, _, err := storage.Find(tx.Apps, id)
		if err != nil {
			return nil, err
		}
		if hasPolicy(app) {
			found = append(found, id)
		}
	}
	return found, nil
}

// takeRequested removes apps from the request, in the transaction that starts their run.
// It fails if another process took them. It also fails if a run is open, because the start
// would resume that run with its own apps.
func takeRequested(tx *storage.Tx, apps []storage.AppID, phase Phase) error {
	_, open, err := storage.FindFirst(tx.Runs.List(storage.RunQuery{Runner: Runner, Open: true, Limit: 1}))
	if err != nil {
		return err
	}
	if open {
		return runner.ErrBusy
	}
	all, err := requestedIn(tx)
	if err != nil {
		return err
	}
	of := &all.Fetch
	if phase == AllPhases {
		of = &all.All
	}
	left := without(*of, apps)
	if len(left) == len(*of) {
		return errNotDue
	}
	*of = left
	return all.put(tx)
}
