// Package engine computes kernel methods.
package engine
