package main

import (
	"context"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
)

// judge tells how a run ended or why it is left open, and returns the exit code.
func (e *errand) judge(ctx context.Context) (code int, err error) {
	reason, cut := runner.CutOff(e.run)
	switch {
	case cut:
		why, err := e.whyCutOff(ctx, reason)
		if err != nil {
			return exitFault, err
		}
		e.say(fmt.Sprintf("cut off, %s: %s; a tick of the service after that goes on with the other %d, or this command",
			e.tally(), why, runner.Left(e.run)))
		return exitCutOff, nil
	case e.run.Status == storage.RunPaused:
		e.say("paused, " + e.tally() + ": this command goes on")
		return exitOpen, nil
	case e.run.Status == storage.RunCancelled:
		e.say("cancelled, " + e.tally())
		return exitCancelled, nil
	case e.run.Status == storage.RunFailed:
		e.say("ended with a fault, " + e.tally() + ": " + e.run.Error)
		return exitFault, nil
	case e.run.Total == 0:
		e.say("done, there was nothing to do")
	default:
		e.say("done, " + e.tally())
	}
	if e.run.Failed > 0 {
		return exitPartial, nil
	}
	return exitDone, nil
}

// tally returns what a run came to.
func (e *errand) tally() string {
	p := e.progress()
	s := fmt.Sprintf("%d of %d apps", p.done(), p.total())
	for _, part := range []struct {
		n    int
		what string
	}{{e.run.Failed, "failed"}, {e.run.Skipped, "skipped"}} {
		if part.n > 0 {
			s += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	if found := findingsOf(e.run); len(found) > 0 {
		s += ", " + found.String()
	}
	return s + " in " + clock(p.Elapsed)
}

// whyCutOff returns why a run cannot go on for now, and until when, if that is
// known.
func (e *errand) whyCutOff(ctx context.Context, reason string) (string, error) {
	if reason != fleet.CutOffRateLimited && reason != fleet.CutOffCooling {
		return words(reason), nil
	}
	cooldowns, err := e.auditor.Fleet().Cooldowns(ctx)
	if err != nil || !cooldowns.Scrape.Active {
		return "the store wanted to be left alone", err
	}
	until := cooldowns.Scrape.ResumeAt
	return fmt.Sprintf("the store wants to be left alone until %s, for %s",
		until.Std().Local().Format(time.DateTime), clock(until.Sub(cooldowns.Now))), nil
}
