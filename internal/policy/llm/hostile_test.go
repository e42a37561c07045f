package llm_test

import (
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/policy/llm"
)

// TestReadSummary_hostile: no answer of a model takes long or much. It is not
// parallel, since what is allocated is counted for the whole process.
func TestReadSummary_hostile(t *testing.T) {
	const limit, maxMemory = 2 << 20, 128 << 20
	fill := func(before, s, after string) string {
		return before + strings.Repeat(s, (limit-len(before)-len(after))/len(s)) + after
	}
	for name, answer := range map[string]string{
		"lenses":            fill(`{"lenses":[`, "{},", "{}]}"),
		"lenses, whole":     fill(`{"lenses":[`, `{"key":"a","rating":"b","summary":"c"},`, "{}]}"),
		"highlights":        fill(`{"highlights":[`, `"",`, `""]}`),
		"concerns":          fill(`{"safetySummary":{"concerns":[`, `"a",`, `""]}}`),
		"members":           fill(`{"overview":"a"`, `,"overview":"a"`, "}"),
		"deep":              fill("", "[", ""),
		"deep objects":      fill("", `{"safetySummary":`, ""),
		"escapes":           fill(`{"overview":"`, `\u0000`, `"}`),
		"a long number":     fill(`{"overview":`, "1", "}"),
		"fences":            fill("", "```json", ""),
		"white space":       fill("{", " ", "}"),
		"nothing but a key": fill(`{"`, "a", `":1}`),
	} {
		t.Run(name, func(t *testing.T) {
			var err error
			took := cost.Of(func() { err = llm.ReadSummary(answer) })
			t.Logf("rows: %d MB, %v", took.Bytes>>20, took.CPU)
			if err == nil || took.Bytes > maxMemory || took.CPU > 10*time.Second {
				t.Errorf("%v, %d MB, %v", err, took.Bytes>>20, took.CPU)
			}
		})
	}
}
