package op

import (
	"reflect"

	"github.com/privacylabels/auditor/internal/openapi"
)

// Package holds what a Go package adds to the interface.
type Package struct {
	Operations []Operation
	Types      Types
	Close      func() error // ends what operations left behind, once no request is served; nil: they leave nothing
}

// Types describes types of answers whose JSON form or schema name does not follow from the
// type.
type Types struct {
	Names   map[reflect.Type]string          // schema names of structs whose own name is taken or unclear
	Schemas map[reflect.Type]*openapi.Schema // schemas of types with a MarshalJSON, and of enumerations; one with a name becomes a named schema
	Members func(*openapi.Reflector) map[openapi.Member]*openapi.Schema
}
