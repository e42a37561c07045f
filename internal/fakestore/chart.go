package fakestore

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// chartPath is part of the path of each chart.
const chartPath = "/rss/top"

// serveChart serves a chart: the free or paid apps of a storefront, of one genre or all,
// in the order of their IDs.
func (s *Store) serveChart(w http.ResponseWriter, r *http.Request) {
	match := regexp.MustCompile(`^/([a-z]{2})/rss/top(free|paid)applications/limit=(\d+)(?:/genre=(\d+))?/json$`).FindStringSubmatch(r.URL.Path)
	if match == nil {
		notFound(w)
		return
	}
	if !s.ask(chartPath).answer(w, r) {
		return
	}
	country, paid, genre := match[1], match[2] == "paid", match[4]
	limit, err := strconv.Atoi(match[3])
	if err != nil {
		notFound(w)
		return
	}
	var entries []object
	for _, a := range s.all() {
		ofGenre := genre == "" || genre == strconv.FormatInt(a.GenreID, 10)
		if a.listed(country) && a.Fault.Kind != Gone && paid == (a.Price > 0) && ofGenre && len(entries) < min(limit, 100) {
			entries = append(entries, a.charted(country))
		}
	}
	feed := object{"title": labelled("iTunes Store: Top Apps", nil), "updated": labelled("2026-07-10T03:26:28-07:00", nil)}
	switch len(entries) {
	case 0:
	case 1:
		feed["entry"] = entries[0]
	default:
		feed["entry"] = entries
	}
	w.Header().Set("Content-Type", "text/javascript; charset=UTF-8")
	fmt.Fprint(w, encode(object{"feed": feed}))
}

func (a App) charted(country string) object {
	var icons []object
	for _, size := range []string{"53", "75", "100"} {
		icons = append(icons, labelled(
			fmt.Sprintf("https://is1-ssl.mzstatic.com/image/thumb/%d/icon.png/%sx%sbb.png", a.ID, size, size), object{"height": size}))
	}
	price := "Get"
	if a.Price > 0 {
		price = fmt.Sprintf("$%.2f", a.Price)
	}
	address := a.url(country) + "?uo=2"
	return object{
		"im:name": labelled(a.name(), nil), "im:image": icons, "summary": labelled(strings.Repeat("About it. ", 20), nil),
		"im:price":       labelled(price, object{"amount": strconv.FormatFloat(a.Price, 'f', 2, 64), "currency": "USD"}),
		"im:contentType": object{"attributes": object{"term": "Application", "label": "Application"}},
		"title":          labelled(a.name()+" - "+a.Developer, nil),
		"link":           object{"attributes": object{"rel": "alternate", "type": "text/html", "href": address}},
		"id":             labelled(address, object{"im:id": a.ID.String(), "im:bundleId": a.BundleID}),
		"im:artist":      labelled(a.Developer, nil),
		"category":       object{"attributes": object{"im:id": strconv.FormatInt(a.GenreID, 10), "term": a.Genre, "label": a.Genre}},
	}
}

func labelled(text string, attributes object) object {
	o := object{"label": text}
	if attributes != nil {
		o["attributes"] = attributes
	}
	return o
}
