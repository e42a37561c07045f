package history_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	service := history.New(history.Config{Env: storage.Env{Store: memory.New(), Now: time.Now, Random: rand.Reader}})
	defer service.Stop(time.Second)

	// Without an archive, such as the one of package wayback, nothing can be imported.
	_, err := service.Import(context.Background(), 1, 3)
	fmt.Println(errors.Is(err, fleet.ErrNotSupported))
	// Output: true
}
