<?php

namespace Acme\Shop\Support;

trait Noted
{
    /** @var list<Note> */
    private array $notes = [];
    private $last;

    public function note(string $text): static
    {
        $this->notes[] = $this->last = new Note($text);
        $this->changed();

        return $this;
    }

    public function describe(): string
    {
        foreach ($this->notes as $note) {
            echo $note->text();
        }

        return $this->last->text() . parent::describe();
    }
}
