package store

import "testing"

func TestTotal(t *testing.T) {
	e := &Entry{Amount: 1}
	if e.Total() != limit {
		t.Fatal(check(e))
	}
}
