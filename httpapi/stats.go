package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// matrix answers "GET /api/stats/matrix".
func (a *API) matrix(ctx context.Context, _ nothing) (any, error) {
	size, err := a.cfg.Fleet.Size(ctx)
	if err != nil {
		return nil, err
	}
	if size >= a.largeFrom {
		return matrixAnswer{a.cfg.Fleet.Each}, nil
	}
	apps, err := a.cfg.Fleet.All(ctx)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	err = matrixAnswer{func(_ context.Context, yield func(storage.App) error) error {
		for _, app := range apps {
			if err := yield(app); err != nil {
				return err
			}
		}
		return nil
	}}.writeAll(ctx, &text)
	return json.RawMessage(text.String()), err
}

// matrixAnswer is a matrix that is written as its apps come: what they collect is
// told behind them.
type matrixAnswer struct {
	each func(ctx context.Context, yield func(storage.App) error) error
}

func (s matrixAnswer) header(h http.Header) { h["Content-Type"] = jsonType }

func (s matrixAnswer) writeAll(ctx context.Context, w io.Writer) error {
	to := bufio.NewWriterSize(w, pieceSize)
	add := func(before string, value any) error {
		_, text, err := encode(value)
		if err != nil {
			return err
		}
		_, err = to.WriteString(before + strings.TrimSpace(string(text)))
		return err
	}
	var m fleet.Matrix
	before := `{"apps":[`
	err := s.each(ctx, func(app storage.App) error {
		err := add(before, m.Add(app))
		before = ","
		return err
	})
	if err != nil {
		return err
	}
	if before != "," {
		to.WriteString(before)
	}
	if err := errors.Join(add(`],"categories":`, m.Categories()), add(`,"severities":`, m.Severities())); err != nil {
		return err
	}
	before = `,"cells":{`
	for app, cells := range m.Cells() {
		if err := add(before+strconv.Quote(app.String())+":", cells); err != nil {
			return err
		}
		before = ","
	}
	if before != "," {
		to.WriteString(before)
	}
	to.WriteString("}}")
	return to.Flush() // which tells what any of the writes failed with
}

// radarRequest is GET /api/stats/radar.
type radarRequest struct{ apps string } // ids in a list, each once

func (in *radarRequest) decode(r *request) error {
	sent, _ := r.query("apps")
	seen, n := map[storage.AppID]bool{}, 0
	for token := range strings.SplitSeq(sent, ",") {
		if token = strings.TrimSpace(token); token == "" {
			continue
		}
		if n++; n > policy.MaxRadarApps {
			return badRequest("apps must be at most %d ids", policy.MaxRadarApps)
		}
		id, err := storage.ParseAppID(token)
		if err != nil || id == 0 || id > storage.MaxAppID {
			id = noApp
		}
		if !seen[id] {
			seen[id] = true
			in.apps += id.String() + ","
		}
	}
	return nil
}

// radar answers "GET /api/stats/radar".
func (a *API) radar(ctx context.Context, in radarRequest) (radar policy.Radar, err error) {
	var apps []storage.AppID
	for _, text := range splitList(strings.TrimSuffix(in.apps, ",")) {
		id, err := storage.ParseAppID(text)
		if err != nil {
			return radar, err
		}
		apps = append(apps, id)
	}
	err = a.cfg.Store.View(ctx, func(tx storage.Tx) (err error) {
		radar, err = policy.RadarOf(tx, apps)
		return err
	})
	return radar, err
}

// calendarSpan is how far a calendar goes back that does not say.
const calendarSpan = 90 * 24 * time.Hour

// calendarRequest is GET /api/stats/timeline.
type calendarRequest struct {
	from, to storage.Time // zero: not sent
	bucket   changelog.Bucket
	app      storage.AppID
}

func (in *calendarRequest) decode(r *request) error {
	from, sent, err := r.moment("from")
	if err != nil {
		return err
	}
	if sent {
		in.from = max(from, 1) // zero would be none
	}
	if in.to, _, err = r.latest("to"); err != nil {
		return err
	}
	in.bucket = changelog.Bucket(r.oneOf("bucket", string(changelog.ByDay), string(changelog.ByWeek), string(changelog.ByMonth)))
	if text, ok := r.query("appId"); ok {
		id, err := storage.ParseAppID(text)
		switch {
		case err != nil:
			r.ignore("appId", text)
		case id == 0:
			in.app = noApp
		default:
			in.app = id
		}
	}
	return nil
}

// calendar answers "GET /api/stats/timeline".
func (a *API) calendar(ctx context.Context, in calendarRequest) (changelog.Calendar, error) {
	now := storage.TimeOf(a.cfg.Now())
	q := changelog.CalendarQuery{From: in.from, To: in.to, Bucket: in.bucket, App: in.app}
	if q.To == 0 {
		q.To = now
	}
	if q.From == 0 {
		q.From = max(now.Add(-calendarSpan), 1)
	}
	if q.From > q.To {
		return changelog.Calendar{}, badRequest("from must not be after to")
	}
	return a.cfg.Changelog.Calendar(ctx, q)
}
