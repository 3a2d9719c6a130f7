// Package store keeps things.
package store

import (
	"errors"
	"fmt"

	"github.com/other/lib"
)

// Saver saves.
type Saver interface {
	Save(entry *Entry) error
}

type base struct {
	name string
}

func (b *base) Name() string { return b.name }

// Store is one.
type Store struct {
	base
	saver Saver
	next  *Store
}

func Open(name string) *Store {
	return &Store{base: base{name: name}}
}

func (s *Store) Save(entry *Entry) error {
	if err := s.saver.Save(entry); err != nil {
		return errors.New(fmt.Sprint(s.Name(), err.Error()))
	}
	s.next.next.Close()
	lib.Call(entry.Total())
	return check(entry)
}
