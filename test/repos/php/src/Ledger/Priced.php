<?php

namespace Acme\Shop\Ledger;

interface Priced
{
    const CURRENCY = 'EUR';

    public function total(): int;
}
