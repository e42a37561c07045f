package fakearchive_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

func ExampleNew() {
	at := storage.TimeOf(time.Date(2021, time.March, 4, 5, 6, 7, 0, time.UTC))
	archive := fakearchive.New()
	archive.AddApp(at, "us", fakestore.App{ID: 1, Slug: "one", Format: fakestore.Ember})

	for _, path := range []string{
		"/cdx/search/cdx?matchType=prefix&url=apps.apple.com/us/app/one/id1",
		"/web/20210401000000id_/https://apps.apple.com/us/app/one/id1",
		"/web/20210304050607id_/https://apps.apple.com/us/app/one/id1",
	} {
		answer := httptest.NewRecorder()
		archive.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		fmt.Printf("%d %.50q %q\n", answer.Code, answer.Header().Get("Location"), answer.Header().Get("Memento-Datetime"))
	}
	fmt.Println(archive.Requests(fakearchive.Replay, 1), "replays")
	// Output:
	// 200 "" ""
	// 302 "https://web.archive.org/web/20210304050607id_/http" ""
	// 200 "" "Thu, 04 Mar 2021 05:06:07 GMT"
	// 2 replays
}
