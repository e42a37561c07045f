package policy

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/background"
	"github.com/privacylabels/auditor/storage"
)

// The kinds of task that wait for a run over policies. The subject of one is an app.
const (
	fetchKind = "policy/fetch"
	allKind   = "policy/all" // to be summarized as well
)

// requestOf names the task of an app that waits for a run with a phase.
func requestOf(id storage.AppID, phase Phase) storage.TaskID {
	kind := fetchKind
	if phase == AllPhases {
		kind = allKind
	}
	return storage.TaskID{Kind: kind, Subject: id.String()}
}

// Request asks for a run over the policies of these apps only. [Service.FollowRequests]
// starts it about two seconds later or, if a run is open, after that; requests made until
// then share the run. A request survives a restart. With summarize the policies are
// summarized as well.
func (s *Service) Request(ctx context.Context, apps []storage.AppID, summarize bool) error {
	if len(apps) == 0 {
		return nil
	}
	phase := FetchPhase
	if summarize {
		phase = AllPhases
	}
	err := s.env.Store.Update(ctx, func(tx *storage.Tx) error {
		var tasks []storage.Task
		for _, id := range apps {
			of := requestOf(id, phase)
			tasks = append(tasks, storage.Task{Kind: of.Kind, Subject: of.Subject, Due: s.stamp()})
		}
		return tx.Tasks.Put(tasks...)
	})
	if err == nil {
		s.requests.Send()
	}
	return err
}

// requested returns the apps that wait for a run, in order, and the phase of the run. Those
// whose policies are to be fetched again by now wait, too. Fetching comes first, because it is
// quick; an app that is to be summarized as well is not fetched before.
func requested(tx *storage.Tx, now storage.Time) ([]storage.AppID, Phase, error) {
	all, err := waiting(tx, allKind)
	if err != nil {
		return nil, "", err
	}
	fetch, err := waiting(tx, fetchKind)
	if err != nil {
		return nil, "", err
	}
	for state, err := range tx.PolicyAnalyses.List(storage.PolicyAnalysisQuery{FetchAgainBy: now, Limit: maxFetchAgain}) {
		if err != nil {
			return nil, "", err
		}
		fetch = append(fetch, state.App)
	}
	slices.Sort(fetch)
	fetch = slices.DeleteFunc(slices.Compact(fetch), func(id storage.AppID) bool {
		_, both := slices.BinarySearch(all, id)
		return both
	})
	if len(fetch) > 0 {
		return fetch, FetchPhase, nil
	}
	return all, AllPhases, nil
}

// waiting returns the apps of the tasks of a kind, in order.
func waiting(tx *storage.Tx, kind string) (apps []storage.AppID, _ error) {
	for task, err := range tx.Tasks.List(storage.TaskQuery{Kind: kind}) {
		if err != nil {
			return nil, err
		}
		id, err := storage.ParseAppID(task.Subject)
		if err != nil {
			return nil, err
		}
		apps = append(apps, id)
	}
	slices.Sort(apps)
	return apps, nil
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
	now := s.stamp()
	var apps, tracked []storage.AppID
	var phase Phase
	err := s.env.Store.View(ctx, func(tx *storage.Tx) (err error) {
		apps, phase, err = requested(tx, now)
		if err == nil && len(apps) == 0 {
			err = errNotDue
		}
		if err == nil {
			err = Allowed(tx)
		}
		if err == nil {
			tracked, err = withPolicy(tx, apps)
		}
		return err
	})
	if err != nil {
		return err
	}
	take := func(tx *storage.Tx) error { return takeRequested(tx, apps, phase, now) }
	if len(tracked) == 0 { // drop them, and see what else is requested
		if err := s.env.Store.Update(ctx, take); err != nil {
			return err
		}
		return s.startRequested(ctx, runs)
	}
	_, err = runs.Start(ctx, runner.StartOptions{
		Runner: Runner, Initiator: runner.Automatic, Options: RunOptions{Phase: phase}.of(tracked).JSON(), If: take,
	})
	return err
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

// takeRequested ends the wait of apps, which are in order, in the transaction that starts their
// run. It fails if another process took them. It also fails if a run is open, because the start
// would resume that run with its own apps.
func takeRequested(tx *storage.Tx, apps []storage.AppID, phase Phase, now storage.Time) error {
	_, open, err := storage.FindFirst(tx.Runs.List(storage.RunQuery{Runner: Runner, Open: true, Limit: 1}))
	if err != nil {
		return err
	}
	if open {
		return runner.ErrBusy
	}
	ids := make([]storage.TaskID, len(apps), 2*len(apps))
	for i, id := range apps {
		ids[i] = requestOf(id, phase)
		if phase == AllPhases { // which includes to fetch
			ids = append(ids, requestOf(id, FetchPhase))
		}
	}
	taken, err := tx.Tasks.Delete(ids...)
	if err != nil {
		return err
	}

	again, err := storage.Collect(tx.PolicyAnalyses.List(storage.PolicyAnalysisQuery{FetchAgainBy: now, Limit: maxFetchAgain}))
	if err != nil {
		return err
	}
	for _, state := range again {
		if _, ok := slices.BinarySearch(apps, state.App); !ok {
			continue
		}
		state.FetchAgainAt = 0
		if err := tx.PolicyAnalyses.Put(state); err != nil {
			return err
		}
		taken++
	}
	if taken == 0 {
		return errNotDue
	}
	return nil
}
