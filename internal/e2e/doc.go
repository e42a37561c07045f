// Package e2e tests the standalone binary as its users have it: a process of its
// own, spoken to over HTTP, killed and started again.
//
// It owns no code of the product. What one package promises alone is tested
// beside it; here is what only the whole can show.
package e2e
