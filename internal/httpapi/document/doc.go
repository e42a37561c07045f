// Package document makes the OpenAPI document of the operations.
//
// It owns what the guards add to each operation: refusals, limits and the token rule.
// It does not own requests and answers: their types describe them, see package op.
package document
