package store

// Entries is a list with a name.
type Entries []*Entry

type shelf struct {
	all    Entries
	byName map[string]*Store
	rows   [][]Store
}

func (e Entries) first() *Entry { return e[0] }

func split(name string) (left, right *Store, err error) {
	return Open(name), nil, nil
}

func walk(s *shelf, more ...*Store) {
	for _, entry := range s.all {
		entry.Total()
	}
	for name, one := range s.byName {
		one.Save(nil)
		name.Save()
	}
	for _, one := range more {
		one.Name()
	}
	s.all[0].Total()
	s.all.first().Total()
	s.rows[0][1].Close()
	left, right, err := split("a")
	left.Close()
	right.Close()
	err.Error()
	same := s.byName["b"]
	same.Close()
	alias := right
	alias.Close()
	(&Store{}).Close()
	Entries{}.first()
	any(s).(Store).Close()
}

func shadow(store Store) {
	entry := &Entry{}
	entry.Total()
	entry = entry
}

func literals() Entries {
	return Entries{{Amount: 1}}
}

type pair[T Store] struct {
	Store T
}
