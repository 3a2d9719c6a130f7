package store_test

import (
	"testing"

	"example.com/shop/store"
)

func TestOpen(t *testing.T) {
	store.Open("x").Close()
	check(nil)
}
