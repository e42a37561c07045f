package storagetest

import (
	"fmt"

	"github.com/privacylabels/auditor/storage"
)

func review(app storage.AppID, id string) storage.Review {
	return storage.Review{ID: fmt.Sprint(app, "-", id), App: app, Action: storage.ReviewReviewed}
}

func acted(app storage.AppID, id string, at storage.Time) storage.Review {
	return storage.Review{ID: id, App: app, Action: storage.ReviewSnoozed, ActedAt: at}
}

func reviews() kind[string, storage.Review, storage.ReviewQuery] {
	return kind[string, storage.Review, storage.ReviewQuery]{
		name:  "Reviews",
		table: storage.Tx.Reviews,
		key: func(r *storage.Review, n int) {
			r.ID, r.App = text("review", n), 2
			if n == 3 {
				r.App = storage.MaxAppID
			}
		},
		least:        func(r *storage.Review) { r.Action = storage.ReviewUnsnoozed },
		fix:          func(r *storage.Review) { r.Action = storage.ReviewDismissed },
		parents:      putApps,
		orphans:      []storage.Review{review(4, "a"), review(storage.MaxAppID-1, "a")},
		stockParents: putApps,
		stock: []storage.Review{
			acted(1, "b", 100), acted(2, "é", 100), acted(2, "B", 100), acted(1, "c", 99), acted(2, "a", 100),
			acted(10, "d", 1000), acted(1, "e", 0),
		},
		lookups: []lookup[string, storage.ReviewQuery]{
			{name: "newest first, then by id", want: []string{"d", "B", "a", "b", "é", "c", "e"}},
			{name: "of an app", query: storage.ReviewQuery{App: 1}, want: []string{"b", "c", "e"}},
			{name: "of some time", query: storage.ReviewQuery{From: 99, To: 100}, want: []string{"B", "a", "b", "é", "c"}},
			{name: "of an app, from a moment on", query: storage.ReviewQuery{App: 1, From: 100}, want: []string{"b"}},
			{name: "of an app without", query: storage.ReviewQuery{App: 3}},
		},
	}
}
