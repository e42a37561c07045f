// Package policies has the operations of the HTTP interface on the texts of privacy
// policies and on the models that summarise them.
package policies
