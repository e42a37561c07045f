package httpapi_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/httpapi"
)

func TestConfigurationErrorsAreJoined(t *testing.T) {
	t.Parallel()
	_, err := httpapi.New(httpapi.Config{Secret: []byte("short"), AdminToken: " x", AllowedHosts: []string{"http://x"}})
	if err == nil {
		t.Fatal("New took it")
	}
	for _, want := range []string{"no Store", "no Now", "no Random", "Secret has 5 bytes, not 32", "AdminToken has space", `AllowedHosts: "http://x"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q: %v", want, err)
		}
	}
}

func TestWrongConfigurationsAreRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*httpapi.Config){
		"blank token":      func(c *httpapi.Config) { c.AdminToken = "  " },
		"token with space": func(c *httpapi.Config) { c.AdminToken = "x\n" },
		"long token":       func(c *httpapi.Config) { c.AdminToken = strings.Repeat("x", 5000) },
		"unsendable token": func(c *httpapi.Config) { c.AdminToken = "a\x00b" },
		"host with scheme": func(c *httpapi.Config) { c.AllowedHosts = []string{"https://auditor.example.org"} },
		"host with path":   func(c *httpapi.Config) { c.AllowedHosts = []string{"auditor.example.org/x"} },
		"every host":       func(c *httpapi.Config) { c.AllowedHosts = []string{"*"} },
		"star within":      func(c *httpapi.Config) { c.AllowedHosts = []string{"a.*.example.org"} },
		"long secret":      func(c *httpapi.Config) { c.Secret = make([]byte, 33) },
	} {
		cfg, _ := config(t)
		change(&cfg)
		if _, err := httpapi.New(cfg); err == nil || !strings.HasPrefix(err.Error(), "httpapi: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckBindAddress(t *testing.T) {
	t.Parallel()
	for address, valid := range map[string]bool{
		"": true, ":3000": true, ":": true, "box": true, "my_box:80": true, "LocalHost:3000": true, "0.0.0.0:0": true, "127.0.0.1": true,
		"::1": true, "::": true, "[::]:3000": true, "[fe80::1%eth0]:3000": true,
		"x y:99999": false, "x y": false, "box:99999": false, "box:-1": false, ":99999": false, ":http": false, "http://box": false, "box/": false,
		"box:80:90": false, "[::1": false, "u@box": false, "*": false, "box\x00": false,
	} {
		err := httpapi.CheckBindAddress(address)
		if (err == nil) != valid {
			t.Errorf("%q: %v, want valid=%t", address, err, valid)
		}
	}
}
