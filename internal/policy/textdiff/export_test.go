package textdiff

// CompareWithin is Compare with other limits of its work.
func CompareWithin(older, newer string, thorough, pairs, tokens int) Diff {
	return compare(older, newer, limits{thorough, pairs, tokens})
}
