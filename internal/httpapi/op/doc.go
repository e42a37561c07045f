// Package op declares the operations of the HTTP interface. An [Operation] is one
// value with its route, limits, request and answer types, description and handler.
//
// The request of an operation is a struct. The tags of its fields declare the source
// and the constraints of each value. The decoder and the OpenAPI schema are both
// derived from them:
//
//	type listNotes struct {
//		App        storage.AppID      `query:"appId" doc:"Only notes on this app" example:"1"`
//		Visibility storage.Visibility `query:"visibility" enum:"export,private,all"`
//	}
//
// The source of a field is one of these tags:
//
//	path:"id"     a parameter of the path; an invalid value is answered with 404
//	query:"name"  the first value of a parameter of the query
//	header:"Name" a header of the request
//	json:"name"   a member of the body, which must be one JSON object
//	body:""       the whole body, see [Body] and [Object]
//	address:""    the URL of the request as its client knows it, without the query
//
// The tag op lists options, with commas between them:
//
//	required    the value must be present, and a string must not be blank
//	loose       an invalid value is ignored, as if it were missing
//	trim        white space around a string is removed
//	min=, max=  bounds of a number, of the bytes of a string, of the length of a list
//	default=    the value if none is sent
//	also=       another name of the value, used if the first name is missing
//	list        a string is a comma-separated list of values of the tag enum
//	prefix      a number is the leading digits of a string, clamped to the bounds
//	toolarge    a list that is longer than max is refused with 413 instead of 400
//	end         a date is the end of a time range and so means its last millisecond
//	with=       a parameter without which this one is ignored
//	without=    a parameter with which this one is ignored
//
// The other tags are enum (the values of a string, separated by commas), doc (the
// description), example and pattern (for the schema alone).
//
// A field may have any type that package json decodes, or one that stands for a
// leniency of the interface: [Optional], [Nullable], [Fitting], [Offset], [Number],
// [Truthy]. A method Schema of a type returns its schema. A method Bounds returns its
// bounds and replaces the options min and max. A method Check of a request checks
// rules between its fields. A method Refusal of a request adds members to its
// refusals.
//
// The answer of a handler is encoded as JSON: the whole answer, a struct with tags, or, if the
// operation names a Member, the value of that one member of an object. [NewPlain] takes a
// handler that needs nothing of the request but its decoded form.
//
// The library huma (v2.37.2) does the same and was tried. Its error bodies and its
// strictness are package variables, so a program that embeds this module could not
// choose its own, and its module graph contains five routers that are not needed here.
package op
