package notify_test

import (
	mathrand "math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// zone returns a time zone, and skips the test where the machine has none.
func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	location, err := time.LoadLocation(name)
	if err != nil {
		t.Skipf("no time zones: %v", err)
	}
	return location
}

// at reads a moment.
func at(t testing.TB, text string) storage.Time {
	t.Helper()
	moment, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		t.Fatal(err)
	}
	return storage.TimeOf(moment)
}

func timeOfDay(t testing.TB, text string) time.Duration {
	t.Helper()
	d, ok := settings.TimeOfDay(text)
	if !ok {
		t.Fatalf("%q is no time of day", text)
	}
	return d
}

func TestQuietHours(t *testing.T) {
	t.Parallel()
	const berlin, newYork, lordHowe = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"
	for name, test := range map[string]struct {
		zone, start, end string
		now, want        string // want is empty where nothing is held back
	}{
		"before":                       {"UTC", "09:00", "17:00", "2026-05-04T08:59:59.999Z", ""},
		"from the start on":            {"UTC", "09:00", "17:00", "2026-05-04T09:00:00Z", "2026-05-04T17:00:00Z"},
		"until just before the end":    {"UTC", "09:00", "17:00", "2026-05-04T16:59:59.999Z", "2026-05-04T17:00:00Z"},
		"at the end":                   {"UTC", "09:00", "17:00", "2026-05-04T17:00:00Z", ""},
		"overnight, in the evening":    {"UTC", "22:00", "07:00", "2026-12-31T22:00:00Z", "2027-01-01T07:00:00Z"},
		"overnight, in the morning":    {"UTC", "22:00", "07:00", "2027-01-01T06:59:59.999Z", "2027-01-01T07:00:00Z"},
		"overnight, by day":            {"UTC", "22:00", "07:00", "2027-01-01T07:00:00Z", ""},
		"until midnight":               {"UTC", "22:00", "00:00", "2028-02-28T23:30:00Z", "2028-02-29T00:00:00Z"},
		"from midnight":                {"UTC", "00:00", "06:00", "2028-02-29T00:00:00Z", "2028-02-29T06:00:00Z"},
		"all day but a minute":         {"UTC", "00:01", "00:00", "2026-05-04T00:01:00Z", "2026-05-05T00:00:00Z"},
		"all day but a minute, now":    {"UTC", "00:01", "00:00", "2026-05-04T00:00:59Z", ""},
		"start and end are one":        {"UTC", "08:00", "08:00", "2026-05-04T08:00:00Z", ""},
		"by the clock of the zone":     {berlin, "22:00", "07:00", "2026-07-01T20:00:00Z", "2026-07-02T05:00:00Z"},
		"and not before":               {berlin, "22:00", "07:00", "2026-07-01T19:59:00Z", ""},
		"a zone of half an hour":       {"Asia/Kolkata", "22:00", "07:00", "2026-07-01T16:30:00Z", "2026-07-02T01:30:00Z"},
		"a zone with the next day":     {"Pacific/Kiritimati", "22:00", "07:00", "2026-07-01T08:00:00Z", "2026-07-01T17:00:00Z"},
		"a shorter night":              {berlin, "22:00", "07:00", "2026-03-28T22:30:00+01:00", "2026-03-29T07:00:00+02:00"},
		"a longer night":               {berlin, "22:00", "07:00", "2026-10-24T22:30:00+02:00", "2026-10-25T07:00:00+01:00"},
		"the end is skipped":           {berlin, "22:00", "02:30", "2026-03-29T01:59:00+01:00", "2026-03-29T03:00:00+02:00"},
		"the start is skipped":         {berlin, "02:30", "07:00", "2026-03-29T03:00:00+02:00", "2026-03-29T07:00:00+02:00"},
		"not yet at the skipped start": {berlin, "02:30", "07:00", "2026-03-29T01:59:59+01:00", ""},
		"both are skipped":             {berlin, "02:15", "02:45", "2026-03-29T03:00:00+02:00", ""},
		"the end is where time jumps":  {berlin, "22:00", "02:00", "2026-03-29T01:30:00+01:00", "2026-03-29T03:00:00+02:00"},
		"the end comes twice, first":   {berlin, "22:00", "02:30", "2026-10-25T01:00:00+02:00", "2026-10-25T02:30:00+02:00"},
		"between the two ends":         {berlin, "22:00", "02:30", "2026-10-25T02:45:00+02:00", ""},
		"quiet again after the first":  {berlin, "22:00", "02:30", "2026-10-25T02:00:00+01:00", "2026-10-25T02:30:00+01:00"},
		"the end where time goes back": {berlin, "22:00", "03:00", "2026-10-25T02:59:00+02:00", "2026-10-25T03:00:00+01:00"},
		"the start comes twice":        {berlin, "02:30", "07:00", "2026-10-25T02:30:00+02:00", "2026-10-25T02:00:00+01:00"},
		"the start, the second time":   {berlin, "02:30", "07:00", "2026-10-25T02:30:00+01:00", "2026-10-25T07:00:00+01:00"},
		"spring in New York":           {newYork, "23:00", "02:15", "2026-03-08T01:00:00-05:00", "2026-03-08T03:00:00-04:00"},
		"autumn in New York":           {newYork, "23:00", "01:30", "2026-11-01T00:00:00-04:00", "2026-11-01T01:30:00-04:00"},
		"autumn again in New York":     {newYork, "23:00", "01:30", "2026-11-01T01:10:00-05:00", "2026-11-01T01:30:00-05:00"},
		"half an hour is skipped":      {lordHowe, "20:00", "02:10", "2026-10-04T01:00:00+10:30", "2026-10-04T02:30:00+11:00"},
		"past the half hour":           {lordHowe, "20:00", "02:40", "2026-10-04T01:00:00+10:30", "2026-10-04T02:40:00+11:00"},
		"half an hour comes twice":     {lordHowe, "20:00", "01:40", "2026-04-05T01:00:00+11:00", "2026-04-05T01:40:00+11:00"},
		"the second half hour":         {lordHowe, "20:00", "01:40", "2026-04-05T01:30:00+10:30", "2026-04-05T01:40:00+10:30"},
		"a day is skipped":             {"Pacific/Apia", "20:00", "10:00", "2011-12-29T23:00:00-10:00", "2011-12-31T10:00:00+14:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			location := zone(t, test.zone)
			var want storage.NullTime
			if test.want != "" {
				want = storage.NullTime(at(t, test.want))
			}
			got := notify.QuietUntil(timeOfDay(t, test.start), timeOfDay(t, test.end), location, at(t, test.now))
			if got != want {
				t.Errorf("held back until %v, want %v", storage.Time(got).Std().In(location), storage.Time(want).Std().In(location))
			}
		})
	}
}

// nextMinute finds the end of quiet hours as a person would who looks at the clock
// on the wall every minute: zero when it is not quiet at first.
func nextMinute(start, end string, zone *time.Location, now storage.Time) storage.NullTime {
	isQuiet := func(at time.Time) bool {
		shows := at.In(zone).Format("15:04")
		if start < end {
			return start <= shows && shows < end
		}
		return start != end && (shows >= start || shows < end)
	}
	if !isQuiet(now.Std()) {
		return 0
	}
	for at := now.Std().Truncate(time.Minute); ; at = at.Add(time.Minute) {
		if at.After(now.Std()) && !isQuiet(at) {
			return storage.NullTime(storage.TimeOf(at))
		}
	}
}

func TestQuietHoursFollowLocalTime(t *testing.T) {
	t.Parallel()
	r := mathrand.New(mathrand.NewPCG(1, 2))
	clock := func() string { return time.Unix(int64(r.IntN(24*60))*60, 0).UTC().Format("15:04") }
	for _, name := range []string{"UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Africa/Casablanca"} {
		location := zone(t, name)
		// Around each change of the clocks, and anywhere.
		var around []time.Time
		for at := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC); at.Year() < 2027; {
			_, changed := at.In(location).ZoneBounds()
			if changed.IsZero() {
				break
			}
			around = append(around, changed)
			at = changed
		}
		for range 400 {
			now := storage.Time(1_700_000_000_000 + r.Int64N(100_000_000_000))
			start, end := clock(), clock()
			if len(around) > 0 && r.IntN(4) > 0 {
				changed := around[r.IntN(len(around))]
				now = storage.TimeOf(changed).Add(time.Duration(r.Int64N(int64(26*time.Hour))) - 13*time.Hour)
				end = changed.Add(time.Duration(r.IntN(240)-120) * time.Minute).In(location).Format("15:04")
			}
			want := nextMinute(start, end, location, now)
			if got := notify.QuietUntil(timeOfDay(t, start), timeOfDay(t, end), location, now); got != want {
				t.Errorf("%s to %s in %s, at %v: until %v, want %v", start, end, name, now.Std().In(location),
					storage.Time(got).Std().In(location), storage.Time(want).Std().In(location))
			}
		}
	}
}

// set writes settings, of which each value follows its name.
func set(t testing.TB, s storage.Store, pairs ...string) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		for i := 0; i < len(pairs); i += 2 {
			if err := settings.PutText(tx, pairs[i], pairs[i+1]); err != nil {
				return err
			}
		}
		return nil
	})
}

// override sets feature flags.
func override(t testing.TB, s storage.Store, v feature.Value, flags ...string) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		for _, flag := range flags {
			if err := feature.SetOverride(tx, now, flag, v); err != nil {
				return err
			}
		}
		return nil
	})
}

// allTypes are all types of notification that there are, and one that there is not.
var allTypes = []storage.NotificationType{
	storage.NoticeLabelChanges, storage.NoticeProfileMismatch, storage.NoticePolicyUpdates, storage.NoticeVersionUpdates,
	storage.NoticeImportCompleted, storage.NoticeManualAppsPrompt, storage.NoticeAITimeout, storage.NoticeJobResumed,
	storage.NoticeParserFallthrough, storage.NoticeAccessibilityChanges, storage.NoticeNewPrivacyTypes, "ofAnotherVersion",
}

// postAll posts one notification of each type and returns until when each is held
// back that is.
func postAll(t testing.TB, s storage.Store, at storage.Time) map[storage.NotificationType]storage.NullTime {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error {
		_, err := tx.Notifications.Clear()
		return err
	})
	for _, kind := range allTypes {
		post(t, s, at, notify.Notice{Type: kind, AppName: "Notes"})
	}
	held := make(map[storage.NotificationType]storage.NullTime)
	for _, n := range storagetest.All[storage.Notification](t, s) {
		if n.NotBefore != 0 {
			held[n.Type] = n.NotBefore
		}
	}
	return held
}

func TestQuietHoursDelayRefreshTypes(t *testing.T) {
	t.Parallel()
	night := at(t, "2026-07-01T23:00:00Z")
	until := func(text string) map[storage.NotificationType]storage.NullTime {
		end := storage.NullTime(at(t, text))
		return map[storage.NotificationType]storage.NullTime{
			storage.NoticeLabelChanges: end, storage.NoticeAccessibilityChanges: end, storage.NoticeNewPrivacyTypes: end,
			storage.NoticePolicyUpdates: end,
		}
	}
	none := map[storage.NotificationType]storage.NullTime{}
	const start, end, in = settings.QuietHoursStart, settings.QuietHoursEnd, settings.QuietHoursTimeZone
	for name, test := range map[string]struct {
		flag feature.Value
		set  []string
		want map[storage.NotificationType]storage.NullTime
	}{
		"by default":           {"", []string{start, "22:00", end, "07:00"}, none},
		"in UTC":               {feature.On, []string{start, "22:00", end, "07:00"}, until("2026-07-02T07:00:00Z")},
		"in a zone":            {feature.On, []string{start, "22:00", end, "07:00", in, "Asia/Tokyo"}, none},
		"in another zone":      {feature.On, []string{start, "22:00", end, "07:00", in, "Europe/Berlin"}, until("2026-07-02T05:00:00Z")},
		"in a zone of nowhere": {feature.On, []string{start, "22:00", end, "07:00", in, "Mars/Olympus"}, until("2026-07-02T07:00:00Z")},
		"switched off":         {feature.Off, []string{start, "22:00", end, "07:00"}, none},
		"collapsed":            {feature.Collapsed, []string{start, "22:00", end, "07:00"}, none},
		"not set":              {feature.On, nil, none},
		"no end":               {feature.On, []string{start, "22:00"}, none},
		"no start":             {feature.On, []string{end, "07:00"}, none},
		"start and end in one": {feature.On, []string{start, "22:00", end, "22:00"}, none},
		"what is no time":      {feature.On, []string{start, "late", end, "07:00"}, none},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := storage.Store(memory.New())
			if test.flag != "" {
				override(t, s, test.flag, feature.QuietHours)
			}
			set(t, s, test.set...)
			if diff := cmp.Diff(test.want, postAll(t, s, night)); diff != "" {
				t.Errorf("held back (-want +got):\n%s", diff)
			}
		})
	}
}
