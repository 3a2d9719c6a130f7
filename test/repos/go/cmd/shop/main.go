package main

import (
	"example.com/shop/missing"
	st "example.com/shop/store"
	"example.com/shop/util"
)

type wrapper struct {
	*st.Store
}

func main() {
	s := st.Open("x")
	s.Save(&st.Entry{Amount: helpers.Twice(1)})
	w := wrapper{s}
	w.Close()
	var e st.Entry
	e.Total()
	missing.Do()
	st.check(nil)
	for _, each := range all() {
		each.Total()
	}
}

func all() []*st.Entry { return nil }
