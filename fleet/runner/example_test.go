package runner_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"iter"
	"log"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// greetings greets everyone once.
type greetings []string

func (greetings) Name() string { return "greetings" }

func (g greetings) Queue(*storage.Tx) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range g {
			if !yield(name, nil) {
				return
			}
		}
	}
}

func (greetings) Title(_ *storage.Tx, name string) (string, error) { return name, nil }

func (greetings) Do(_ context.Context, item runner.Item) (runner.Result, error) {
	text := "Hello, " + item.Subject // in earnest: something that takes long
	return runner.Result{Write: func(tx *storage.Tx, _ storage.Run) (runner.Outcome, error) {
		return runner.Outcome{}, tx.Settings.Put(storage.Setting{Name: item.Subject, Value: text})
	}}, nil
}

func (greetings) End(*storage.Tx, storage.Run) error { return nil }

func ExampleNew() {
	ctx := context.Background()
	engine := runner.New(runner.Config{
		Store: memory.New(), Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{greetings{"Ada", "Grace"}},
	})
	defer engine.Stop(time.Second)

	run, err := engine.Start(ctx, runner.StartOptions{Runner: "greetings", Initiator: runner.Manual})
	if err != nil {
		log.Fatal(err)
	}
	run, err = engine.Wait(ctx, run.ID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(run.Status, run.Completed, "of", run.Total)
	// Output: done 2 of 2
}
