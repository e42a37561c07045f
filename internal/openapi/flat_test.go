package openapi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/openapi"
)

func TestFlat(t *testing.T) {
	t.Parallel()
	ref := func(name string) *openapi.Schema { return &openapi.Schema{Ref: openapi.SchemaPath + name} }
	document := openapi.Document{Components: openapi.Components{Schemas: map[string]*openapi.Schema{
		"Begun": openapi.Closed(openapi.Members{
			"kind": openapi.OneOf("begun"), "id": openapi.Text().Says("Of the run"), "phase": openapi.Text(), "totals": ref("Totals"), "note": openapi.Text(),
		}),
		"Ended": openapi.Closed(openapi.Members{
			"kind": openapi.OneOf("ended"), "id": openapi.Text().Says("Of the same run"), "phase": ref("Phase"), "totals": openapi.OrNull(ref("Totals")), "note": openapi.Text(),
		}, "note"),
	}}}
	variants := openapi.Variants("kind", openapi.Variant{Value: "begun", Schema: ref("Begun")}, openapi.Variant{Value: "ended", Schema: ref("Ended")})
	null := &openapi.Schema{Type: openapi.Types{"null"}}
	tests := []struct {
		name     string
		of, want *openapi.Schema
	}{
		{"no variants", openapi.Text(), openapi.Text()},
		{"one that is named", ref("Begun"), ref("Begun")},
		{"variants", variants.Says("A line"), openapi.Closed(openapi.Members{
			"kind": openapi.OneOf("begun", "ended"), "id": openapi.Text().Says("Of the run"), "phase": openapi.AnyOf(openapi.Text(), ref("Phase")),
			"totals": openapi.AnyOf(ref("Totals"), null), "note": openapi.Text(),
		}, "note").Says("A line")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, document.Flat(tt.of)); diff != "" {
				t.Errorf("flat (-want +got):\n%s", diff)
			}
		})
	}
	if diff := cmp.Diff(map[string]string{"begun": "#/components/schemas/Begun", "ended": "#/components/schemas/Ended"}, variants.Discriminator.Mapping); diff != "" {
		t.Errorf("mapping (-want +got):\n%s", diff)
	}
}
