package settings

// Form is what the values of a setting are.
type Form string

// The forms. A text has no other.
const (
	TextForm     Form = "text"
	ChoiceForm   Form = "choice"
	FlagForm     Form = "flag"
	NumberForm   Form = "number"
	TimeForm     Form = "time" // in milliseconds since 1970 in UTC
	ClockForm    Form = "clock"
	TimeZoneForm Form = "timeZone"
	SecretForm   Form = "secret"
	FactorForm   Form = "factor" // a number that need not be whole
)

// Values describes the values of a setting.
type Values struct {
	Form     Form
	Choices  []string // of a choice, the default first
	Least    int64    // of a number; of a text, its characters
	Most     int64    // likewise; zero for a text that another rule limits
	Optional bool     // a number that need not be set
}

// Setting describes a setting that users change.
type Setting struct {
	Name  string
	IsSet string // the read-only member with whether it is set; empty: none
	Note  string // for those who write it
	Values
}

// All returns the settings that users change.
func All() []Setting {
	var all []Setting
	for _, s := range table() {
		all = append(all, Setting{s.name, s.isSet, s.note, s.Values})
	}
	return all
}

// Desktop returns the settings of the desktop application.
func Desktop() []Setting {
	var all []Setting
	for name, k := range desktopTable() {
		all = append(all, Setting{Name: name, Values: k.Values})
	}
	return all
}

// FormOf returns the form of a setting, empty for an unknown name.
func FormOf(name string) Form {
	for _, s := range table() {
		if s.name == name {
			return s.Form
		}
	}
	return ""
}
