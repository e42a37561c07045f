// Code generated from the OpenAPI document. DO NOT EDIT.

package client

// SetReaderBody is what [Client.SetReader] sends. The body of `setReader`: Set the cursor of a reader.
type SetReaderBody struct {
	Cursor *string `json:"cursor,omitzero"` // A cursor from a response of GET /api/changelog. Without it, the reader is set to the end of the changelog.
}
