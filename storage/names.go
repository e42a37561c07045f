package storage

// NameRules are the rules by which lists of apps are ordered and searched. They need tables of
// Unicode, which this package does without: package storage/names has them.
type NameRules struct {
	// Key returns the key of a name in the order by name: keys are compared bytewise.
	Key func(name string) string
	// Fold returns a text as it is searched and searched for.
	Fold func(text string) string
}

// nameRules are set once, before the program starts.
var nameRules = NameRules{Key: func(name string) string { return name }, Fold: Fold}

// RegisterNames sets the rules. It is for the init function of package storage/names, which
// every store imports, so that all of them order and search alike.
func RegisterNames(rules NameRules) { nameRules = rules }

// NameKey returns the key of a name in the order of [AppsByName]. Keys are compared bytewise.
func NameKey(name string) string { return nameRules.Key(name) }

// SearchKey returns a text in the form in which [AppQuery.Search] compares it.
func SearchKey(text string) string { return nameRules.Fold(text) }
