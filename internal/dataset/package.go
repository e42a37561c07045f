package dataset

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/privacylabels/auditor/internal/checksums"
	"github.com/privacylabels/auditor/storage"
)

// finish writes the files that describe the tables, and the signature.
func (x *export) finish(key checksums.Key) error {
	described, err := x.describe()
	if err != nil {
		return err
	}
	if err := x.archive.add("datapackage.json", described); err != nil {
		return err
	}
	if err := x.archive.add("README.md", x.readme(key.Public())); err != nil {
		return err
	}
	return x.archive.sign(key)
}

// The members of datapackage.json, as the Frictionless Data Package (version 1) names them.
type (
	dataPackage struct {
		Profile     string     `json:"profile"`
		Name        string     `json:"name"`
		Title       string     `json:"title"`
		Description string     `json:"description"`
		Licences    []licence  `json:"licenses,omitempty"`
		Cut         *cutRecord `json:"auditor:cut,omitempty"`
		Resources   []resource `json:"resources"`
	}
	licence struct {
		Name string `json:"name"`
	}
	cutRecord struct {
		AsOf    string `json:"asOf,omitempty"`
		KnownAt string `json:"knownAt,omitempty"`
		Since   string `json:"since,omitempty"`
		Source  string `json:"source,omitempty"`
		Tag     string `json:"tag,omitempty"`
	}
	resource struct {
		Profile     string `json:"profile"`
		Name        string `json:"name"`
		Title       string `json:"title"`
		Description string `json:"description"`
		Path        string `json:"path"`
		Format      string `json:"format"`
		MediaType   string `json:"mediatype"`
		Compression string `json:"compression,omitempty"`
		Encoding    string `json:"encoding"`
		Bytes       int64  `json:"bytes"`
		Hash        string `json:"hash"`
		Rows        int    `json:"rowcount"`
		Schema      schema `json:"schema"`
	}
	schema struct {
		Fields        []field      `json:"fields"`
		MissingValues []string     `json:"missingValues"`
		PrimaryKey    []string     `json:"primaryKey"`
		ForeignKeys   []foreignKey `json:"foreignKeys,omitempty"`
	}
	field struct {
		Name        string       `json:"name"`
		Type        Type         `json:"type"`
		Format      string       `json:"format,omitempty"`
		Description string       `json:"description"`
		Constraints *constraints `json:"constraints,omitempty"`
	}
	constraints struct {
		Required bool     `json:"required,omitempty"`
		Enum     []string `json:"enum,omitempty"`
	}
	foreignKey struct {
		Fields    string    `json:"fields"`
		Reference reference `json:"reference"`
	}
	reference struct {
		Resource string `json:"resource"`
		Fields   string `json:"fields"`
	}
)

func (x *export) describe() ([]byte, error) {
	d := dataPackage{
		Profile: "tabular-data-package", Name: "privacy-labels", Title: "Privacy labels of apps over time",
		Description: "What developers declared about the privacy of their apps, as observed. README.md says what the tables mean.",
		Cut:         x.cutRecord(),
	}
	if x.options.Licence != "" {
		d.Licences = []licence{{x.options.Licence}}
	}
	for _, t := range Tables() {
		r := resource{
			Profile: "tabular-data-resource", Name: t.Name, Title: "A row is " + t.Row, Description: t.Description, Path: t.Name + ".csv",
			Format: "csv", MediaType: "text/csv", Encoding: "utf-8", Rows: x.counts[t.Name],
			Schema: schema{MissingValues: []string{""}, PrimaryKey: t.Key},
		}
		switch x.options.Compression {
		case Gzip:
			r.Path, r.Compression = r.Path+".gz", "gz"
		case Zstd:
			r.Path, r.Compression = r.Path+".zst", "zst"
		}
		written := x.archive.files[r.Path]
		r.Bytes, r.Hash = written.Size, "sha256:"+hex.EncodeToString(written.Sum[:])
		for _, c := range t.Columns {
			f := field{Name: c.Name, Type: c.Type, Description: c.Description}
			if c.Type == Instant {
				f.Format = "any"
			}
			if c.Required || c.Values != nil {
				f.Constraints = &constraints{c.Required, c.Values}
			}
			r.Schema.Fields = append(r.Schema.Fields, f)
		}
		for _, to := range t.References {
			r.Schema.ForeignKeys = append(r.Schema.ForeignKeys, foreignKey{to.Column, reference{to.Table, to.To}})
		}
		d.Resources = append(d.Resources, r)
	}
	return encode(d)
}

func (x *export) cutRecord() *cutRecord {
	o := x.options
	c := cutRecord{instant(o.AsOf), instant(o.KnownAt), instant(o.Since), o.Source, o.Tag}
	if c == (cutRecord{}) {
		return nil
	}
	return &c
}

// instant returns a time in the form of the tables.
func instant(t storage.Time) string {
	if t == 0 {
		return ""
	}
	return t.Std().UTC().Format("2006-01-02T15:04:05.000Z")
}

// readme explains the data set.
func (x *export) readme(key checksums.PublicKey) []byte {
	var b strings.Builder
	c, o := x.coverage, x.options
	write := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	write("# Privacy labels of apps over time\n")
	write("What developers declared about the privacy of their apps in app stores, as it was observed. datapackage.json describes every column.\n")
	write("## Coverage\n")
	write("- %d apps, of which %d showed a label at some time", x.counts["apps"], c.labelled)
	if c.first == 0 {
		write("- no observations")
	} else {
		write("- %d refreshes, %d captures of the web archive and %d failed refreshes, from %s to %s", c.live, c.archived, c.failures, instant(c.first), instant(c.last))
	}
	write("- %d states, %d changes", x.counts["states"], x.counts["changes"])
	if o.AsOf != 0 {
		write("- only what was observed by %s", instant(o.AsOf))
	}
	if o.KnownAt != 0 {
		write("- only what was stored by %s", instant(o.KnownAt))
	}
	if o.Since != 0 {
		write("- only states, observations, changes and runs from %s on", instant(o.Since))
	}
	if o.Source != "" {
		write("- only apps of the source %q", o.Source)
	}
	if o.Tag != "" {
		write("- only apps with the tag %q", o.Tag)
	}
	write("\n## What a label is not\n")
	write("A label is a declaration of the developer. No store checks it against what the app does, so a change of a label is a change of what is " +
		"declared. An app without a label collects anything or nothing. A share needs its denominator: the apps that were observed in the period, and, of " +
		"these, those with a label. Labels of different stores ask different questions and do not add up.\n")
	write("## Tables\n")
	b.WriteString(Documentation("##"))
	write("## Rules\n")
	b.WriteString(Rules)
	write("\n## Cite\n")
	last := "undated"
	if c.last != 0 {
		last = instant(c.last)[:len("2006-01-02")]
	}
	write("Privacy labels of apps over time, data set of the installation %s, observations to %s", key.ID()[:16], last)
	if o.Licence != "" {
		write("\nLicence: %s", o.Licence)
	}
	write("\n## Verify\n")
	write("`auditor verify DIR` checks the files and the signature, without the service. Or:\n")
	write("```text\nsha256sum -c %s\nopenssl pkeyutl -verify -pubin -inkey %s -rawin -in %s -sigfile %s\n```\n",
		checksums.ListName, checksums.KeyName, checksums.ListName, checksums.SignatureName)
	write("The key of the installation has the ID %s. Compare it with what the installation publishes at /api/signing-key.", key.ID())
	return []byte(b.String())
}

// Rules are the rules by which states are made, in Markdown.
const Rules = `- A state is valid from the first observation that showed it to the last one before another state was observed. What lay between two states is not known.
- A refresh that failed is no observation: it neither extends a state nor ends one. A gap is a gap: observations has the times that are known.
- A capture of the web archive and a refresh are never one state. A capture shows the label alone.
- An app that the store no longer lists has a state without a label, from the day on which that was certain.
`

// Documentation describes the tables in Markdown, with headings below level.
func Documentation(level string) string {
	var b strings.Builder
	for _, t := range Tables() {
		fmt.Fprintf(&b, "%s# %s\n\nA row is %s. %s", level, t.Name, t.Row, t.Description)
		fmt.Fprintf(&b, " Key: %s.", strings.Join(t.Key, ", "))
		if t.View != "" {
			fmt.Fprintf(&b, " View: `%s`.", t.View)
		}
		b.WriteString("\n\n| column | type | meaning |\n|---|---|---|\n")
		for _, c := range t.Columns {
			meaning := c.Description
			if c.Values != nil {
				meaning += " One of " + strings.Join(c.Values, ", ") + "."
			}
			if c.Required {
				meaning += " Never missing."
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, c.Type, meaning)
		}
		b.WriteString("\n")
	}
	return b.String()
}
