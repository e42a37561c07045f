package audit_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/audit"
)

func guess(sender string) audit.Line {
	return audit.Line{Actor: audit.Actor{IP: sender}, Action: "reset.unauthorised", Detail: "POST /api/reset", Source: audit.Guess, Sender: sender}
}

// settle waits until everything is written.
func settle() {
	time.Sleep(time.Minute)
	synctest.Wait()
}

func TestLinesBeyondTheLimitAreCountedInOneRow(t *testing.T) {
	t.Parallel()
	for _, source := range []audit.Source{audit.Guess, audit.Refusal} {
		synctest.Test(t, func(t *testing.T) {
			l, s := newLog(t, nil)
			line := guess("192.0.2.1")
			line.Source = source
			for range audit.SenderRows {
				l.Add(line)
			}
			settle()
			for range 3000 {
				l.Add(line)
			}
			settle()
			lines := stored(t, s)
			if len(lines) != audit.SenderRows+1 {
				t.Fatalf("%d rows, want %d", len(lines), audit.SenderRows+1)
			}
			first := lines[0]
			if !strings.HasPrefix(first.Detail, "and 3,000 more, the last at ") || !strings.HasSuffix(first.Detail, "reset.unauthorised: POST /api/reset") ||
				first.ActorIP != "192.0.2.1" || first.Success {
				t.Errorf("the row that counts is %+v", first)
			}
			for range 500 {
				l.Add(line)
			}
			settle()
			lines = stored(t, s)
			if len(lines) != audit.SenderRows+1 || lines[0].ID != first.ID || !strings.HasPrefix(lines[0].Detail, "and 3,500 more") {
				t.Errorf("%d rows, the one that counts is %+v", len(lines), lines[0])
			}
		})
	}
}

func TestTallyIsWrittenRarely(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		began := time.Now()
		for time.Since(began) < time.Hour {
			l.Add(guess("192.0.2.1"))
			time.Sleep(100 * time.Millisecond)
		}
		settle()
		// One every ten seconds, and those in which ten rows begin a window.
		if s.updates > 400 {
			t.Errorf("%d writes in an hour", s.updates)
		}
		if n := len(stored(t, s)); n > 4*audit.SenderRows+1 {
			t.Errorf("%d rows in an hour", n)
		}
	})
}

func TestFloodOfManySendersKeepsToItsBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		for i := range 200 {
			l.Add(audit.Line{Action: fmt.Sprint("before ", i)})
			l.Add(audit.Line{Action: fmt.Sprint("before ", i), Success: true})
		}
		settle()
		const flood = 50_000
		for i := range flood {
			l.Add(guess(fmt.Sprint("sender ", i%12_500)))
			if i%250 == 0 {
				time.Sleep(time.Second)
			}
		}
		settle()
		lines := stored(t, s)
		if most := 400 + audit.Budget + int(5*time.Minute/audit.BudgetRefill) + 2; len(lines) > most {
			t.Errorf("%d rows, want at most %d", len(lines), most)
		}
		var before, rows, counted int
		for _, line := range lines {
			var n int
			switch {
			case strings.HasPrefix(line.Action, "before "):
				before++
			case line.Action == "admin_token.more":
				if line.ActorIP != "" {
					t.Errorf("the row of many senders names one: %+v", line)
				}
				text, _, _ := strings.Cut(strings.TrimPrefix(line.Detail, "and "), " ")
				if _, err := fmt.Sscan(strings.ReplaceAll(text, ",", ""), &n); err != nil {
					t.Error(err)
				}
				counted += n
			default:
				rows++
			}
		}
		if before != 400 || rows+counted != flood {
			t.Errorf("%d rows of before, want 400; %d rows and %d counted, want %d", before, rows, counted, flood)
		}
	})
}

func TestLongFloodDisplacesNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		l.Add(audit.Line{Action: "backup.restore.failed"})
		l.Add(audit.Line{Action: "reset.success", Success: true})
		settle()
		for i := range 24 * 6 {
			for j := range 40 {
				for source := audit.Guess; source <= audit.Open; source++ {
					line := guess(fmt.Sprint(i, j))
					line.Source, line.Success = source, source == audit.Open
					l.Add(line)
				}
			}
			time.Sleep(10 * time.Minute)
		}
		settle()
		names := actions(stored(t, s))
		if n := len(names); n < 3000 || n > 3*(audit.Budget+24*41) {
			t.Errorf("%d rows", n)
		}
		for _, want := range []string{"backup.restore.failed", "reset.success"} {
			if n := strings.Count(strings.Join(names, "\n"), want); n != 1 {
				t.Errorf("%d rows of %s", n, want)
			}
		}
	})
}

func TestSuccessesAndFailuresAreRetainedSeparately(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, func(c *audit.Config) { c.Keep = 3 })
		for i := range 5 {
			time.Sleep(time.Millisecond)
			l.Add(audit.Line{Action: fmt.Sprint("done ", i), Success: true})
		}
		for i := range 50 {
			time.Sleep(time.Millisecond)
			l.Add(audit.Line{Action: fmt.Sprint("failed ", i)})
		}
		must(t, l.Close(t.Context()))
		expect(t, s, "failed 49", "failed 48", "failed 47", "done 4", "done 3", "done 2")
	})
}

func TestTallySurvivesFailure(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		for range audit.SenderRows + 5 {
			l.Add(guess("a"))
		}
		full := errors.New("disk full")
		s.fail(full)
		if err := l.Flush(t.Context()); !errors.Is(err, full) {
			t.Errorf("flush: %v, want %v", err, full)
		}
		l.Add(guess("a"))
		s.fail(nil)
		must(t, l.Flush(t.Context()))
		l.Add(guess("a"))
		must(t, l.Close(context.Background()))
		lines := stored(t, s)
		if len(lines) != audit.SenderRows+1 {
			t.Fatalf("%d rows, want %d", len(lines), audit.SenderRows+1)
		}
		found := false
		for _, line := range lines {
			found = found || strings.HasPrefix(line.Detail, "and 7 more")
		}
		if !found {
			t.Errorf("no row counts 7: %+v", lines)
		}
	})
}

func TestSendersAndWindows(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l, s := newLog(t, nil)
		for range 12 {
			l.Add(guess("a"))
			l.Add(guess("b"))
		}
		time.Sleep(audit.Window)
		l.Add(guess("a"))
		settle()
		byAction := make(map[string]int)
		var details []string
		for _, line := range stored(t, s) {
			byAction[line.Action+" "+line.ActorIP]++
			if line.Action == "admin_token.more" {
				details = append(details, line.Detail[:len("and 2 more")])
			}
		}
		want := map[string]int{"reset.unauthorised a": 11, "reset.unauthorised b": 10, "admin_token.more a": 1, "admin_token.more b": 1}
		if diff := cmp.Diff(want, byAction); diff != "" {
			t.Errorf("rows (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"and 2 more", "and 2 more"}, details); diff != "" {
			t.Errorf("counts (-want +got):\n%s", diff)
		}
	})
}
