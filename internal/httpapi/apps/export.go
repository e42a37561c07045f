package apps

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/spreadsheet"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// exports serves the list of apps as a file.
type exports struct {
	services.Set
	largeFrom int
}

func (e exports) operations() []op.Operation {
	return []op.Operation{
		op.New(op.Spec{
			Route: "GET /api/apps/export", ID: "exportApps", Group: "fleet", Summary: "Export tracked apps with their labels, verdicts, notes and tags",
			Limit: op.Every(time.Minute, 12, "apps.export"), Heavy: true,
			Doc: op.Doc{Forms: []op.Form{
				{
					ID: "exportAppsCSV", Summary: "Export tracked apps for a spreadsheet", Query: map[string]string{"format": "csv"},
					Answer: op.Answer{Content: "text/csv", Headers: []op.Header{op.FileName}},
				},
				{
					ID: "exportAppsJSON", Summary: "Export tracked apps as JSON", Without: []string{"format"},
					Answer: op.Answer{Schema: op.Of[[]exportRecord](), Headers: []op.Header{op.FileName}},
				},
			}},
		}, e.export),
	}
}

// exportRequest narrows the apps as the parameters of the list do.
type exportRequest struct {
	Format    string           `query:"format" enum:"csv,json" doc:"csv: a table for spreadsheets in UTF-8 with a byte order mark. Defaults to json." example:"csv"`
	Search    string           `query:"q" op:"trim,max=200" doc:"Only apps whose name, developer or bundle ID contains this text, ignoring case." example:"a"`
	Sort      string           `query:"sort" enum:"name,developer,risk,changed,checked,added" doc:"What to sort by, as in the list. Defaults to name."`
	Order     string           `query:"order" enum:"asc,desc" doc:"The direction of sort, as in the list."`
	Risk      storage.Risk     `query:"risk" enum:"high,moderate,low,minimal,unknown" doc:"Only apps with this risk."`
	Changed   bool             `query:"changed" doc:"Only apps with changes to review."`
	Failed    bool             `query:"failed" doc:"Only apps whose last refresh failed."`
	Delisted  bool             `query:"delisted" doc:"Only apps that the App Store no longer lists."`
	Tag       string           `query:"tag" op:"trim,max=200" doc:"Only apps with this tag." example:"games"`
	Paused    bool             `query:"paused" doc:"Only apps that runs leave out."`
	Store     string           `query:"store" op:"trim,max=40" doc:"Only apps of this store: appstore, play, or the name of a further source." example:"play"`
	BundleID  string           `query:"bundleId" op:"trim,max=200" doc:"Only apps with this bundle ID or package name, ignoring case." example:"org.example.chat"`
	Collects  string           `query:"collects" enum:"CONTACT_INFO,HEALTH_AND_FITNESS,FINANCIAL_INFO,LOCATION,SENSITIVE_INFO,CONTACTS,USER_CONTENT,BROWSING_HISTORY,SEARCH_HISTORY,IDENTIFIERS,PURCHASES,USAGE_DATA,DIAGNOSTICS,OTHER" doc:"Only apps that collect this category of data, as far as use says."`
	Use       string           `query:"use" enum:"not_linked,linked,tracking" doc:"Only apps that collect the category of collects, or any, at least in this way."`
	Verdict   storage.Decision `query:"verdict" enum:"safe,replace,uninstall" doc:"Only apps with this verdict of the user."`
	Undecided bool             `query:"undecided" doc:"Only apps without a verdict of the user."`
	Beyond    bool             `query:"beyondProfile" doc:"Only apps that go beyond the privacy profile. Without a profile, none does."`
	AgeRating string           `query:"ageRating" op:"trim,max=200" doc:"Only apps with this age rating." example:"4+"`
	Devices   devices          `query:"devices" op:"loose" doc:"Only apps on these devices: a comma-separated list of device IDs, as in the list." example:"unattached"`
}

// exportRecord is an app in an export.
type exportRecord struct {
	ID               storage.AppID         `json:"id"`               // the ID
	BundleID         storage.Text          `json:"bundleId"`         // the bundle ID; null: not known
	Store            string                `json:"store"`            // the source of the app: appstore, or the name of a further source
	Country          storage.Text          `json:"country"`          // the storefront, two lower-case letters; null: not known
	Name             string                `json:"name"`             // the name
	Developer        storage.Text          `json:"developer"`        // the developer; null: not known
	Risk             storage.Risk          `json:"risk"`             // the risk
	Verdict          storage.Text          `json:"verdict"`          // the verdict of the user: safe, replace or uninstall; null: none
	Notes            []string              `json:"notes"`            // the notes, newest first
	Tags             []string              `json:"tags"`             // the tags
	PrivacyTypes     []storage.PrivacyType `json:"privacyTypes"`     // the privacy label: its types, with the categories, data types and purposes of each
	Practices        []string              `json:"practices"`        // identifiers of the security practices that a label of Google Play declares
	AgeRating        storage.Text          `json:"ageRating"`        // the age rating; null: not known
	PrivacyPolicyURL storage.Text          `json:"privacyPolicyUrl"` // the URL of the privacy policy; null: not known
	LastChecked      storage.NullTime      `json:"lastChecked"`      // when the source was last asked; null: never
}

func exportOf(e tracked.Exported) exportRecord {
	shown := e.App.Shown()
	x := exportRecord{
		ID: e.App.ID, BundleID: e.App.BundleID, Store: "appstore", Country: shown.Country, Name: e.App.Name, Developer: e.App.Developer,
		Risk: e.App.Risk(), Verdict: storage.Text(e.Decision), Notes: e.Notes, Tags: e.Tags, PrivacyTypes: vocabulary.Label(e.App.Store(), e.Label).Types, Practices: e.Label.Practices,
		AgeRating: e.App.AgeRating, PrivacyPolicyURL: e.App.PrivacyPolicyURL, LastChecked: shown.LastChecked,
	}
	if e.App.Source != "" {
		x.Store = string(e.App.Source)
	}
	if x.Notes == nil {
		x.Notes = []string{}
	}
	if x.Practices == nil {
		x.Practices = []string{}
	}
	if x.PrivacyTypes == nil {
		x.PrivacyTypes = []storage.PrivacyType{}
	}
	for i := range x.PrivacyTypes {
		if x.PrivacyTypes[i].Categories == nil {
			x.PrivacyTypes[i].Categories = []storage.LabelCategory{}
		}
	}
	return x
}

func (e exports) export(ctx context.Context, in exportRequest) (any, error) {
	out, err := e.file(ctx, in)
	if err != nil {
		return nil, err
	}
	return in.Devices.heeded(ctx, e.Fleet, out)
}

// file returns the file of an export.
func (e exports) file(ctx context.Context, in exportRequest) (any, error) {
	q := tracked.ListQuery{
		Search: in.Search, Risk: in.Risk, Changed: in.Changed, Failed: in.Failed, Delisted: in.Delisted, Tag: strings.ToLower(in.Tag),
		Paused: in.Paused, Store: in.Store, BundleID: in.BundleID, Collects: collected(in.Collects, in.Use), Decision: in.Verdict, Undecided: in.Undecided,
		Beyond: in.Beyond, AgeRating: in.AgeRating,
	}
	q.Order, q.Reverse = ordered(in.Sort, in.Order)
	part := in.Devices.of(e.Fleet)
	size, err := part.Size(ctx)
	if err != nil {
		return nil, err
	}
	if size >= e.largeFrom {
		return appsFile{func(ctx context.Context, yield func(tracked.Exported) error) error {
			return part.EachExported(ctx, q, yield)
		}, in.Format == "csv"}, nil
	}
	all, err := part.AllExported(ctx, q)
	if err != nil {
		return nil, err
	}
	return appsFile{func(_ context.Context, yield func(tracked.Exported) error) error {
		for _, app := range all {
			if err := yield(app); err != nil {
				return err
			}
		}
		return nil
	}, in.Format == "csv"}, nil
}

// appsFile writes an export while its apps are read.
type appsFile struct {
	each func(context.Context, func(tracked.Exported) error) error
	csv  bool
}

func (f appsFile) SetHeader(h http.Header) {
	content, name := "application/json", "apps.json"
	if f.csv {
		content, name = "text/csv; charset=utf-8", "apps.csv"
	}
	h.Set("Content-Type", content)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
}

func (f appsFile) WriteAll(ctx context.Context, w io.Writer) error {
	if !f.csv {
		array := newArrayWriter(w)
		if err := f.each(ctx, func(e tracked.Exported) error {
			text, err := json.Marshal(exportOf(e))
			if err != nil {
				return err
			}
			return array.encoded(string(text))
		}); err != nil {
			return err
		}
		return array.end()
	}
	if _, err := io.WriteString(w, "\ufeff"); err != nil { // spreadsheets read UTF-8 only with this mark
		return err
	}
	table := csv.NewWriter(w)
	if err := table.Write(exportColumns); err != nil {
		return err
	}
	if err := f.each(ctx, func(e tracked.Exported) error { return table.Write(exportRow(exportOf(e))) }); err != nil {
		return err
	}
	table.Flush()
	return table.Error()
}

// exportColumns are the headings of the table.
var exportColumns = []string{
	"ID", "Bundle ID", "Store", "Country", "Name", "Developer", "Risk", "Verdict", "Note", "Tags",
	"Used to track you", "Linked to you", "Not linked to you", "Shared (Google Play)", "Collected (Google Play)",
	"Security practices", "Age rating", "Privacy policy", "Last checked", "Label",
}

// exportRow returns the row of an app.
func exportRow(x exportRecord) []string {
	checked := ""
	if x.LastChecked != 0 {
		checked = storage.Time(x.LastChecked).Std().UTC().Format("2006-01-02 15:04:05")
	}
	row := []string{
		strconv.FormatInt(int64(x.ID), 10), string(x.BundleID), x.Store, string(x.Country), x.Name, string(x.Developer), string(x.Risk), string(x.Verdict),
		strings.Join(x.Notes, "\n"), strings.Join(x.Tags, ", "),
	}
	for _, heading := range []string{
		storage.DataUsedToTrackYou, storage.DataLinkedToYou, storage.DataNotLinkedToYou, storage.DataShared, storage.DataCollected,
	} {
		row = append(row, collectedIn(x.PrivacyTypes, heading))
	}
	headings := make([]string, len(x.PrivacyTypes)) // also where nothing is collected, or nothing declared
	for i, t := range x.PrivacyTypes {
		headings[i] = t.Title
	}
	practices := make([]string, len(x.Practices))
	for i, id := range x.Practices {
		practices[i] = vocabulary.SecurityPractice.Name(id, "")
	}
	row = append(row, strings.Join(practices, ", "), string(x.AgeRating), string(x.PrivacyPolicyURL), checked, strings.Join(headings, ", "))
	for i := range row {
		row[i] = spreadsheet.Cell(row[i]) // names and notes are written by strangers
	}
	return row
}

// collectedIn returns the data of a privacy type as text: each category with its data types, and what it
// is used for in parentheses.
func collectedIn(types []storage.PrivacyType, heading string) string {
	var parts []string
	for _, t := range types {
		if t.Identifier != heading {
			continue
		}
		for _, category := range t.Categories {
			part := category.Title
			data := category.DataTypes
			var purposes []string
			for _, purpose := range t.Purposes {
				for _, c := range purpose.Categories {
					if c.Identifier != category.Identifier {
						continue
					}
					purposes = append(purposes, purpose.Title)
					for _, d := range c.DataTypes {
						if !slices.Contains(data, d) {
							data = append(slices.Clip(data), d)
						}
					}
				}
			}
			if len(data) > 0 {
				titles := make([]string, len(data))
				for i, d := range data {
					if titles[i] = d.Title; d.Optional {
						titles[i] += " (optional)"
					}
				}
				part += ": " + strings.Join(titles, ", ")
			}
			if len(purposes) > 0 {
				part += " (" + strings.Join(purposes, ", ") + ")"
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}
