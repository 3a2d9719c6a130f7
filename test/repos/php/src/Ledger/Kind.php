<?php

namespace Acme\Shop\Ledger;

enum Kind: string
{
    case Debit = 'd';
    case Credit = 'c';

    public function label(): string
    {
        return match ($this) {
            self::Debit => 'debit',
            Kind::Credit => $this->value,
        };
    }
}
