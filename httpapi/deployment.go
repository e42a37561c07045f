package httpapi

import (
	"context"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

// appName is what the service calls itself.
const appName = "auditor"

// deploymentAnswer is how the service is set up, as seen from a request.
type deploymentAnswer struct {
	GeneratedAt storage.Time       `json:"generatedAt"`
	App         deploymentApp      `json:"app"`
	Health      deploymentHealth   `json:"health"`
	Database    deploymentDatabase `json:"database"`
	Network     network            `json:"network"`
	Security    security           `json:"security"`
	Checks      []check            `json:"checks"`
}

type deploymentApp struct {
	Name          string       `json:"name"`
	Version       storage.Text `json:"version"`
	Runtime       string       `json:"runtime"` // desktop, web
	Container     bool         `json:"containerLikely"`
	Platform      string       `json:"platform"`
	Arch          string       `json:"arch"`
	Go            string       `json:"goVersion"`
	UptimeSeconds int64        `json:"uptimeSeconds"`
}

type deploymentHealth struct {
	Status string       `json:"status"` // ok, degraded
	PingMs *int64       `json:"dbPingMs"`
	Error  storage.Text `json:"error"`
}

type deploymentDatabase struct {
	Path        *string      `json:"path"` // without the name of a user
	DataDir     *string      `json:"dataDir"`
	Source      string       `json:"dataDirSource"` // configured, none
	Exists      bool         `json:"exists"`
	SizeBytes   *int64       `json:"sizeBytes"`
	Writable    bool         `json:"writable"`
	JournalMode *string      `json:"journalMode"`
	Error       storage.Text `json:"error"`
}

// security says what guards the service, without a secret.
type security struct {
	TokenConfigured bool `json:"adminTokenConfigured"`
	TokenRequired   bool `json:"adminTokenRequired"`
	AllowedHosts    bool `json:"allowedHostsConfigured"`
	BindAmbiguous   bool `json:"bindAmbiguous"` // whether others reach it cannot be seen from the address
	Exposed         bool `json:"networkExposed"`
	TrustProxy      bool `json:"trustProxy"`
}

// deployment answers "GET /api/deployment/diagnostics".
func (a *API) deployment(ctx context.Context, in networkRequest) (deploymentAnswer, error) {
	host := health.ReadHost()
	answer := deploymentAnswer{
		GeneratedAt: storage.TimeOf(a.cfg.Now()),
		App: deploymentApp{
			Name: appName, Version: storage.Text(health.Version()), Runtime: a.runsIn(ctx), Container: host.Container,
			Platform: strings.TrimSpace(host.OS + " " + host.Release), Arch: host.Arch, Go: host.Go,
			UptimeSeconds: int64(a.ops.meter.Uptime().Seconds()),
		},
		Health:   a.pinged(ctx),
		Database: a.placed(ctx),
		Network:  in.network,
		Security: security{
			TokenConfigured: a.token.configured, TokenRequired: a.exposed, AllowedHosts: len(a.allowed.names) > 0,
			BindAmbiguous: ambiguous(a.cfg.BindAddress), Exposed: a.exposed, TrustProxy: a.cfg.TrustProxy,
		},
	}
	answer.Checks = deploymentChecks(answer)
	return answer, nil
}

// runsIn says what the service runs in.
func (a *API) runsIn(ctx context.Context) string {
	desktop := false
	err := a.cfg.Store.View(ctx, func(tx storage.Tx) error {
		kept, err := tx.Settings().Get(feature.RuntimeSetting)
		desktop = err == nil && kept.Value == feature.Desktop
		return nil // not set is not there
	})
	if err == nil && desktop {
		return feature.Desktop
	}
	return "web"
}

// pinged says whether the store answers, and how fast.
func (a *API) pinged(ctx context.Context) deploymentHealth {
	began := a.cfg.Now()
	if err := a.probe.ping(ctx); err != nil {
		a.cfg.Logger.WarnContext(ctx, "the store does not answer", "error", err)
		return deploymentHealth{Status: "degraded", Error: "The database does not answer."}
	}
	return deploymentHealth{Status: "ok", PingMs: new(max(a.cfg.Now().Sub(began), 0).Milliseconds())}
}

// placed says where the records lie.
func (a *API) placed(ctx context.Context) deploymentDatabase {
	d := deploymentDatabase{Source: "none", Writable: true}
	if a.cfg.DataDir != "" {
		d.Source, d.DataDir = "configured", new(health.Mask(a.cfg.DataDir))
		if err := a.probe.folder(); err != nil {
			a.cfg.Logger.WarnContext(ctx, "the data folder is not writable", "error", err)
			d.Writable, d.Error = false, "The data folder is not writable."
		}
	}
	l, err := a.inspect(ctx)
	if err != nil {
		a.cfg.Logger.WarnContext(ctx, "the database could not be looked at", "error", err)
		d.Error = "The database could not be looked at."
	}
	if l != nil {
		d.Path, d.Exists, d.SizeBytes, d.JournalMode = new(health.Mask(l.Path)), l.Bytes > 0, &l.Bytes, &l.JournalMode
	}
	return d
}

// deploymentChecks says what to think of it, in the order of the interface.
func deploymentChecks(d deploymentAnswer) []check {
	good := func(ok bool, id, label, otherwise, well, ill string) check {
		if ok {
			return check{id, label, "ok", well}
		}
		return check{id, label, otherwise, ill}
	}
	proxy := "info"
	if d.Network.BeyondLocal {
		proxy = "warn"
	}
	token := check{"admin-token", "Admin token", "info", "No admin token is set; only this machine reaches the service."}
	switch s := d.Security; {
	case s.TokenConfigured:
		token.Status, token.Detail = "ok", "An admin token is set."
	case s.Exposed:
		token.Status, token.Detail = "bad", "The network reaches the service, and no admin token is set."
	case s.BindAmbiguous:
		token.Detail = "No admin token is set. Set one if the network reaches the service."
	}
	return []check{
		good(d.Health.Status == "ok", "health", "Database", "bad", "The database answers.", "The database does not answer."),
		good(d.Database.Writable, "database", "Data location", "bad", "The data location is writable.", "The data location is not writable."),
		good(d.Network.Proxy, "proxy", "Reverse proxy", proxy, "The request came through a proxy.", "The request came without a proxy."),
		good(d.Network.Protocol == "https" || d.Network.Local, "transport", "Transport", "warn",
			"Nobody on the way reads along.", fmt.Sprintf("The request came over %s from another machine.", d.Network.Protocol)),
		token,
	}
}
