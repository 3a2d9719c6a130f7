package helpers

func Twice(n int) int { return n * 2 }
