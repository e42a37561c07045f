package textdiff_test

import (
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/policy/textdiff"
)

// longest is how long the texts are, which is the most that is stored of one.
const longest = 1 << 20

// generated joins what is made of each number until a text is as long as it may be.
func generated(each func(i int) string) string {
	var b strings.Builder
	for i := 0; b.Len() < longest; i++ {
		b.WriteString(each(i))
	}
	return b.String()[:longest]
}

// hostileTexts are pairs of texts that are made to take time or memory.
func hostileTexts() map[string][2]string {
	word := func(seed uint32) func(int) string {
		return func(i int) string {
			x := (uint32(i) + seed) * 2654435761
			x ^= x >> 15
			return fmt.Sprintf("%x ", x*2246822519%50_000)
		}
	}
	lines := func(each func(int) string, words int) func(int) string {
		return func(i int) string {
			if i%words == 0 {
				return "\n" + each(i)
			}
			return each(i)
		}
	}
	letters := func(seed uint32, alphabet string) func(int) string {
		return func(i int) string {
			x := (uint32(i) + seed) * 2654435761
			x ^= x >> 13
			return string(alphabet[x*2246822519>>16%uint32(len(alphabet))]) + " "
		}
	}
	return map[string][2]string{
		"one line of words":      {generated(word(1)), generated(word(7777))},
		"one line, two words":    {generated(letters(1, "ab")), generated(letters(99, "ab"))},
		"one line of marks":      {generated(letters(1, ".,;:")), generated(letters(99, ".,;:"))},
		"one line, reversed":     {generated(func(i int) string { return fmt.Sprintf("%06d ", i) }), generated(func(i int) string { return fmt.Sprintf("%06d ", 149_000-i) })},
		"a line and its half":    {strings.Repeat("a b ", longest/4), strings.Repeat("b c ", longest/4)},
		"no spaces":              {strings.Repeat("個", longest/3), strings.Repeat("個人", longest/6)},
		"marks":                  {strings.Repeat("!", longest), strings.Repeat("!?", longest/2)},
		"one hundred lines":      {generated(lines(word(1), 1500)), generated(lines(word(7777), 1500))},
		"a hundred alike":        {generated(lines(letters(1, "abcdefgh"), 5000)), generated(lines(letters(99, "abcdefgh"), 5000))},
		"two thousand lines":     {generated(lines(word(1), 75)), generated(lines(word(7777), 75))},
		"two thousand, alike":    {generated(lines(letters(1, "abcd"), 260)), generated(lines(letters(99, "abcd"), 260))},
		"lines in another order": {generated(func(i int) string { return fmt.Sprintf("%0500d\n", i%1000) }), generated(func(i int) string { return fmt.Sprintf("%0500d\n", (i*7)%1000) })},
		"blank lines":            {strings.Repeat("\n", longest), strings.Repeat("\n\r", longest/2)},
		"short lines":            {generated(lines(letters(1, "ab"), 1)), generated(lines(letters(99, "ab"), 1))},
		"short lines, all other": {generated(func(i int) string { return fmt.Sprintf("%x\n", i) }), generated(func(i int) string { return fmt.Sprintf("%x\n", -i) })},
		"blank but two":          {"a" + strings.Repeat("\n", longest-2) + "b", "c\r" + strings.Repeat("\n", longest-9) + "d"},
		"turns":                  {strings.Repeat("a.b.", longest/4), strings.Repeat("a,b,", longest/4)},
		"turns of words":         {strings.Repeat("same old ", longest/9), strings.Repeat("same new ", longest/9)},
	}
}

// No two texts make a comparison allocate more than 256 MB, or take more than a minute of
// processor time, with the race detector; a tenth of that without.
func TestHostileTexts(t *testing.T) {
	for name, texts := range hostileTexts() {
		if crc32.ChecksumIEEE([]byte(name))%sampled != 0 {
			continue
		}
		var d textdiff.Diff
		took := cost.Of(func() { d = textdiff.Compare(texts[0], texts[1]) })
		allocated := took.Bytes >> 20
		if os.Getenv("HOSTILE_TABLE") != "" {
			fmt.Printf("%7.2fs %5d MB  %-28s %+v\n", took.CPU.Seconds(), allocated, name, d.Stats)
		}
		if n := len(d.Lines); n > 150_000 {
			t.Errorf("%s: %d lines of a difference, each of which takes memory wherever it is shown", name, n)
		}
		if allocated > 256 || took.CPU > time.Minute {
			t.Errorf("%s: %d MB, %v", name, allocated, took.CPU)
		}
	}
}

// A text of very many lines is compared whole: the difference has both texts, and most of what is
// the same in both stays unchanged when lines come in between.
func TestVeryManyLines(t *testing.T) {
	t.Parallel()
	var older, newer strings.Builder
	for i := range 120_000 {
		fmt.Fprintf(&older, "%d\r\n", i)
		if i%40_000 == 100 {
			newer.WriteString("new\n\n")
		}
		fmt.Fprintf(&newer, "%d\n", i)
	}
	d := textdiff.Compare(older.String(), newer.String())
	consistent(t, older.String(), newer.String(), d)
	if len(d.Lines) > 60_000 {
		t.Errorf("%d lines", len(d.Lines))
	}
	if d.Stats.Added+d.Stats.Removed > 12 {
		t.Errorf("three lines came in, and the difference is %+v", d.Stats)
	}
}
