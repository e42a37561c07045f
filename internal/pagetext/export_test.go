package pagetext

import "context"

// Nodes returns how many nodes a page is made into, and how deep they lie within
// each other.
func Nodes(page string) (count, depth int, err error) {
	b, err := build(context.Background(), page, Options{})
	if err != nil {
		return 0, 0, err
	}
	depths := make([]int, len(b.nodes))
	for i := range b.nodes {
		if i > 0 {
			depths[i] = depths[b.nodes[i].parent] + 1
		}
		depth = max(depth, depths[i])
	}
	return len(b.nodes), depth, nil
}

// Letters returns how many letters a page has that are in its tree.
func Letters(page string, scripts bool) int {
	b, err := build(context.Background(), page, Options{Scriptless: !scripts})
	if err != nil {
		return -1
	}
	letters := int32(0)
	for _, n := range b.nodes {
		if n.form == words {
			count, _ := lettersIn(b.text[n.from:n.to])
			letters += count
		}
	}
	return int(letters)
}
