package httpapi_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/storage"
)

func TestAuditLogNeedsTheToken(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*httpapi.Config)
		want   int
	}{
		"local without a token": {nil, http.StatusOK}, "local": {withToken, http.StatusUnauthorized},
		"exposed without a token": {isExposed, http.StatusUnauthorized}, "exposed": {exposedWithToken, http.StatusUnauthorized},
		"only with a token": {onlyWithToken, http.StatusUnauthorized},
	} {
		a := newAPI(t, tt.change)
		got := a.do("GET", "/api/audit")
		if got.Code != tt.want {
			t.Errorf("%s: status %d, want %d", name, got.Code, tt.want)
		}
		got.header("Cache-Control", "no-store")
	}
}

func TestAuditLog(t *testing.T) {
	t.Parallel()
	a := newAPI(t, withoutLimits)
	began := a.clock.Now()
	a.update(func(tx *storage.Tx) error {
		for i, action := range []string{"reset.success", "reset.unauthorised", "backup.export.success", "admin_token.login"} {
			line := storage.Audit{
				ID: fmt.Sprint("id-", i), CreatedAt: storage.TimeOf(began.Add(time.Duration(i) * time.Hour)), Action: action,
				ActorIP: "192.0.2.1", ActorUser: "ada", UserAgent: "curl", Detail: "POST /", Success: i != 1,
			}
			if err := tx.Audits.Put(line); err != nil {
				return err
			}
		}
		return nil
	})
	second, third := at(began.Add(time.Hour)), at(began.Add(2*time.Hour))
	for query, want := range map[string][]string{
		"":                             {"admin_token.login", "backup.export.success", "reset.unauthorised", "reset.success"},
		"limit=1":                      {"admin_token.login"},
		"limit=2&offset=1":             {"backup.export.success", "reset.unauthorised"},
		"offset=9":                     {},
		"success=0":                    {"reset.unauthorised"},
		"success=yes":                  {"admin_token.login", "backup.export.success", "reset.success"},
		"action=reset":                 {"reset.unauthorised", "reset.success"},
		"action=reset&success=true":    {"reset.success"},
		"action=%25":                   {},
		"since=" + third:               {"admin_token.login", "backup.export.success"},
		"until=" + second:              {"reset.unauthorised", "reset.success"},
		"since=" + second + "&limit=1": {"admin_token.login"},
	} {
		var got struct {
			Rows          []storage.Audit
			Total, Offset int
		}
		a.do("GET", "/api/audit?"+query, withHeader).status(http.StatusOK).json(&got)
		actions := []string{}
		for _, row := range got.Rows {
			actions = append(actions, row.Action)
		}
		equal(t, want, actions, "%q: actions", query)
	}
	for _, query := range []string{"limit=0", "limit=501", "limit=x", "offset=-1", "success=maybe", "since=yesterday", "limit=99999999999999999999", "offset=1.5"} {
		a.do("GET", "/api/audit?"+query, withHeader).error(http.StatusBadRequest, "")
	}
}
