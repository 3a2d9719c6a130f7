<?php

namespace Acme\Shop\Support;

class Note
{
    public $text;

    public function __construct(string $text)
    {
        $this->text = $text;
    }

    public function text(): string
    {
        return $this->text;
    }
}

class Hidden extends Note
{
}
