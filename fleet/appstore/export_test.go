package appstore

// For tests outside of the package.
var (
	Line         = line
	Term         = term
	Paragraphs   = paragraphs
	Slug         = slug
	ParseResults = parseResults
	ParseChart   = parseChart
)
