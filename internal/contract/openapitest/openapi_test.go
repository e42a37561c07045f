// Package openapitest checks the committed OpenAPI document against the rules of
// OpenAPI. It is a module of its own, so that the library does not require the
// validator; that the service serves the committed document is checked in httpapi.
package openapitest

import (
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

func validate(text []byte) error {
	loader := openapi3.NewLoader()
	document, err := loader.LoadFromData(text)
	if err != nil {
		return err
	}
	return document.Validate(loader.Context)
}

func TestDocument(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../internal/httpapi/testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(text); err != nil {
		t.Error(err)
	}
}

func TestInvalidDocument(t *testing.T) {
	t.Parallel()
	if err := validate([]byte(`{"openapi": "3.1.0"}`)); err == nil {
		t.Error("a document without a title is valid")
	}
}
