package document

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/internal/openapi"
)

// exampleTime is the time of the examples: 2026-01-02 03:04:05 UTC.
const exampleTime = 1767323045000

// exampleTexts are the examples of texts and numbers by the name of their member. A name with
// a dot is that of a member of one schema.
var exampleTexts = map[string]any{
	"ageRating": "4+", "ageRatingValue": 100, "appId": 310633997, "appName": "WhatsApp Messenger", "appVersion": "26.1.74", "arch": "amd64",
	"bundleId": "net.whatsapp.WhatsApp", "category": "LOCATION", "channel": "ntfy", "country": "us", "currentVersion": "26.1.74",
	"dataCategory": "LOCATION", "dataType": "PRECISE_LOCATION", "description": "Location was added to Data Linked to You",
	"developer": "WhatsApp Inc.", "error": "The app is not tracked", "exported_at": "2026-01-02T15:04:05.000Z", "genreId": 6005, "genreName": "Social Networking", "goVersion": "go1.26.0",
	"host": "127.0.0.1:3000", "hour": 8, "iconUrl": "https://is1-ssl.mzstatic.com/image/thumb/icon.png", "identifier": "DATA_LINKED_TO_YOU",
	"initiator": "user", "journalMode": "wal", "label": "Location", "locale": "en", "message": "cannot reach apps.apple.com", "method": "GET",
	"model": "gpt-5-mini", "name": "WhatsApp Messenger", "path": "/data/backups/backup.json", "platform": "linux", "priceCurrency": "USD",
	"priceFormatted": "Free", "privacyPolicyUrl": "https://www.whatsapp.com/legal/privacy-policy", "privacyType": "DATA_LINKED_TO_YOU",
	"provider": "openai", "purpose": "ANALYTICS", "query": "whatsapp", "quietFrom": "22:00", "quietUntil": "07:00", "route": "/api/apps/{id}",
	"timeZone": "Europe/Berlin", "title": "Data Linked to You", "uptimeSeconds": 86400, "url": "https://apps.apple.com/us/app/whatsapp-messenger/id310633997",
	"userAgent": "curl/8.5.0", "version": "26.1.74",

	"Device.model": "iPhone17,3", "DeviceSummary.model": "iPhone17,3", "AddDeviceBody.name": "Anna's iPhone", "EditDeviceBody.name": "Anna's iPhone",
	"Device.name": "Anna's iPhone", "DeviceSummary.name": "Anna's iPhone", "Destination.name": "Anna's phone", "ChangeDestinationBody.name": "Anna's phone",
	"ReadToken.name": "Dashboard", "CreateReadTokenBody.name": "Dashboard", "ChangelogReader.name": "reports",
}

// example returns the example of a member of the innermost of these schemas, if it has one.
func example[T any](member string, within []string) (known T, ok bool) {
	if len(within) > 0 {
		if known, ok = exampleTexts[within[len(within)-1]+"."+member].(T); ok {
			return known, true
		}
	}
	known, ok = exampleTexts[member].(T)
	return known, ok
}

// exampleForms are texts of the forms that texts have, by which an example is found where
// a pattern decides.
var exampleForms = []string{"310633997", "2026-01-02", strings.Repeat("0f", 32), "id:310633997", "0123456789abcdef"}

// exampleBodies are the examples of answers that are not JSON.
var exampleBodies = map[string]string{
	"text/csv":             "id,name,developer\n310633997,WhatsApp Messenger,WhatsApp Inc.\n",
	"text/markdown":        "# Changes\n\n- WhatsApp Messenger: Location was added to Data Linked to You\n",
	"text/plain":           "ok\n",
	"application/atom+xml": `<feed xmlns="http://www.w3.org/2005/Atom"><title>Changes</title></feed>`,
}

// addExamples gives each named schema an example, and each answer that has none.
func addExamples(d *openapi.Document) {
	e := examples{d.Components.Schemas}
	for name, s := range d.Components.Schemas {
		s.Examples = []any{e.of(s, "", []string{name})}
	}
	for _, res := range d.Components.Responses {
		e.answer(res)
	}
	for _, methods := range d.Paths {
		for _, o := range methods {
			for _, res := range o.Responses {
				e.answer(res)
			}
		}
	}
}

// examples makes values that fit schemas.
type examples struct{ named map[string]*openapi.Schema }

// answer gives an answer an example of each of its forms.
func (e examples) answer(res *openapi.Response) {
	for kind, m := range res.Content {
		switch {
		case m.Example != nil:
			continue
		case m.Schema != nil:
			m.Example = e.of(m.Schema, "", nil)
		default:
			m.Example = exampleBodies[kind]
		}
		res.Content[kind] = m
	}
}

// of returns a value that fits a schema: that of a member of this name, within the
// schemas of these names.
func (e examples) of(s *openapi.Schema, member string, within []string) any {
	if name := s.Named(); name != "" {
		return e.of(e.named[name], member, append(slices.Clone(within), name))
	}
	if len(s.OneOf) > 0 {
		return e.of(s.OneOf[0], member, within)
	}
	if len(s.AnyOf) > 0 {
		return e.of(s.AnyOf[0], member, within)
	}
	if len(s.Enum) > 0 {
		if s.Enum[0] == "" && len(s.Enum) > 1 {
			return s.Enum[1]
		}
		return s.Enum[0]
	}
	if len(s.Type) == 0 {
		return map[string]any{}
	}
	switch s.Type[0] {
	case "object":
		return e.object(s, within)
	case "array":
		if name := s.Items.Named(); slices.Contains(within, name) || s.MaxItems != nil && *s.MaxItems == 0 {
			return []any{}
		}
		list := []any{}
		for range max(1, deref(s.MinItems)) {
			list = append(list, e.of(s.Items, singular(member), within))
		}
		return list
	case "boolean":
		return true
	case "number":
		return 0.5
	case "integer":
		return number(s, member, within)
	}
	return text(s, member, within)
}

// object returns an object with the members that are required, or with all if none is.
func (e examples) object(s *openapi.Schema, within []string) any {
	object := make(map[string]any)
	names := s.Required
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(s.Properties))
	}
	for _, name := range names {
		member := s.Properties[name]
		switch {
		case member == nil || member.Never:
		case len(member.AnyOf) > 0 && slices.Contains(within, member.AnyOf[0].Named()):
			object[name] = nil // such a member may be null
		case !slices.Contains(within, member.Named()):
			object[name] = e.of(member, name, within)
		}
	}
	return object
}

// number returns a whole number.
func number(s *openapi.Schema, member string, within []string) any {
	n := int64(1)
	if s.Format == openapi.Moment().Format {
		n = exampleTime
	}
	if known, ok := example[int](member, within); ok {
		n = int64(known)
	}
	if member == "id" || strings.HasSuffix(member, "AppId") || strings.HasSuffix(member, "appleId") {
		n = 310633997
	}
	if s.Minimum != nil {
		n = max(n, *s.Minimum)
	}
	if s.Maximum != nil {
		n = min(n, *s.Maximum)
	}
	return n
}

// text returns a text.
func text(s *openapi.Schema, member string, within []string) any {
	if s.Pattern != "" {
		pattern := regexp.MustCompile(s.Pattern)
		if i := slices.IndexFunc(exampleForms, pattern.MatchString); i >= 0 {
			return exampleForms[i]
		}
	}
	known, ok := example[string](member, within)
	switch {
	case ok:
	case strings.HasSuffix(member, "Url"):
		known = "https://apps.example/page"
	case strings.HasSuffix(member, "Name"):
		known = "WhatsApp Messenger"
	case member == "id", strings.HasSuffix(member, "Id"):
		known = "1"
	default:
		known = "text"
	}
	if s.MaxLength != nil && len(known) > *s.MaxLength {
		known = known[:*s.MaxLength]
	}
	for s.MinLength != nil && len(known) < *s.MinLength {
		known += "0"
	}
	return known
}

// singular returns the name of one element of a list of this name.
func singular(member string) string { return strings.TrimSuffix(member, "s") }

func deref(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}
