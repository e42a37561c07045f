package settings

// Form is the form of the values of a setting.
type Form string

// The forms.
const (
	TextForm     Form = "text"
	ChoiceForm   Form = "choice"
	FlagForm     Form = "flag"
	NumberForm   Form = "number"
	TimeForm     Form = "time" // in milliseconds since 1970 in UTC
	ClockForm    Form = "clock"
	TimeZoneForm Form = "timeZone"
	SecretForm   Form = "secret"
	FactorForm   Form = "factor" // a number that may have a fraction
)

// Values describes the values of a setting.
type Values struct {
	Form     Form
	Choices  []string // the words of a choice, the default first
	Least    int64    // minimum of a number, or minimum length of a text in characters
	Most     int64    // the same for the maximum; zero for a text that is limited otherwise
	Optional bool     // whether a number may be unset
}

// Setting describes a setting that users change.
type Setting struct {
	Name  string
	IsSet string // the read-only member that shows whether it is set; empty: none
	Note  string // its description in the API
	Field Field
	Values
}

// All returns the settings that users change.
func All() []Setting {
	var all []Setting
	for _, s := range table() {
		all = append(all, Setting{s.name, s.isSet, s.note, s.field, s.Values})
	}
	return all
}

// Desktop returns the settings of the desktop application.
func Desktop() []Setting {
	var all []Setting
	for name, k := range desktopTable() {
		all = append(all, Setting{Name: name, Note: k.note, Values: k.Values})
	}
	return all
}
