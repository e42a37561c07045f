package program

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/internal/program/demo"
	"github.com/privacylabels/auditor/internal/program/serving"
	"github.com/privacylabels/auditor/storage"
)

// newSources returns the clients of the app stores, the web archive and policy sites, or the
// demo in place of them all.
func newSources(ctx context.Context, c config, store storage.Store, log *slog.Logger) (serving.Sources, error) {
	if c.Demo {
		end := time.Now().Add(-time.Hour)
		apps := demo.New(end, time.Now)
		return serving.Sources{
			Apps: apps, Others: []fleet.Source{apps.Play()}, Archive: demo.Archive{Store: apps}, Policies: demo.Sites{Store: apps},
		}, demo.Fill(ctx, store, end, rand.Reader, log)
	}
	from := serving.SourceConfig{
		Country: c.Country, AppStoreURL: c.AppStoreURL, ITunesURL: c.ITunesURL, PlayURL: c.PlayURL, Log: log, WaybackURL: c.WaybackURL,
		PerMinute: c.OutboundPerMinute, OutboundAllow: c.OutboundAllow,
	}
	if c.Proxy != nil {
		from.Proxy = c.Proxy.choose()
		log.WarnContext(ctx, "the outgoing proxy is used for the App Store and the web archive only; "+
			"policies, webhooks and models are requested directly, because their addresses are checked", "variables", c.Proxy.Variables)
	}
	return serving.NewSources(from)
}

// proxySettings holds the proxies of HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
type proxySettings struct {
	httpproxy.Config
	Variables []string // the variables that name a proxy
}

// readProxy reads the variables from the environment. It tries each name in upper case, then in
// lower case. It returns nil if they name no proxy. The error for an invalid value does not
// contain the value, which may include a password.
func readProxy(lookup func(string) (string, bool)) (*proxySettings, error) {
	var p proxySettings
	var faults []error
	for _, variable := range []struct {
		name string
		into *string
	}{{"HTTPS_PROXY", &p.HTTPSProxy}, {"HTTP_PROXY", &p.HTTPProxy}, {"NO_PROXY", &p.NoProxy}} {
		for _, name := range []string{variable.name, strings.ToLower(variable.name)} {
			value, _ := lookup(name)
			if value = strings.TrimSpace(value); value == "" || *variable.into != "" {
				continue
			}
			*variable.into = value
			if variable.into == &p.NoProxy {
				continue
			}
			p.Variables = append(p.Variables, name)
			if !isProxy(value) {
				faults = append(faults, fmt.Errorf("%s is not the URL of a proxy, such as http://proxy.example:3128", name))
			}
		}
	}
	if len(p.Variables) == 0 {
		return nil, nil
	}
	slices.Sort(p.Variables)
	return &p, errors.Join(faults...)
}

// isProxy reports whether a value is the URL of a proxy, or its host and port.
func isProxy(value string) bool {
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	u, err := url.Parse(value)
	return err == nil && u.Hostname() != "" && netguard.ValidPort(u) && slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme)
}

// choose returns a function that returns the proxy for a request. Requests to loopback
// addresses do not use a proxy.
func (p *proxySettings) choose() func(*http.Request) (*url.URL, error) {
	proxy := p.ProxyFunc()
	return func(r *http.Request) (*url.URL, error) { return proxy(r.URL) }
}
