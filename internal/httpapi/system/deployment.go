package system

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

// appName is the name of the service in answers.
const appName = "auditor"

// deployment is how the service is set up and works.
type deployment struct {
	Config
	probe    *probe
	database *database
	faults   faults
	flags    flags
}

func (d deployment) operations() []op.Operation {
	return []op.Operation{
		op.WithRequest(op.Spec{
			Route: "GET /api/deployment/diagnostics", ID: "deployment", Group: "ops", Summary: "Get the deployment diagnostics",
			Access: op.Sensitive,
		}, d.get),
		op.WithRequest(op.Spec{
			Route: "GET /api/deployment/support-bundle", ID: "supportBundle", Group: "ops", Summary: "Get a support bundle without secrets or app names",
			Access: op.Sensitive,
		}, d.support),
		op.NewPlain(op.Spec{
			Route: "GET /api/desktop/diagnostics", ID: "desktopDiagnostics", Group: "ops", Summary: "Get the desktop diagnostics",
			Access: op.Sensitive,
		}, d.desktop),
		op.WithRequest(op.Spec{
			Route: "GET /api/diagnostics/bundle", ID: "diagnostics", Group: "ops", Summary: "Get all diagnostics",
			Access: op.Sensitive,
		}, d.bundle),
	}
}

// deploymentAnswer is how the service is set up, as seen from a request.
type deploymentAnswer struct {
	GeneratedAt storage.Time       `json:"generatedAt"` // when the answer was made
	App         deploymentApp      `json:"app"`         // the program
	Health      deploymentHealth   `json:"health"`      // how the database answers
	Database    deploymentDatabase `json:"database"`    // the state of the database
	Network     network            `json:"network"`     // how the request reached the service
	Security    Security           `json:"security"`    // what protects the service
	Checks      []check            `json:"checks"`      // the checks, each with its result
}

type deploymentApp struct {
	Name          string       `json:"name"`            // the name
	Version       storage.Text `json:"version"`         // the version; null: not known
	Runtime       string       `json:"runtime"`         // "desktop" or "web"
	Container     bool         `json:"containerLikely"` // whether the service seems to run in a container
	Platform      string       `json:"platform"`        // the operating system, such as linux
	Arch          string       `json:"arch"`            // the processor architecture, such as amd64
	Go            string       `json:"goVersion"`       // the version of Go that built the program
	UptimeSeconds int64        `json:"uptimeSeconds"`   // seconds since the program started
}

type deploymentHealth struct {
	Status string       `json:"status"`   // "ok" or "degraded"
	PingMs *int64       `json:"dbPingMs"` // how long the database took to answer, in milliseconds; null: it did not
	Error  storage.Text `json:"error"`    // what went wrong, in a sentence
}

type deploymentDatabase struct {
	// The path of the database file, without the user name; null: not known.
	Path        *string      `json:"path"`
	DataDir     *string      `json:"dataDir"`       // the data folder, masked; null: not known
	Source      string       `json:"dataDirSource"` // "configured" or "none"
	Exists      bool         `json:"exists"`        // whether the database exists
	SizeBytes   *int64       `json:"sizeBytes"`     // the size in bytes; null: not known
	Writable    bool         `json:"writable"`      // whether the database can be written to
	JournalMode *string      `json:"journalMode"`   // the journal mode of the database, such as wal; null: not known
	Error       storage.Text `json:"error"`         // what went wrong, in a sentence
}

// Security describes how the service is protected. It contains no secret.
type Security struct {
	TokenConfigured bool `json:"adminTokenConfigured"` // whether the service has an admin token
	// Whether requests that change something require the admin token.
	TokenRequired bool `json:"adminTokenRequired"`
	// Whether the host names that requests may use are configured.
	AllowedHosts  bool `json:"allowedHostsConfigured"`
	BindAmbiguous bool `json:"bindAmbiguous"`  // whether the listening address does not show if the service can be reached over the network
	Exposed       bool `json:"networkExposed"` // whether the service counts as reachable over the network
	TrustProxy    bool `json:"trustProxy"`     // whether the headers of a proxy are trusted
	Authorizer    bool `json:"-"`              // the host program decides what requests may do
}

func (d deployment) get(ctx context.Context, r op.Request, _ op.None) (deploymentAnswer, error) {
	return d.seenFrom(ctx, r.HTTP()), nil
}

// seenFrom returns how the service is set up, as seen from a request.
func (d deployment) seenFrom(ctx context.Context, r *http.Request) deploymentAnswer {
	host := health.ReadHost()
	answer := deploymentAnswer{
		GeneratedAt: storage.TimeOf(d.Now()),
		App: deploymentApp{
			Name: appName, Version: storage.Text(health.Version()), Runtime: d.runtime(ctx), Container: host.Container,
			Platform: strings.TrimSpace(host.OS + " " + host.Release), Arch: host.Arch, Go: host.Go,
			UptimeSeconds: d.Process.uptimeSeconds(),
		},
		Health:   d.health(ctx),
		Database: d.files(ctx),
		Network:  networkOf(r, d.IsLocal),
		Security: d.Security,
	}
	answer.Checks = deploymentChecks(answer)
	return answer
}

// runtime returns what the service runs in.
func (d deployment) runtime(ctx context.Context) string {
	runtime, err := storage.View(ctx, d.Store, func(tx *storage.Tx) (storage.Setting, error) { return tx.Settings.Get(feature.RuntimeSetting) })
	if err == nil && runtime.Value == feature.Desktop {
		return feature.Desktop
	}
	return "web"
}

// health reports whether the database answers, and how fast.
func (d deployment) health(ctx context.Context) deploymentHealth {
	began := d.Now()
	if err := d.probe.ping(ctx); err != nil {
		d.probe.warn(ctx, "the database does not answer", err)
		return deploymentHealth{Status: "degraded", Error: storage.Text(pingSentence(err))}
	}
	return deploymentHealth{Status: "ok", PingMs: new(max(d.Now().Sub(began), 0).Milliseconds())}
}

// files returns where the database is.
func (d deployment) files(ctx context.Context) deploymentDatabase {
	answer := deploymentDatabase{Source: "none", Writable: true}
	if d.DataDir != "" {
		answer.Source, answer.DataDir = "configured", new(health.Mask(d.DataDir))
		if err := d.probe.folder(); err != nil {
			d.Logger.WarnContext(ctx, "the data folder is not writable", "error", err)
			answer.Writable, answer.Error = false, "The data folder is not writable."
		}
	}
	l, err := d.database.inspect(ctx)
	if err != nil {
		d.Logger.WarnContext(ctx, "cannot inspect the database", "error", err)
		answer.Error = "The database could not be inspected."
	}
	if l != nil {
		answer.Path, answer.Exists, answer.SizeBytes, answer.JournalMode = new(health.Mask(l.Path)), l.Bytes > 0, &l.Bytes, &l.JournalMode
	}
	return answer
}

// deploymentChecks judges a deployment.
func deploymentChecks(d deploymentAnswer) []check {
	proxy := "info"
	if d.Network.BeyondLocal {
		proxy = "warn"
	}
	token := check{"admin-token", "Admin token", "info", "No admin token is set; only this machine reaches the service."}
	switch s := d.Security; {
	case s.TokenConfigured:
		token.Status, token.Detail = "ok", "An admin token is set."
	case s.Authorizer:
		token.Status, token.Detail = "ok", "The program that embeds the service decides what a request may do."
	case s.Exposed:
		token.Status, token.Detail = "bad", "The network reaches the service, and no admin token is set."
	case s.BindAmbiguous:
		token.Detail = "No admin token is set. Set one if the network reaches the service."
	}
	return []check{
		checked(d.Health.Status == "ok", "health", "Database", "The database answers.", "bad", string(d.Health.Error)),
		checked(d.Database.Writable, "database", "Data location", "The data location is writable.", "bad", "The data location is not writable."),
		checked(d.Network.Proxy, "proxy", "Reverse proxy", "The request came through a proxy.", proxy, "The request came without a proxy."),
		checked(d.Network.Protocol == "https" || d.Network.Local, "transport", "Transport", "The connection is encrypted, or local.",
			"warn", fmt.Sprintf("The request came over %s from another machine.", d.Network.Protocol)),
		token,
	}
}
