package textdiff_test

import (
	"fmt"

	"github.com/privacylabels/auditor/internal/policy/textdiff"
)

func ExampleCompare() {
	d := textdiff.Compare("# Privacy\n\nWe keep it for 30 days.", "# Privacy\n\nWe keep it for 90 days.")
	fmt.Printf("%+v\n", d.Stats)
	for _, line := range d.Lines {
		fmt.Printf("%-9s %q\n", line.Kind, line.Text)
	}
	for _, word := range d.Lines[3].Words {
		fmt.Printf("  %-9s %q\n", word.Kind, word.Text)
	}
	// Output:
	// {Added:1 Removed:1 Unchanged:2 Truncated:false Paragraphs:1 paragraph changed}
	// unchanged "# Privacy"
	// unchanged ""
	// removed   "We keep it for 30 days."
	// added     "We keep it for 90 days."
	//   unchanged "We keep it for "
	//   added     "90"
	//   unchanged " days."
}

func ExampleDiff_Sentences() {
	d := textdiff.Compare("We keep it for 30 days. Ask us.", "We may share it. We keep it for 90 days. Ask us.\n\nWe never sell it.")
	fmt.Println(d.Stats.Paragraphs)
	for s := range d.Sentences() {
		fmt.Println(s.Kind, s.Text)
	}
	// Output:
	// 1 paragraph added, 1 changed
	// removed We keep it for 30 days.
	// added We may share it.
	// added We keep it for 90 days.
	// added We never sell it.
}
