package jsonread_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/jsonread"
)

// BenchmarkCheck checks a megabyte of records with short strings, of such records within strings, as the other
// service writes them, and of long texts.
func BenchmarkCheck(b *testing.B) {
	record := `{"id": 12345, "name": "Basket & Barrow", "categories": ["LOCATION", "CONTACTS"], "at": 1796047892000}`
	for _, text := range []struct{ name, value string }{
		{"records", record},
		{"quoted", strconv.Quote(record)},
		{"long", strconv.Quote(strings.Repeat("What a policy says. ", 1000))},
	} {
		value := []byte("[" + text.value + strings.Repeat(","+text.value, (1<<20)/len(text.value)) + "]")
		b.Run(text.name, func(b *testing.B) {
			b.SetBytes(int64(len(value)))
			for b.Loop() {
				if err := jsonread.Check(value, jsonread.Limits{Bytes: 2 << 20, Depth: 10, Values: 1 << 20}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
