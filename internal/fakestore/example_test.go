package fakestore_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/privacylabels/auditor/internal/fakestore"
)

func ExampleNew() {
	store := fakestore.New(fakestore.App{ID: 1, Fault: fakestore.Fault{Kind: fakestore.Throttled, Times: 1, RetryAfter: "30"}})
	for range 2 {
		answer := httptest.NewRecorder()
		store.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/us/app/one/id1", nil))
		fmt.Printf("%d %q\n", answer.Code, answer.Header().Get("Retry-After"))
	}
	fmt.Println(store.Pages(1), "requests")
	// Output:
	// 429 "30"
	// 200 ""
	// 2 requests
}
