package policy

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// retryBusy is how long a run that is due waits while another one is under way and
// its end cannot be seen from this process.
const retryBusy = 5 * time.Minute

// requested are apps that wait for a run over their policies. They are in the store,
// so that neither a run under way nor a shutdown loses one.
type requested struct {
	Fetch []storage.AppID `json:"fetch,omitempty"`
	All   []storage.AppID `json:"all,omitempty"` // to be summarised as well
}

// Request asks for a run over the policies of exactly these apps, which
// [Reader.FollowRequests] starts: about two seconds later, or when the run under way
// has ended, or after a restart. What is requested until then goes into the same
// run. With summarize the policies are summarised, too, else only fetched.
func (r *Reader) Request(ctx context.Context, apps []storage.AppID, summarize bool) error {
	if len(apps) == 0 {
		return nil
	}
	err := r.store.Update(ctx, func(tx storage.Tx) error {
		all, err := requestedIn(tx)
		if err != nil {
			return err
		}
		if summarize {
			all.All = union(all.All, apps)
		} else {
			all.Fetch = union(all.Fetch, apps)
		}
		return all.put(tx)
	})
	if err != nil {
		return err
	}
	select {
	case r.requests <- struct{}{}:
	default: // one is enough
	}
	return nil
}

// union returns a list with the apps of another one added to it.
func union(list, more []storage.AppID) []storage.AppID {
	list = append(slices.Clone(list), more...)
	slices.Sort(list)
	return slices.Compact(list)
}

// without returns a list without the apps of another one, which is sorted.
func without(list, less []storage.AppID) []storage.AppID {
	return slices.DeleteFunc(slices.Clone(list), func(id storage.AppID) bool {
		_, found := slices.BinarySearch(less, id)
		return found
	})
}

func requestedIn(tx storage.Tx) (all requested, err error) {
	text, err := settings.Text(tx, settings.PoliciesRequested)
	if err != nil || text == "" {
		return all, err
	}
	if json.Unmarshal([]byte(text), &all) != nil {
		return requested{}, nil // not of this package's writing
	}
	slices.Sort(all.Fetch)
	slices.Sort(all.All)
	return all, nil
}

func (a requested) put(tx storage.Tx) error {
	a.Fetch = without(a.Fetch, a.All)
	if len(a.Fetch)+len(a.All) == 0 {
		_, err := tx.Settings().Delete(settings.PoliciesRequested)
		return err
	}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return settings.PutText(tx, settings.PoliciesRequested, string(text))
}

// next returns the apps of the next run, and how far that goes: first those to be
// fetched, which is quick.
func (a requested) next() ([]storage.AppID, Phase) {
	if len(a.Fetch) > 0 {
		return a.Fetch, FetchPhase
	}
	return a.All, AllPhases
}

// FollowRequests starts the runs that were asked for with [Reader.Request], until the
// context ends or the reader stops. The run belongs to the engine, which has
// [Reader.PolicyJob] among its jobs; its initiator is [runner.Automatic]. Apps that
// name no policy by then need none. While fetching is switched off they wait.
func (r *Reader) FollowRequests(ctx context.Context, runs *runner.Engine, tick time.Duration) {
	ctx, stop, done, ok := r.work.Join(ctx)
	if !ok {
		return
	}
	defer done()
	events, enough := runs.Subscribe(Runner, 64)
	defer func() { enough() }()
	timer := time.NewTimer(settle) // for what another process left
	defer timer.Stop()
	near := true // whether the timer fires within settle
	soon := func() {
		if !near { // else requests without end would put it off for ever
			timer.Reset(settle)
			near = true
		}
	}
	for {
		select {
		case event, open := <-events:
			switch {
			case !open: // the run is quicker than this loop
				events, enough = runs.Subscribe(Runner, 64)
				soon()
			case event.Kind == runner.RunEnded:
				soon()
			}
		case <-r.requests:
			soon()
		case <-timer.C:
			near = false
			timer.Reset(r.startRequested(ctx, runs, tick))
		case <-stop:
			return
		case <-ctx.Done():
			return
		}
	}
}

// startRequested starts a run if one is requested, and returns when to look again.
func (r *Reader) startRequested(ctx context.Context, runs *runner.Engine, tick time.Duration) time.Duration {
	var apps []storage.AppID
	var phase Phase
	err := r.store.View(ctx, func(tx storage.Tx) error { // mostly, and without a trace
		all, err := requestedIn(tx)
		if err == nil && len(all.Fetch)+len(all.All) == 0 {
			err = errNotDue
		}
		return err
	})
	if err == nil {
		err = r.store.Update(ctx, func(tx storage.Tx) (err error) {
			apps, phase, err = dueRequested(tx)
			return err
		})
	}
	if err == nil && len(apps) == 0 {
		err = errNotDue
	}
	if err == nil {
		order := runner.Order{Runner: Runner, Initiator: runner.Automatic, Options: Asked{Phase: phase}.of(apps).JSON()}
		_, err = runs.StartIf(ctx, order, func(tx storage.Tx) error { return takeRequested(tx, apps, phase) })
	}
	switch {
	case err == nil, errors.Is(err, errNotDue), errors.Is(err, runner.ErrStopping), errors.Is(err, runner.ErrUnknown), ctx.Err() != nil:
		return tick
	case errors.Is(err, runner.ErrBusy), errors.Is(err, ErrDisabled):
		return min(tick, retryBusy)
	}
	r.log.ErrorContext(ctx, "requested policy run not started", "error", err)
	return min(tick, retryBusy)
}

// dueRequested returns the apps of the run that is due, and drops those that need
// none.
func dueRequested(tx storage.Tx) (apps []storage.AppID, phase Phase, err error) {
	if err := Allowed(tx); err != nil {
		return nil, "", err
	}
	all, err := requestedIn(tx)
	if err != nil {
		return nil, "", err
	}
	if all.Fetch, err = policied(tx, all.Fetch); err != nil {
		return nil, "", err
	}
	if all.All, err = policied(tx, all.All); err != nil {
		return nil, "", err
	}
	if err := all.put(tx); err != nil {
		return nil, "", err
	}
	apps, phase = all.next()
	return apps, phase, nil
}

// policied returns the apps that are tracked and name a policy.
func policied(tx storage.Tx, apps []storage.AppID) ([]storage.AppID, error) {
	var found []storage.AppID
	for _, id := range apps {
		app, err := tx.Apps().Get(id)
		switch {
		case errors.Is(err, storage.ErrNotFound):
		case err != nil:
			return nil, err
		case strings.TrimSpace(string(app.PrivacyPolicyURL)) != "":
			found = append(found, id)
		}
	}
	return found, nil
}

// takeRequested takes apps off the request, in the transaction that begins their run.
// It fails when there is none to begin: another process took them, or a run is open,
// which a start would resume with its own apps.
func takeRequested(tx storage.Tx, apps []storage.AppID, phase Phase) error {
	open, err := storage.First(tx.Runs().List(storage.RunQuery{Runner: Runner, Open: true, Limit: 1}))
	switch {
	case err == nil && open.ID != "":
		return runner.ErrBusy
	case !errors.Is(err, storage.ErrNotFound):
		return err
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
