package httpapi

import (
	"net/http"
	"reflect"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/storage"
)

func (d *describer) backupOperations() []operation {
	envelope := d.types.Define("Backup", nil, backupSchema)
	bundle := d.types.Define("AuditBundle", nil, bundleSchema)
	file := func(content string, schema *openapi.Schema) answer {
		return answer{content: content, schema: schema, headers: []parameter{disposition()}}
	}
	files := answer{schema: of[filesAnswer](d)}
	unsupported := refusing(http.StatusNotImplemented)
	hours := &openapi.Schema{Type: openapi.Types{"number", "null"}}
	small := `{"version": 1, "exportedAt": 1, "apps": []}`
	return []operation{
		{
			route: "GET /api/backup/export", id: "exportBackup",
			answer: answer{schema: envelope, headers: []parameter{disposition(), {name: "X-Backup-Version", schema: openapi.IntegerFrom(1), must: true}}},
		},
		{route: "POST /api/backup/preview", id: "previewBackup", body: envelope, example: small, answer: answer{schema: of[backupAnswer](d)}},
		{
			route: "POST /api/backup/restore", id: "restoreBackup", body: envelope, example: small,
			query:   []parameter{{name: "allowUntrusted", schema: switches(), says: "Accept a backup that another installation signed, or that is not signed"}},
			headers: []parameter{{name: "X-Allow-Untrusted-Backup", schema: switches(), says: "As allowUntrusted"}},
			answer:  answer{schema: d.types.Define("Restored", nil, func() *openapi.Schema { return d.types.Object(reflect.TypeFor[restoredAnswer]()) })},
			refuses: map[int]*openapi.Schema{http.StatusConflict: openapi.AnyOf(of[errorAnswer](d), d.fault("UntrustedBackup", openapi.Members{
				"code": openapi.OneOf("untrusted_backup"), "signaturePresent": openapi.Boolean(),
			}))},
		},
		{
			route: "GET /api/export", id: "exportTable",
			query: []parameter{{name: "format", schema: openapi.OneOf("json", "csv"), says: "Else csv"}},
			forms: []form{
				{id: "exportCSV", summary: "The fleet as a table", without: []string{"format"}, answer: file("text/csv", nil)},
				{id: "exportJSON", summary: "The fleet with its labels", query: map[string]string{"format": "json"}, answer: answer{schema: openapi.Closed(openapi.Members{
					"exportedAt": of[storage.Time](d), "apps": openapi.List(d.exportedApp()),
				})}},
			},
		},
		{
			route: "GET /api/export/audit-bundle", id: "exportAuditBundle",
			query: []parameter{
				{name: "recommenderName", schema: openapi.TextOf(0, 200), says: "Who recommends", example: "Ada"},
				{name: "includeRecommenderProfile", schema: switches(), says: "Else true"},
				{name: "migrationFlow", schema: switches(), says: "The apps come with their addresses, to move house"},
			},
			answer: file("application/json", bundle),
		},
		{
			route: "POST /api/export/audit-bundle", id: "exportAuditBundleWith", partial: true,
			body: openapi.Object(openapi.Members{
				"recommenderName":           openapi.TextOf(0, 200).Says("Who recommends"),
				"includeRecommenderProfile": openapi.Loose(openapi.Boolean()), "migrationFlow": openapi.Loose(openapi.Boolean()),
			}),
			example: `{"recommenderName": "Ada", "migrationFlow": true}`,
			answer:  file("application/json", bundle),
		},
		{
			route: "POST /api/import/audit-bundle", id: "importAuditBundle", body: bundle, file: true,
			example: `{"version": 2, "exported_at": "2026-01-01T00:00:00.000Z", "apps": [], "annotations": []}`,
			query: []parameter{
				{name: "preview", schema: switches(), says: "Only say what the import would do"},
				{name: "allowDuplicate", schema: switches(), says: "Import it though it was imported before"},
				{name: "force", schema: switches(), says: "Read a bundle of another version all the same"},
			},
			forms: []form{
				{id: "importAuditBundle", summary: "Take over a bundle", without: []string{"preview"}, answer: answer{schema: of[importAnswer](d)}},
				{id: "previewAuditBundle", summary: "What taking over a bundle would do", query: map[string]string{"preview": "1"}, answer: answer{
					schema: d.types.Define("AuditBundlePreview", nil, func() *openapi.Schema {
						return d.merged(nil, reflect.TypeFor[previewed](), reflect.TypeFor[backup.AuditBundlePreview]())
					}),
				}},
			},
			refuses: map[int]*openapi.Schema{http.StatusConflict: openapi.AnyOf(of[errorAnswer](d), d.fault("DuplicateBundle", openapi.Members{
				"code": openapi.OneOf("duplicate"), "existingImport": of[backup.ImportedAuditBundle](d),
			}))},
		},
		{route: "GET /api/backup/snapshots", id: "backupFiles", answer: files, refuses: unsupported},
		{
			route: "PUT /api/backup/snapshots", id: "planBackupFiles",
			body: openapi.Object(openapi.Members{
				"enabled":        openapi.OrNull(openapi.Boolean()).Says("Whether any is written by itself; null: none is"),
				"intervalHours":  hours.Says("Rounded, and the nearest from 1 to 720; null: 24"),
				"retentionCount": hours.Says("How many are kept: rounded, and the nearest from 1 to 100; null: 10"),
			}),
			example: `{"enabled": true, "intervalHours": 24, "retentionCount": 7}`,
			answer:  files, refuses: unsupported,
		},
		{
			route: "POST /api/backup/snapshots", id: "makeBackupFile", answer: answer{schema: of[madeAnswer](d)},
			refuses: refusing(http.StatusConflict, http.StatusNotImplemented),
		},
		{
			route: "GET /api/backup/snapshots/{filename}", id: "backupFile",
			path:   []parameter{{name: "filename", schema: openapi.Text(), says: "As the list of them has it", example: "auditor-snapshot-2026-05-04T12-00-00-000Z.json"}},
			answer: file("application/json", envelope), refuses: refusing(http.StatusNotFound, http.StatusNotImplemented),
		},
	}
}

// previewed is what the preview of a bundle begins with.
type previewed struct {
	Success bool `json:"success"`
	Preview bool `json:"preview"`
}

// exportedApp is an app of the table: as the list of apps has it, with its labels
// and what its policy was found to say.
func (d *describer) exportedApp() *openapi.Schema {
	return d.types.Define("ExportedApp", nil, func() *openapi.Schema {
		s := d.types.Object(reflect.TypeFor[fleet.Detail]())
		s.Properties["policyAnalysis"] = openapi.OrNull(of[storage.PolicyAnalysis](d))
		s.Required = append(s.Required, "policyAnalysis")
		return s
	})
}

// backupSchema is a backup: its records are those of the service itself.
func backupSchema() *openapi.Schema {
	records := openapi.List(openapi.Object(nil))
	app := openapi.Object(openapi.Members{
		"id": appID(), "name": openapi.OrNull(openapi.Text()), "url": openapi.OrNull(openapi.Text()),
		"country":         openapi.OrNull(openapi.Text()).Says("The storefront, two letters"),
		"ageRatingSource": openapi.OrNull(openapi.Text()).Says("The age rating's source as the store's page has it"),
		"labelDigest":     openapi.OrNull(openapi.Matching("^[0-9a-f]{64}$")).Says("Which of labels the app has"),
		"pendingKinds":    openapi.OrNull(openapi.List(openapi.Text())).Says("What changes not acknowledged are about: privacy, accessibility, policy, ageRating"),
	}, "id").Says("As the list of apps shows it, and what that does not show: country, ageRatingSource, labelDigest and pendingKinds. A restore needs the id only")
	s := openapi.Object(openapi.Members{
		"version": openapi.Integer().Says("Of the form; one above 1 is refused"), "exportedAt": openapi.Integer(), "appName": openapi.Loose(openapi.Text()),
		"apps": openapi.List(app), "focus": openapi.OrNull(openapi.Object(nil)),
		"signature": openapi.Loose(openapi.OrNull(openapi.Object(openapi.Members{"alg": openapi.Text(), "keyId": openapi.Text(), "mac": openapi.Text()}))).Says("HMAC-SHA256 over the RFC 8785 form of the rest"),
	}, "version", "exportedAt", "apps").Says("Everything that the service knows, but secrets and logs")
	for _, name := range []string{"labels", "accessibilityFeatures", "snapshots", "changes", "annotations", "verdicts", "notifications", "settings"} {
		s.Properties[name] = records
	}
	return s
}

// bundleSchema is an audit bundle. The names are the file's, which people exchange
// between products.
func bundleSchema() *openapi.Schema {
	records := openapi.List(openapi.Object(nil))
	return openapi.Object(openapi.Members{
		"version": openapi.Integer(), "app_version": openapi.Loose(openapi.OrNull(openapi.Text())), "exported_at": openapi.Text().Says("ISO 8601"),
		"apps": records, "annotations": records, "verdicts": records, "recommender_name": openapi.Loose(openapi.OrNull(openapi.Text())),
	}, "exported_at", "apps", "annotations").Says("Apps, notes and verdicts for another person. No private note is in it")
}
