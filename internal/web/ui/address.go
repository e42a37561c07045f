package ui

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Nothing that an address or a form says is dropped in silence. A screen that is opened with a
// parameter that it does not know, or with a value that it cannot use, is shown as if that were
// not there, and says so in a sentence and in the header of the answer that lists such
// parameters. So a link of an older or a newer version leads somewhere, and a list that is not
// narrowed is not taken for one that is. A form is refused instead, with a filter in it as well,
// because it could change more than was meant. The parameters by which other sites count visits
// ask for nothing: they are only in the header.

// Parameter is a parameter of an address.
type Parameter struct{ Name, Value string }

// String returns the parameter as in an address, shortened.
func (p Parameter) String() string {
	const most = 64
	text := p.Name
	if p.Value != "" {
		text += "=" + p.Value
	}
	if short := clip(text, most); short != text {
		return short + "…"
	}
	return text
}

// Query returns a value of the query, cut to 200 bytes of valid UTF-8.
func Query(r Request, name string) string { return clip(r.HTTP().URL.Query().Get(name), 200) }

// Chosen returns a value of the query if it is one of the choices, otherwise "". A value that is
// none of them is noted as unused.
func Chosen(r Request, name string, choices ...string) string {
	value := Query(r, name)
	if value != "" && !slices.Contains(choices, value) {
		r.Unused(name)
		return ""
	}
	return value
}

// Number returns a value of the query as a number from least to most, and reports whether there
// is one. Any other value is noted as unused.
func Number(r Request, name string, least, most int64) (int64, bool) {
	text := Query(r, name)
	if text == "" {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least || n > most {
		r.Unused(name)
		return 0, false
	}
	return n, true
}

// commonFields are the fields that every form may have: the screen that it is on, and the answer
// to a question.
var commonFields = []string{"back", Sure}

// Sure is the field of a form whose question was answered with yes.
const Sure = "sure"

// unknown returns the names of parameters or fields that are not among the known ones, sorted.
func unknown(sent url.Values, known ...[]string) (all []string) {
	for name := range sent {
		if !slices.ContainsFunc(known, func(names []string) bool { return slices.Contains(names, name) }) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// CheckQuery notes the parameters of the address that the screen does not read. For a form, it
// refuses them.
func (s *Screen) CheckQuery(r Request) error {
	query := r.HTTP().URL.Query()
	reads := r.HTTP().Method == http.MethodGet || r.HTTP().Method == http.MethodHead
	for _, name := range unknown(query, s.Query) {
		if !reads {
			return Refuse(http.StatusBadRequest, "The address of the form has a part that is not known: "+Parameter{name, query.Get(name)}.String())
		}
		r.Unused(name)
	}
	for _, name := range repeated(query, nil) {
		if !reads {
			return Refuse(http.StatusBadRequest, "The address of the form has a part twice: "+Parameter{Name: name}.String())
		}
		if slices.ContainsFunc(query[name], func(v string) bool { return v != query.Get(name) }) && slices.Contains(s.Query, name) {
			r.Unused(name) // only the first one is read
		}
	}
	return nil
}

// repeated returns the names of parameters or fields that occur more than once, sorted, without the
// lists.
func repeated(sent url.Values, lists []string) (all []string) {
	for name, values := range sent {
		if len(values) > 1 && !slices.Contains(lists, name) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// CheckForm refuses a form with a field that the screen does not read: it is of another version
// of the page, or made by a program that expects something of it. It refuses a field that occurs
// twice as well, unless it is a list, because only one of them would count.
func (s *Screen) CheckForm(form url.Values) error {
	for _, name := range unknown(form, s.Fields, commonFields) {
		return Refuse(http.StatusBadRequest, "The form has a field that is not known: "+Parameter{Name: name}.String())
	}
	for _, name := range repeated(form, s.Lists) {
		return Refuse(http.StatusBadRequest, "The form has a field twice: "+Parameter{Name: name}.String())
	}
	return nil
}

// CheckFilter refuses the address of a list that a form carries as its filter if it has a
// parameter that the list does not know, or one twice: the form would be about more than it says.
func CheckFilter(address url.Values, known []string) error {
	return RefuseFilter(address, append(unknown(address, known), repeated(address, nil)...)...)
}

// RefuseFilter refuses the address of a list that a form carries as its filter if some of its
// parameters have no effect.
func RefuseFilter(address url.Values, unused ...string) error {
	for _, name := range unused {
		return Refuse(http.StatusBadRequest, "The filter has a part that cannot be used: "+Parameter{name, address.Get(name)}.String())
	}
	return nil
}

// counted reports whether other sites add a parameter to links, to count visits.
func counted(name string) bool {
	return strings.HasPrefix(name, "utm_") || slices.Contains([]string{"fbclid", "gclid", "dclid", "msclkid", "mc_cid", "mc_eid", "igshid", "yclid"}, name)
}

// worthTelling returns the parameters that the layout names, at most eight.
func worthTelling(unused []Parameter) (some []Parameter) {
	for _, p := range unused {
		if !counted(p.Name) && len(some) < 8 {
			some = append(some, p)
		}
	}
	return some
}
