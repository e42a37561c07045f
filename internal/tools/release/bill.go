package main

import (
	"cmp"
	"encoding/json"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/order"
)

// bom is a bill of materials (CycloneDX 1.6).
type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Ref        string     `json:"bom-ref"`
	Type       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// bill returns the bill of materials of a program: the modules that are compiled into it,
// and the version of Go.
func (r release) bill(info *debug.BuildInfo) ([]byte, error) {
	b := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{
		Timestamp: r.made.Format(time.RFC3339), Component: module("application", info.Main),
	}}
	for _, s := range info.Settings {
		if slices.Contains([]string{"GOOS", "GOARCH", "CGO_ENABLED", "vcs.revision", "vcs.time"}, s.Key) {
			b.Metadata.Component.Properties = append(b.Metadata.Component.Properties, property{"go:" + s.Key, s.Value})
		}
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		b.Components = append(b.Components, module("library", *m))
	}
	version := strings.TrimPrefix(info.GoVersion, "go")
	b.Components = append(b.Components, component{Ref: "std", Type: "library", Name: "std", Version: version, PURL: "pkg:golang/std@" + version})
	order.Sort(b.Components, func(a, b component) int { return cmp.Compare(a.PURL, b.PURL) })
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

func module(kind string, m debug.Module) component {
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Ref: purl, Type: kind, Name: m.Path, Version: m.Version, PURL: purl}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}
