<?php

namespace Acme\Shop;

use Acme\Shop\Ledger\{Base, Entry as Line, Kind};
use Acme\Shop\Support as S;
use Acme\Shop\Gone\Lost;
use DateTimeImmutable;
use Psr\Log\LoggerAwareTrait;

#[S\Marked]
class Shop
{
    use LoggerAwareTrait;

    /** @var Line[] */
    private $lines = [];

    public function add(Line $line, Base|Kind $either, S\Note $note): void
    {
        $line->total();
        $line->note('a')->describe();
        $either->label();
        $note->text();
        $this->lines[] = $line;
        $this->lines[0]->total();
        $made = Line::of(1);
        $made->total();
        $made->next()->describe();
        $hidden = new S\Hidden('h');
        $hidden->text();
        $lost = new Lost();
        $lost->find();
        $at = new DateTimeImmutable();
        $at->format('c');
        $first = reset($this->lines);
        $first->total();
        shop_root();
        count();
        namespace\count();
        entries(LIMIT)[0]->total();
        new GlobalThing();
        new \GlobalThing();
        echo SHOP_ROOT, \PHP_EOL, Kind::Debit->label();
        $this->logger->info('x');
        $call = $this->add(...);
        $twice = fn (Line $x) => $x->total() + $this->size();
        $object = new class ($line) extends Base {
            public function total(): int
            {
                return $this->describe() && parent::total();
            }
        };
    }

    private function size(): int
    {
        return \count($this->lines);
    }
}
