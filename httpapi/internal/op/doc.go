// Package op declares the operations of the HTTP interface. An [Operation] is
// one value: its route, its limits, what it takes, what it answers, its
// description and its handler.
//
// What an operation takes is a struct. Tags of its fields say where a value comes
// from and what it must be, and both the decoding and the OpenAPI schema are made
// from them:
//
//	type listNotes struct {
//		App        storage.AppID      `query:"appId" doc:"Only notes on this app" example:"1"`
//		Visibility storage.Visibility `query:"visibility" enum:"export,private,all"`
//	}
//
// The source of a field is one of these tags:
//
//	path:"id"     a parameter of the path; a value that does not fit is not found (404)
//	query:"name"  the first value of a parameter of the query
//	header:"Name" a header of the request
//	json:"name"   a member of the body, which must be one JSON object
//	body:""       the whole body, see [Body] and [Object]
//	address:""    the URL of the request as its client knows it, without the query
//
// The tag op lists options, with commas between them:
//
//	required    the value must be sent, and a text must not be blank
//	loose       a value that does not fit is ignored, as if it had not been sent
//	trim        space around a text is removed
//	min=, max=  bounds of a number, of the bytes of a text, of the length of a list
//	default=    the value when none is sent
//	also=       another name of the value, which counts when the first is not sent
//	list        a text is a list of values of the tag enum with commas between them
//	prefix      a number is as much of a text as is digits, within the bounds
//	toolarge    a list that is longer than max is refused with 413 in place of 400
//	end         a date, as the end of a span of time, is its last millisecond
//	with=       a parameter without which this one is ignored
//	without=    a parameter with which this one is ignored
//
// The other tags are enum (the values of a text, with commas between them), doc
// (the description), example and pattern (of the schema alone).
//
// A field may have any type that package json decodes, or one that names a
// leniency of the interface: [Optional], [Nullable], [Fitting], [Offset], [Number],
// [Truthy]. A type that has a method Schema is described by it. One that has a
// method Bounds has its bounds from there, in place of the options min and max.
// A request with rules between its fields has a method Check. One whose refusals
// have members beside the sentence has a method Refusal.
//
// huma (v2.37.2) does the same and was tried. Its error bodies and its strictness
// are variables of its package, so a program that embeds this module could not
// have its own, and its module graph names five routers that nothing here needs.
package op
