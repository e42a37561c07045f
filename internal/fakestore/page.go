package fakestore

import (
	"bytes"
	"encoding/json"
	"html"
	"text/template"
)

// pageTemplate is the frame of all pages.
const pageTemplate = `<!DOCTYPE html>
<html dir="ltr" lang="{{.Language}}"><head><meta charset="utf-8">
<title>&lrm;{{.Name}} App - App Store</title>
<link rel="canonical" href="{{.URL}}">
<meta property="og:title" content="{{.Name}} on the App Store">
<meta property="og:url" content="{{.URL}}">
<script id="organization" type="application/ld+json">{"@type":"Organization","name":"App Store"}</script>
<!-- HTML_TAG_START -->
<script id=software-application type="application/ld+json">{{.LinkedData}}</script>
</head><body>
<script type="fastboot/shoebox" id="shoebox-ember-localizer">{"WEA.AppPages.Privacy.NoDetails":"No Details Provided"}</script>
{{.Cards}}
{{range .Scripts}}<script type="{{.Type}}" id="{{.ID}}">{{.Text}}</script>
{{end}}<footer><a href="https://www.apple.com/legal/privacy/">Privacy Policy</a></footer>
</body></html>
`

type script struct{ Type, ID, Text string }

// render returns the page of an app in one storefront.
func (a App) render(country string) []byte {
	if a.Page != nil {
		return a.Page
	}
	data := struct {
		Language, Name, URL, LinkedData, Cards string
		Scripts                                []script
	}{
		Language: a.language(), Name: html.EscapeString(a.name()), URL: a.url(country), LinkedData: a.linkedData(),
	}
	switch a.Format {
	case Island, IslandArray:
		data.Scripts = []script{{"application/json", "serialized-server-data", a.island(country)}}
	case MediaAPI:
		data.Scripts = []script{{"fastboot/shoebox", "shoebox-media-api-cache-apps", a.mediaAPI(country)}}
	case Ember:
		data.Scripts = []script{{"fastboot/shoebox", "shoebox-ember-data-store", a.ember(country)}}
	case EmberList:
		data.Cards = a.cards()
		data.Scripts = []script{{"fastboot/shoebox", "shoebox-ember-data-store", a.emberList(country)}}
	case Cards:
		data.Cards = a.cards()
	}
	var b bytes.Buffer
	if err := template.Must(template.New("page").Parse(pageTemplate)).Execute(&b, data); err != nil {
		panic(err) // the template is constant
	}
	return b.Bytes()
}

func (a App) linkedData() string {
	return encode(object{
		"@context": "https://schema.org", "@type": "SoftwareApplication", "name": a.name(),
		"applicationCategory": html.EscapeString(a.Genre),
		"author":              object{"@type": "Organization", "name": a.Developer},
		"offers":              object{"@type": "Offer", "price": a.Price, "priceCurrency": "USD"},
	})
}

// object is a JSON object. Empty members are left out where that matters.
type object map[string]any

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only basic types are encoded
	}
	return string(b)
}
