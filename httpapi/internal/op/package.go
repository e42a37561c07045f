package op

import (
	"reflect"

	"github.com/privacylabels/auditor/internal/openapi"
)

// Package is what a package of operations adds to the interface.
type Package struct {
	Operations []Operation
	Types      Types
}

// Types are the types of answers that do not say themselves how they are written
// as JSON, or how the document calls them.
type Types struct {
	Names   map[reflect.Type]string          // of structs whose own name is taken or says little
	Schemas map[reflect.Type]*openapi.Schema // of types that write themselves, and of texts with few values; one with a name becomes a named schema
	Members func(*openapi.Reflector) map[openapi.Member]*openapi.Schema
}
