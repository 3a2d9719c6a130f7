package store

// Entry is a line.
type Entry struct{ Amount int }

func (e *Entry) Total() int { return e.Amount + limit }

func (s *Store) Close() {
	helper := func() { s.missing() }
	helper()
}

const limit = 10

func check(e *Entry) error {
	total := e.Total()
	_ = len(fmtTotal(total))
	return nil
}

func fmtTotal(total int) string { return string(rune(total)) }
