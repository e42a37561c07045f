// Package policytest has what the tests of the policy packages share.
package policytest
