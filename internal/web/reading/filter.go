package reading

import (
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
)

// states are the values of the filter by state.
var states = []choice{
	{Value: "changed", Label: "With changes to review"}, {Value: "beyond", Label: "Beyond my profile"}, {Value: "failed", Label: "Last check failed"},
	{Value: "delisted", Label: "No longer listed"}, {Value: "paused", Label: "Paused"}, {Value: removedState, Label: "Removed"},
}

// removedState is the state of apps that were removed and can be restored.
const removedState = "removed"

// uses are the values of the filter by the use of data.
var uses = []choice{
	{Value: profile.Tracking.String(), Label: "Used to track you"}, {Value: profile.Linked.String(), Label: "Linked to you, or worse"},
}

// inStores are the values of the filter by store.
var inStores = func() (all []choice) {
	for _, store := range vocabulary.Stores() {
		all = append(all, choice{Value: store, Label: language.Words(vocabulary.SourceName(store))})
	}
	return all
}()

// undecided is the verdict of apps without one.
const undecided = "none"

// ages are the ratings that the App Store gives.
var ages = []string{"4+", "9+", "12+", "13+", "16+", "17+", "18+"}

// appFilter is which apps the list shows. Its address has each part under the name of its field.
type appFilter struct {
	tracked.ListQuery

	device  string
	removed bool
	kept    url.Values // what the address of another page keeps
	unused  []string   // the parameters whose value cannot be used
}

// queryOfFilter are the parameters of the address of a filter.
var queryOfFilter = []string{"q", "risk", "show", "data", "use", "verdict", "device", "tag", "age", "store"}

// filterOf reads the filter of an address.
func filterOf(address url.Values) appFilter {
	f := appFilter{kept: url.Values{}}
	get := func(name string) string {
		text := address.Get(name)
		if len(text) > maxField {
			f.unused = append(f.unused, name)
			return ""
		}
		return text
	}
	take := func(name string, of []choice) string {
		value := get(name)
		if !slices.ContainsFunc(of, func(c choice) bool { return c.Value == value }) {
			if value != "" {
				f.unused = append(f.unused, name)
			}
			return ""
		}
		f.kept.Set(name, value)
		return value
	}
	free := func(name string) string {
		value := get(name)
		if value != "" {
			f.kept.Set(name, value)
		}
		return value
	}
	f.Search = free("q")
	f.Risk = storage.Risk(take("risk", risks))
	switch take("show", states) {
	case "changed":
		f.Changed = true
	case "beyond":
		f.Beyond = true
	case "failed":
		f.Failed = true
	case "delisted":
		f.Delisted = true
	case "paused":
		f.Paused = true
	case removedState:
		f.removed = true
	}
	f.Collects.Category = take("data", dataChoices(language.English))
	f.Collects.Use, _ = profile.ParseTier(take("use", uses))
	if verdict := take("verdict", verdictChoices()); verdict == undecided {
		f.Undecided = true
	} else {
		f.Decision = storage.Decision(verdict)
	}
	f.Tag, f.device = free("tag"), free("device")
	f.AgeRating, f.Store = take("age", ageChoices()), take("store", inStores)
	return f
}

// apps returns the service of the apps on the device of the filter.
func (f appFilter) apps(of *tracked.Service) tracked.Subset {
	if f.device == "" {
		return of.On()
	}
	return of.On(f.device)
}

func dataChoices(say *language.Language) (all []choice) {
	for _, category := range profile.Categories() {
		all = append(all, choice{Value: category, Own: say.Name(vocabulary.DataCategory, category, "")})
	}
	return all
}

func verdictChoices() []choice {
	return append([]choice{{Value: undecided, Label: "No verdict yet"}}, decisions...)
}

func ageChoices() (all []choice) {
	for _, age := range ages {
		all = append(all, choice{Value: age, Own: age})
	}
	return all
}

// selecting is a filter that the form shows as a list to choose from.
type selecting struct {
	Name       string
	Label, Any language.Words
	Options    []choice
}

// write writes the list.
func (l selecting) write(m *ui.Markup) {
	m.Add(`<label>{} <select name="{}"><option value="">{}</option>`, l.Label, l.Name, l.Any)
	writeOptions(m, l.Options)
	m.Add(`</select></label>
	`)
}

// selects returns the lists of the form: the first are always shown, the others below "More
// filters", which is open if one of them is set.
func (s list) selects(ctx context.Context, say *language.Language, f appFilter) (first, more []selecting, open bool, err error) {
	tags, err := s.Fleet.Tags(ctx)
	if err != nil {
		return nil, nil, false, err
	}
	devices, err := s.Devices.List(ctx)
	if err != nil {
		return nil, nil, false, err
	}
	var tagged, on []choice
	for _, tag := range tags {
		tagged = append(tagged, choice{Value: tag.Tag, Own: tag.Tag})
	}
	for _, d := range devices {
		on = append(on, choice{Value: d.ID, Own: d.Name})
	}
	if len(on) > 0 {
		on = append(on, choice{Value: storage.DevicesUnattached, Label: "On no device"})
	}
	first = []selecting{
		{Name: "risk", Label: "Risk", Any: "Any risk", Options: risks}, {Name: "show", Label: "State", Any: "Any state", Options: states}, {Name: "data", Label: "Data", Any: "Any data", Options: dataChoices(say)},
		{Name: "use", Label: "Use", Any: "Any use", Options: uses},
	}
	more = []selecting{
		{Name: "store", Label: "Store", Any: "Both stores", Options: inStores}, {Name: "verdict", Label: "Verdict", Any: "Any verdict", Options: verdictChoices()}, {Name: "device", Label: "Device", Any: "Any device", Options: on}, {Name: "tag", Label: "Tag", Any: "Any tag", Options: tagged},
		{Name: "age", Label: "Age rating", Any: "Any age", Options: ageChoices()},
	}
	more = slices.DeleteFunc(more, func(m selecting) bool { return len(m.Options) == 0 })
	for _, part := range [][]selecting{first, more} {
		for i := range part {
			part[i].Options = slices.Clone(part[i].Options)
			for k := range part[i].Options {
				o := &part[i].Options[k]
				o.Chosen = f.kept.Get(part[i].Name) == o.Value
			}
		}
	}
	open = slices.ContainsFunc(more, func(m selecting) bool { return f.kept.Get(m.Name) != "" })
	return first, more, open, nil
}

// export returns the query of the operation of the API that exports the apps of the filter.
func (f appFilter) export(format string) string {
	q := url.Values{"format": {format}}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	flag := func(name string, on bool) {
		if on {
			q.Set(name, "true")
		}
	}
	set("q", f.Search)
	set("risk", string(f.Risk))
	set("collects", f.Collects.Category)
	if f.Collects.Use != profile.NotCollected {
		set("use", f.Collects.Use.String())
	}
	set("verdict", string(f.Decision))
	set("tag", f.Tag)
	set("devices", f.device)
	set("ageRating", f.AgeRating)
	set("store", f.Store)
	flag("undecided", f.Undecided)
	flag("changed", f.Changed)
	flag("beyondProfile", f.Beyond)
	flag("failed", f.Failed)
	flag("delisted", f.Delisted)
	flag("paused", f.Paused)
	set("sort", exportSorts[f.Order])
	return q.Encode()
}

// exportSorts are the names of orders in the API.
var exportSorts = map[storage.AppOrder]string{storage.AppsByRisk: "risk", storage.AppsByChanges: "changed", storage.AppsByCheck: "checked"}

// filterIn returns the filter that a form has in its field "filter", and reports whether the form
// is about all apps that it selects.
func filterIn(form url.Values) (f appFilter, all bool, err error) {
	if form.Get("all") == "" {
		return f, false, nil
	}
	address, err := url.ParseQuery(form.Get("filter"))
	if err != nil {
		return f, false, ui.Refuse(http.StatusBadRequest, "The filter cannot be read")
	}
	if err := ui.CheckFilter(address, queryOfApps); err != nil {
		return f, false, err
	}
	f = filterOf(address)
	return f, true, ui.RefuseFilter(address, f.unused...)
}

// chosenApps are the apps that a form names, or all that its filter selects.
func (s actions) chosenApps(ctx context.Context, form url.Values) ([]storage.AppID, error) {
	f, all, err := filterIn(form)
	if err != nil {
		return nil, err
	}
	if !all {
		return selected(form)
	}
	return f.apps(s.Fleet).IDs(ctx, f.ListQuery)
}

// again are the fields by which a form chooses the same apps once more.
func again(form url.Values) url.Values {
	if form.Get("all") != "" {
		return url.Values{"all": {"1"}, "filter": form["filter"]}
	}
	return url.Values{"id": form["id"]}
}
