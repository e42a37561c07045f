package readtoken_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	tokens := readtoken.New(storage.Env{Store: memory.New(), Now: time.Now, Random: rand.Reader})
	made, err := tokens.Create(ctx, "Feed reader", 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := tokens.Check(ctx, storage.ReadTokenProgram, made.Secret)
	fmt.Println(found.Name, err)

	_, err = tokens.Revoke(ctx, found.ID)
	fmt.Println(err)
	_, err = tokens.Check(ctx, storage.ReadTokenProgram, made.Secret)
	fmt.Println(errors.Is(err, readtoken.ErrUnknown))
	// Output:
	// Feed reader <nil>
	// <nil>
	// true
}
