package sqlite_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/sqldb"
)

// query is a list and a count of it.
type query struct {
	name string
	run  func(*storage.Tx) error
}

// of makes a query of each kind, and its name.
func of[K comparable, R storage.Record[K], Q storage.Query[R]](table func(*storage.Tx) storage.Rows[K, R, Q], queries ...Q) []query {
	var all []query
	for _, q := range queries {
		all = append(all, query{
			name: strings.TrimPrefix(fmt.Sprintf("%T%+v", q, q), "storage."),
			run: func(tx *storage.Tx) error {
				for _, err := range table(tx).List(q) {
					if err != nil {
						return err
					}
				}
				_, err := table(tx).Count(q)
				return err
			},
		})
	}
	return all
}

// narrowed are the lists that leave something out or stop early, in all the ways
// that their filters are meant to be put together.
func narrowed() []query {
	const at, app, id = firstDay + 6*day, storage.AppID(50), "000050"
	unwanted := []storage.NotificationType{storage.NoticePolicyUpdates, storage.NoticeAccessibilityChanges}
	var all []query
	for _, some := range [][]query{
		of(func(tx *storage.Tx) storage.Rows[storage.AppID, storage.App, storage.AppQuery] { return tx.Apps },
			storage.AppQuery{Limit: 100}, storage.AppQuery{Limit: 100, Offset: 50}, storage.AppQuery{BundleID: "App.500"},
			storage.AppQuery{BundleID: "App.500", Limit: 1},
			storage.AppQuery{Devices: []string{"000001"}, Limit: 100}, storage.AppQuery{Devices: []string{"000001"}, Limit: 100, Offset: 50},
			storage.AppQuery{Devices: []string{"000001", "000003", "000005"}, Limit: 100}, storage.AppQuery{Devices: []string{""}, Limit: 100},
			storage.AppQuery{Devices: []string{"", "000001"}, Limit: 100, Offset: 50}, storage.AppQuery{Devices: []string{"", "000001"}},
			storage.AppQuery{Summarised: true}, storage.AppQuery{Summarised: true, Limit: 6},
			storage.AppQuery{Order: storage.AppsByDeveloper, Limit: 100, Offset: 50}, storage.AppQuery{Order: storage.AppsByRisk, Limit: 100},
			storage.AppQuery{Order: storage.AppsByRisk, Reverse: true, Limit: 100}, storage.AppQuery{Order: storage.AppsByChanges, Limit: 100},
			storage.AppQuery{Order: storage.AppsByCheck, Limit: 100, Offset: 50}, storage.AppQuery{Order: storage.AppsByAge, Reverse: true, Limit: 100},
			storage.AppQuery{Search: "app 5"}, storage.AppQuery{Search: "app 5", Limit: 100, Offset: 50}, storage.AppQuery{Search: "app", Risk: storage.RiskHigh, AwakeAt: at, Limit: 100},
			storage.AppQuery{Risk: storage.RiskLow, Limit: 100}, storage.AppQuery{Risk: storage.RiskLow, Order: storage.AppsByCheck, Limit: 100},
			storage.AppQuery{Risk: storage.RiskLow}, storage.AppQuery{Failed: true}, storage.AppQuery{Delisted: true}, storage.AppQuery{Changed: true},
			storage.AppQuery{Changed: true, AwakeAt: at, Limit: 100}, storage.AppQuery{Changed: true, AwakeAt: at, Order: storage.AppsByChanges, Limit: 100},
			storage.AppQuery{Changed: true, AwakeAt: at, Order: storage.AppsByCheck, Limit: 100, Offset: 50}, storage.AppQuery{Changed: true, Order: storage.AppsByDeveloper},
			storage.AppQuery{Changed: true, Search: "app", Limit: 100}, storage.AppQuery{Changed: true, Failed: true, Limit: 100}, storage.AppQuery{Changed: true, Risk: storage.RiskLow, Delisted: true, Order: storage.AppsByAge},
			storage.AppQuery{Changed: true, SnoozedAfter: at}, storage.AppQuery{SnoozedAfter: at, Order: storage.AppsBySnooze, Limit: 1},
			storage.AppQuery{Failed: true, Limit: 100}, storage.AppQuery{Failed: true, Order: storage.AppsByCheck, Limit: 100},
			storage.AppQuery{Delisted: true, Limit: 100}, storage.AppQuery{Delisted: true, Failed: true, Risk: storage.RiskLow, Order: storage.AppsByDeveloper, Limit: 100},
			storage.AppQuery{Exceeds: storage.FootprintMask{Any: 5, Pairs: 64}, Limit: 100},
			storage.AppQuery{Search: "app", Devices: []string{"", "000001"}, Limit: 100}, storage.AppQuery{Order: storage.AppsByRisk, Devices: []string{"000001"}, Limit: 100}),
		of(func(tx *storage.Tx) storage.Rows[storage.ShortlistID, storage.ShortlistEntry, storage.ShortlistQuery] {
			return tx.Shortlist
		}, storage.ShortlistQuery{Source: app}, storage.ShortlistQuery{Source: app, Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Device, storage.DeviceQuery] { return tx.Devices }, storage.DeviceQuery{ECID: "0x000050"}, storage.DeviceQuery{ECID: "0x000050", Limit: 1}, storage.DeviceQuery{Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[storage.DeviceLinkID, storage.DeviceLink, storage.DeviceLinkQuery] {
			return tx.DeviceLinks
		},
			storage.DeviceLinkQuery{Apps: []storage.AppID{app}}, storage.DeviceLinkQuery{Apps: []storage.AppID{app}, Limit: 1},
			storage.DeviceLinkQuery{Apps: []storage.AppID{app, app + 1}}, storage.DeviceLinkQuery{Device: "000001"}),
		of(func(tx *storage.Tx) storage.Rows[storage.FeatureID, storage.Feature, storage.FeatureQuery] {
			return tx.Features
		}, storage.FeatureQuery{App: app}),
		of(func(tx *storage.Tx) storage.Rows[storage.RelatedID, storage.RelatedApp, storage.RelatedQuery] {
			return tx.RelatedApps
		},
			storage.RelatedQuery{App: app}, storage.RelatedQuery{App: app, Shelf: storage.ShelfMayAlsoLike},
			storage.RelatedQuery{App: app, Shelf: storage.ShelfMayAlsoLike, Limit: 3}),
		of(func(tx *storage.Tx) storage.Rows[storage.StorefrontID, storage.StorefrontObservation, storage.StorefrontQuery] {
			return tx.Storefronts
		}, storage.StorefrontQuery{App: app}, storage.StorefrontQuery{App: app, Country: "us", Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[storage.SnapshotID, storage.Snapshot, storage.SnapshotQuery] {
			return tx.Snapshots
		},
			storage.SnapshotQuery{App: app}, storage.SnapshotQuery{App: app, Limit: 1}, storage.SnapshotQuery{App: app, Reverse: true, Limit: 1},
			storage.SnapshotQuery{App: app, From: at}, storage.SnapshotQuery{App: app, From: at, To: at + 2*day},
			storage.SnapshotQuery{App: app, To: at, Limit: 1}, storage.SnapshotQuery{App: app, Source: storage.SourceWayback},
			storage.SnapshotQuery{App: app, Changed: true}, storage.SnapshotQuery{App: app, Changed: true, From: at},
			storage.SnapshotQuery{App: app, Changed: true, From: at, To: at + 2*day, Limit: 10},
			storage.SnapshotQuery{App: app, Changed: true, Reverse: true, Limit: 1},
			storage.SnapshotQuery{Changed: true}, storage.SnapshotQuery{Changed: true, Limit: 100},
			storage.SnapshotQuery{Changed: true, From: at}, storage.SnapshotQuery{Changed: true, To: at, Limit: 100},
			storage.SnapshotQuery{Changed: true, From: at, To: at + 2*day}, storage.SnapshotQuery{Changed: true, From: at, Reverse: true, Limit: 1},
			storage.SnapshotQuery{Changed: true, From: at, Source: storage.SourceLive},
			storage.SnapshotQuery{Source: storage.SourceWayback}, storage.SnapshotQuery{Source: storage.SourceWayback, Limit: 1},
			storage.SnapshotQuery{App: app, From: at, To: at + 2*day, Source: storage.SourceWayback, Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[storage.ChangeID, storage.Change, storage.ChangeQuery] {
			return tx.Changes
		},
			storage.ChangeQuery{App: app}, storage.ChangeQuery{FromApp: app, Limit: 1}, storage.ChangeQuery{App: app, Changed: true}, storage.ChangeQuery{App: app, From: at, Limit: 10},
			storage.ChangeQuery{App: app, From: at, To: at}, storage.ChangeQuery{App: app, Changed: true, From: at, To: at + 2*day},
			storage.ChangeQuery{Changed: true}, storage.ChangeQuery{Changed: true, Limit: 100},
			storage.ChangeQuery{Changed: true, Type: storage.EntryAdded, From: at, To: at + day},
			storage.ChangeQuery{Changed: true, Type: storage.EntryAdded, Category: storage.CategoryAccessibility, From: at, To: at + day},
			storage.ChangeQuery{App: app, Changed: true, Type: storage.EntryAdded, From: at, To: at + day},
			storage.ChangeQuery{Changed: true, From: at}, storage.ChangeQuery{Changed: true, From: at, To: at + 2*day, Limit: 100}),
		of(func(tx *storage.Tx) storage.Rows[storage.AppTagID, storage.AppTag, storage.AppTagQuery] {
			return tx.AppTags
		},
			storage.AppTagQuery{Apps: []storage.AppID{app, 7, 9}}, storage.AppTagQuery{Tag: "games"}, storage.AppTagQuery{Tag: "games", After: app, Limit: 500}),
		of(func(tx *storage.Tx) storage.Rows[storage.AppID, storage.PausedApp, storage.PausedAppQuery] {
			return tx.PausedApps
		},
			storage.PausedAppQuery{Apps: []storage.AppID{app, 7, 9}}),
		of(func(tx *storage.Tx) storage.Rows[storage.AppID, storage.Identifier, storage.IdentifierQuery] {
			return tx.Identifiers
		}, storage.IdentifierQuery{Identifier: "org.example.app"}),
		of(func(tx *storage.Tx) storage.Rows[storage.SnapshotID, storage.Commit, storage.CommitQuery] {
			return tx.Commits
		}, storage.CommitQuery{After: 5}, storage.CommitQuery{After: 5, Limit: 10}, storage.CommitQuery{Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[storage.ConcernID, storage.Concern, storage.ConcernQuery] {
			return tx.Concerns
		}, storage.ConcernQuery{App: app}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Review, storage.ReviewQuery] { return tx.Reviews },
			storage.ReviewQuery{App: app, To: at, Limit: 10}, storage.ReviewQuery{App: app}, storage.ReviewQuery{App: app, Limit: 1}, storage.ReviewQuery{Limit: 100},
			storage.ReviewQuery{From: at, To: at + day}, storage.ReviewQuery{App: app, From: at, To: at + day}),
		of(func(tx *storage.Tx) storage.Rows[storage.AnnotationID, storage.Annotation, storage.AnnotationQuery] {
			return tx.Annotations
		},
			storage.AnnotationQuery{Present: true}, storage.AnnotationQuery{App: app}, storage.AnnotationQuery{App: app, Present: true},
			storage.AnnotationQuery{Visibility: storage.VisibilityExport, Present: true}, storage.AnnotationQuery{DeletedBy: at},
			storage.AnnotationQuery{ByID: true, Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[storage.VerdictID, storage.Verdict, storage.VerdictQuery] {
			return tx.Verdicts
		}, storage.VerdictQuery{App: app}),
		of(func(tx *storage.Tx) storage.Rows[storage.VerdictID, storage.Verdict, storage.VerdictQuery] {
			return tx.Verdicts
		}, storage.VerdictQuery{Origin: storage.OriginUser, Decision: storage.DecisionSafe, Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[storage.PolicyVersionID, storage.PolicyVersion, storage.PolicyVersionQuery] {
			return tx.PolicyVersions
		},
			storage.PolicyVersionQuery{App: app}, storage.PolicyVersionQuery{App: app, Limit: 1}, storage.PolicyVersionQuery{App: app, From: at}, storage.PolicyVersionQuery{Limit: 10}),
		of(func(tx *storage.Tx) storage.Rows[storage.AppID, storage.PolicyAnalysis, storage.PolicyAnalysisQuery] {
			return tx.PolicyAnalyses
		}, storage.PolicyAnalysisQuery{FetchAgainBy: at}, storage.PolicyAnalysisQuery{FetchAgainBy: at, Limit: 50}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.ManualApp, storage.ManualAppQuery] {
			return tx.ManualApps
		}, storage.ManualAppQuery{Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.ManualAppEvent, storage.ManualAppEventQuery] {
			return tx.ManualAppEvents
		}, storage.ManualAppEventQuery{App: id}, storage.ManualAppEventQuery{App: id, Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[storage.ManualPolicyVersionID, storage.ManualPolicyVersion, storage.ManualPolicyVersionQuery] {
			return tx.ManualPolicyVersions
		}, storage.ManualPolicyVersionQuery{App: id}, storage.ManualPolicyVersionQuery{App: id, Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Notification, storage.NotificationQuery] {
			return tx.Notifications
		},
			storage.NotificationQuery{Limit: 50}, storage.NotificationQuery{Limit: 50, Offset: 50}, storage.NotificationQuery{Due: at, Limit: 50},
			storage.NotificationQuery{Unread: true}, storage.NotificationQuery{Unread: true, Due: at},
			storage.NotificationQuery{Unread: true, Due: at, Limit: 50, Offset: 50}, storage.NotificationQuery{Unread: true, Oldest: true, Limit: 1},
			storage.NotificationQuery{Read: true, Oldest: true, Limit: 50}, storage.NotificationQuery{Oldest: true, Limit: 50},
			storage.NotificationQuery{Due: at, Without: unwanted, Limit: 50, Offset: 50}, storage.NotificationQuery{Due: at, Without: unwanted},
			storage.NotificationQuery{Unread: true, Due: at, Without: unwanted},
			storage.NotificationQuery{After: at, Limit: 1}, storage.NotificationQuery{After: at},
			storage.NotificationQuery{Offset: 50, Limit: 50},
			storage.NotificationQuery{App: app}, storage.NotificationQuery{App: app, Unread: true},
			storage.NotificationQuery{App: app, Oldest: true, Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Delivery, storage.DeliveryQuery] {
			return tx.Deliveries
		},
			storage.DeliveryQuery{Limit: 50}, storage.DeliveryQuery{Limit: 50, Offset: 50}, storage.DeliveryQuery{Ended: true, Limit: 50, Offset: 50},
			storage.DeliveryQuery{State: storage.DeliveryPending, Endpoint: "webhook", Queue: true, Limit: 1},
			storage.DeliveryQuery{State: storage.DeliveryPending, Endpoint: "webhook", Queue: true}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Import, storage.ImportQuery] { return tx.Imports },
			storage.ImportQuery{Limit: 50}, storage.ImportQuery{Device: "d"}, storage.ImportQuery{Device: "d", Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[storage.ImportItemID, storage.ImportItem, storage.ImportItemQuery] {
			return tx.ImportItems
		},
			storage.ImportItemQuery{Import: id}, storage.ImportItemQuery{Import: id, Query: "App"}, storage.ImportItemQuery{App: app},
			storage.ImportItemQuery{App: app, Limit: 1},
			storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true}, storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true, Limit: 25},
			storage.ImportItemQuery{Status: storage.ImportQueued, Queue: true, DueBy: at}, storage.ImportItemQuery{Status: storage.ImportQueued, DueBy: at, Queue: true, Limit: 1},
			storage.ImportItemQuery{Status: storage.ImportQueued, Waits: true, Queue: true, Limit: 1},
			storage.ImportItemQuery{Status: storage.ImportQueued, Waits: true, Queue: true, Reverse: true, Limit: 1}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Activity, storage.ActivityQuery] {
			return tx.Activities
		},
			storage.ActivityQuery{Limit: 50}, storage.ActivityQuery{Limit: 50, Offset: 50}, storage.ActivityQuery{Type: "sync", Limit: 50},
			storage.ActivityQuery{Status: "error", Limit: 50}, storage.ActivityQuery{Type: "sync", Status: "error", Limit: 50},
			storage.ActivityQuery{From: at, To: at + 2*day}, storage.ActivityQuery{Type: "sync", From: at, Limit: 50},
			storage.ActivityQuery{Ascending: true, Limit: 50},
			storage.ActivityQuery{Order: storage.ByID, Limit: 50, Offset: 50}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Audit, storage.AuditQuery] { return tx.Audits },
			storage.AuditQuery{Limit: 50}, storage.AuditQuery{Limit: 50, Offset: 50}, storage.AuditQuery{Action: "reset", Limit: 50},
			storage.AuditQuery{Success: true, Offset: 50}, storage.AuditQuery{Failure: true, Offset: 50},
			storage.AuditQuery{From: at, To: at + 2*day, Limit: 50}), // a prefix sorts what it finds, of which little is kept
		of(func(tx *storage.Tx) storage.Rows[string, storage.ReadToken, storage.ReadTokenQuery] {
			return tx.ReadTokens
		},
			storage.ReadTokenQuery{}), // there are few
		of(func(tx *storage.Tx) storage.Rows[string, storage.AILog, storage.AILogQuery] { return tx.AILogs }, storage.AILogQuery{Limit: 50}, storage.AILogQuery{Offset: 50, Limit: 50}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Setting, storage.SettingQuery] { return tx.Settings }, storage.SettingQuery{Prefix: "flag."}, storage.SettingQuery{Names: []string{"flag.a", "flag.b"}}, storage.SettingQuery{Prefix: "\U0010FFFF"}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Revocation, storage.RevocationQuery] {
			return tx.Revocations
		}, storage.RevocationQuery{ExpiredBy: at}),
		of(func(tx *storage.Tx) storage.Rows[string, storage.Run, storage.RunQuery] { return tx.Runs },
			storage.RunQuery{Limit: 10}, storage.RunQuery{Open: true}, storage.RunQuery{Runner: "sync", Limit: 1},
			storage.RunQuery{Runner: "sync", Open: true}),
		of(func(tx *storage.Tx) storage.Rows[storage.RunItemID, storage.RunItem, storage.RunItemQuery] {
			return tx.RunItems
		},
			storage.RunItemQuery{Run: id}, storage.RunItemQuery{Run: id, Pending: true}, storage.RunItemQuery{Run: id, Pending: true, Limit: 1},
			storage.RunItemQuery{Run: id, Pending: true, From: 5, Below: 9, Limit: 1}),
	} {
		all = append(all, some...)
	}
	return all
}

// TestPlans holds each list to an index, with and without statistics on what the
// tables hold.
func TestPlans(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before string }{
		{"Unknown", "SELECT 1"},
		{"Analyzed", "ANALYZE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := newPath(t)
			seed(t, openStore(t, path), fleet{apps: 100, snapshots: 10})
			behind(t, path, c.before)
			said, explain := planner(t, path, sqldb.Dialect{})
			for _, q := range narrowed() {
				statements := said(q.run)
				lists := slices.DeleteFunc(slices.Clone(statements), func(s string) bool { return strings.HasPrefix(s, "SELECT t.length, ") }) // a text
				if len(lists) != 2 {
					t.Errorf("%s: %d statements, want a list and a count", q.name, len(lists))
				}
				for _, s := range statements {
					if plan := explain(s); !cheap(plan) {
						t.Errorf("%s reads or sorts too much:\n%s\n\t%s", q.name, s, strings.Join(plan, "\n\t"))
					}
				}
			}
		})
	}
}

// TestFeedPlans holds that a page of the feed is read from indexes, and sorted by none.
func TestFeedPlans(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	seed(t, openStore(t, path), fleet{apps: 100, snapshots: 10})
	said, explain := planner(t, path, sqldb.Dialect{})
	const at = firstDay + 6*day
	for _, q := range []storage.FeedQuery{
		{}, {Offset: 3}, {App: 50}, {App: 50, Offset: 1}, {From: at}, {To: at, Offset: 3}, {From: at, To: at + 2*day},
		{Types: []storage.EntryType{storage.EntryAdded, storage.EntryModified}, Offset: 2},
		{Categories: []storage.EntryCategory{storage.CategoryPrivacyLabel, storage.CategoryAgeRating}, From: at, Offset: 2},
		{App: 50, From: at, Types: []storage.EntryType{storage.EntryAdded}},
		{Of: storage.Members{Device: "device-1"}, Offset: 1}, {Of: storage.Members{Tag: "games", Device: "device-1"}, Types: []storage.EntryType{storage.EntryAdded}},
	} {
		q.Window, q.Limit = 40, 5
		for _, s := range said(func(tx *storage.Tx) error { _, err := tx.Feed(q); return err }) {
			if plan := explain(s); !cheap(plan) {
				t.Errorf("%+v reads or sorts too much:\n%s\n\t%s", q, s, strings.Join(plan, "\n\t"))
			}
		}
	}
}

var (
	// lookUp is a range of a tree, or the counting of what was looked up.
	lookUp = regexp.MustCompile(`^(SEARCH \w+ USING .*|CO-ROUTINE listed|SCAN listed)$`)
	// merged are ranges of an index in the same order, read side by side, or the IDs in them.
	merged = regexp.MustCompile(`^(LIST SUBQUERY \d+|CO-ROUTINE (kept|linked)|SCAN (kept|linked)|CREATE BLOOM FILTER|MERGE \(UNION\)|LEFT|RIGHT)$`)
	// counting goes through the smallest index.
	counting = regexp.MustCompile(`^SCAN \w+ USING COVERING INDEX \w+$`)
	// fromAnEnd is an index in the order of the list, a key's too, read until its limit, or one
	// that holds nothing but what is listed.
	fromAnEnd = regexp.MustCompile(`^SCAN \w+ USING INDEX (apps_(name|summarised|developer|risk|changes|checked|added|changed|failed|delisted|snoozed)|\w+_newest|\w+_feed|snapshots_archived|sqlite_autoindex_\w+)$`)
	// few are put in order within a shelf, and where two began at one moment.
	few = regexp.MustCompile(`^USE TEMP B-TREE FOR LAST (TERM|2 TERMS) OF ORDER BY$`)
	// underWay are the runs under way, at most one of each runner.
	underWay = regexp.MustCompile(`^SEARCH runs USING INDEX runs_open \(ended_at=\?\)$`)
	// justDeleted are the notes whose deletion can still be taken back.
	justDeleted = regexp.MustCompile(`^SEARCH annotations USING INDEX annotations_deleted `)
	// picked are the apps or notifications of a page, one by one, and what a device has on it.
	picked = regexp.MustCompile(`^SEARCH (apps USING INTEGER PRIMARY KEY|notifications USING PRIMARY KEY|device_links USING INDEX device_links_listed) `)
	// byKey is a table in the order of its key, read until the limit.
	byKey = regexp.MustCompile(`^SCAN (annotations|activities)$`)
)

func cheap(plan []string) bool {
	for i, line := range plan {
		switch {
		case lookUp.MatchString(line), counting.MatchString(line), fromAnEnd.MatchString(line), few.MatchString(line), byKey.MatchString(line),
			merged.MatchString(line):
		case line == "USE TEMP B-TREE FOR ORDER BY" && i > 0 && (underWay.MatchString(plan[i-1]) || justDeleted.MatchString(plan[i-1]) || picked.MatchString(plan[0])):
		default:
			return false
		}
	}
	return len(plan) > 0
}

// TestOffsetSkipsUnread counts the pages that SQLite looks at for a page of a list: what is skipped
// costs its share of the index, and none of the table.
func TestOffsetSkipsUnread(t *testing.T) {
	t.Parallel()
	const rows, offset, limit = 3000, 2900, 10
	path := newPath(t)
	s := openStore(t, path)
	listed(t, s, rows)
	mustUpdate(t, s, func(tx *storage.Tx) error {
		for i := range rows {
			n := storage.Notification{ID: fmt.Sprintf("%06d", i*7919%rows), Type: storage.NoticeLabelChanges, CreatedAt: storage.Time(i + 1), Changes: []storage.Entry{{Description: strings.Repeat("x", 300)}}}
			if err := tx.Notifications.Put(n); err != nil {
				return err
			}
		}
		return nil
	})
	apps := of(func(tx *storage.Tx) storage.Rows[storage.AppID, storage.App, storage.AppQuery] { return tx.Apps }, storage.AppQuery{Limit: limit, Offset: offset})
	notifications := of(func(tx *storage.Tx) storage.Rows[string, storage.Notification, storage.NotificationQuery] {
		return tx.Notifications
	}, storage.NotificationQuery{Limit: limit, Offset: offset, Due: 9999, Without: []storage.NotificationType{storage.NoticePolicyUpdates}})
	said, _ := planner(t, path, sqldb.Dialect{})
	for _, q := range []query{apps[0], notifications[0]} {
		statement := said(q.run)[0]
		raw(t, path, func(c *sqlite3.Conn) error {
			rows, _, err := c.Prepare(statement)
			if err != nil {
				return err
			}
			defer rows.Close()
			n := 0
			for ; rows.Step(); n++ {
				_ = rows.ColumnText(1)
			}
			looks := int64(0)
			for _, kind := range []sqlite3.DBStatus{sqlite3.DBSTATUS_CACHE_HIT, sqlite3.DBSTATUS_CACHE_MISS} {
				more, _, err := c.Status(kind, false)
				if err != nil {
					return err
				}
				looks += more
			}
			if n != limit || looks > 200 {
				t.Errorf("for %d rows after %d there were %d looks at a page, want few, of:\n%s", n, offset, looks, statement)
			}
			return rows.Err()
		})
	}
}

// planner returns a function for the statements that a View comes to, with their
// values, and one for how SQLite goes about a statement.
func planner(t *testing.T, path string, dialect sqldb.Dialect) (said func(view func(*storage.Tx) error) []string, explain func(string) []string) {
	t.Helper()
	var all []string
	db, err := driver.Open("file:"+path, func(c *sqlite3.Conn) error {
		return c.Trace(sqlite3.TRACE_STMT, func(_ sqlite3.TraceEvent, stmt, _ any) error {
			if sql := stmt.(*sqlite3.Stmt).ExpandedSQL(); strings.HasPrefix(sql, "SELECT") {
				all = append(all, sql)
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	s := sqldb.New(db, db, dialect)
	conn, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(conn.Close(), s.Close(), db.Close()); err != nil {
			t.Error(err)
		}
	})
	said = func(view func(*storage.Tx) error) []string {
		all = nil
		if err := s.View(t.Context(), view); err != nil {
			t.Fatal(err)
		}
		return all
	}
	explain = func(statement string) (plan []string) {
		rows, _, err := conn.Prepare("EXPLAIN QUERY PLAN " + statement)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Step() {
			plan = append(plan, rows.ColumnText(3))
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			t.Fatal(err)
		}
		return plan
	}
	return said, explain
}

// behind runs statements on the file, without the store.
func behind(t testing.TB, path, script string) {
	t.Helper()
	raw(t, path, func(c *sqlite3.Conn) error { return c.Exec(script) })
}

// raw lends a connection of its own to the file.
func raw(t testing.TB, path string, fn func(*sqlite3.Conn) error) {
	t.Helper()
	c, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(c.BusyTimeout(time.Minute), fn(c), c.Close()); err != nil {
		t.Fatal(err)
	}
}
