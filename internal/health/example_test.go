package health_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	checker := health.New(health.Config{
		Env:     storage.Env{Store: memory.New(), Now: time.Now, Random: rand.Reader},
		Repairs: []health.Repair{{Kind: "old_letters", Do: func(context.Context) (int, error) { return 3, nil }}},
	})
	defer checker.Stop(time.Second)
	text, sound, err := checker.Check(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	var report health.Report
	if err := json.Unmarshal(text, &report); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sound, report.Trigger, report.Heals)
	// Output: true manual [{old_letters 3}]
}

func ExampleNewRecorder() {
	recorder := health.NewRecorder(slog.DiscardHandler, "hunter2")
	log := slog.New(recorder)
	log.Info("logged hello")
	log.Error("could not say it", "error", errors.New("hunter2 is not known at https://hello.example/in?as=me"))
	for _, line := range recorder.Lines().Newest(10) {
		fmt.Println(line.Level, line.Message)
	}
	// Output: error could not say it error=*** is not known at https://hello.example/***
}

func ExampleTimed() {
	now := time.Unix(0, 0)
	store := health.Timed(storage.Env{Store: memory.New(), Now: func() time.Time { return now }})
	err := store.View(context.Background(), func(*storage.Tx) error {
		now = now.Add(time.Second) // a lot to read
		return nil
	})
	slow, total := store.Slow(10)
	fmt.Println(err, total, slow[0].Method, slow[0].DurationMs)
	// Output: <nil> 1 view 1000
}

func ExampleNewRing() {
	ring := health.NewRing[string](2)
	ring.Add("one")
	ring.Add("two")
	ring.Add("three")
	fmt.Println(ring.Newest(10))
	// Output: [three two]
}

func ExampleNewMeter() {
	now := time.Unix(0, 0)
	meter := health.NewMeter(func() time.Time { return now })
	now = now.Add(time.Minute)
	fmt.Println(meter.Uptime(), meter.Read().UptimeSeconds)
	// Output: 1m0s 60
}
