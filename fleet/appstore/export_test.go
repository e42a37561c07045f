package appstore

// For tests outside of the package.
var (
	Line         = line
	Term         = term
	Paragraphs   = paragraphs
	Slug         = slug
	ParseResults = parseResults
	ParseChart   = parseChart
	ParseCutting = parse // with the length below which scripts are left to the tokenizer
)
