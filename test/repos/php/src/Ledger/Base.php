<?php

namespace Acme\Shop\Ledger;

abstract class Base implements Priced
{
    protected static int $made = 0;
    private ?Base $next = null;

    public function __construct()
    {
        self::$made++;
        static::booted();
    }

    public static function booted(): void
    {
    }

    public function total(): int
    {
        return 0;
    }

    public function describe(): string
    {
        return static::CURRENCY . $this->total();
    }

    public function next(): ?static
    {
        return $this->next;
    }
}
