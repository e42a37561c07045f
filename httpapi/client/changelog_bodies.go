// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetReaderBody is what [Client.SetReader] sends. The body of `setReader`: Set the cursor of a reader.
type SetReaderBody struct {
	Cursor *string `json:"cursor,omitzero"` // The cursor of an answer of the changelog. Absent: all that is recorded was read.
}
