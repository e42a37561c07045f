package audit_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/audit"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx, store := context.Background(), memory.New()
	log := audit.New(audit.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}})
	log.Add(audit.Line{Actor: audit.Actor{IP: "192.0.2.1"}, Action: "reset.unauthorised"})
	if err := log.Close(ctx); err != nil {
		fmt.Println(err)
	}
	_ = store.View(ctx, func(tx *storage.Tx) error {
		for line, err := range tx.Audits.List(storage.AuditQuery{}) {
			fmt.Println(line.Action, line.ActorIP, line.Success, err)
		}
		return nil
	})
	// Output: reset.unauthorised 192.0.2.1 false <nil>
}
