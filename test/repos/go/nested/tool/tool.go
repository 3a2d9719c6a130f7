package tool

import "example.com/shop/store"

func Run() { store.Open("x").Save(nil) }
