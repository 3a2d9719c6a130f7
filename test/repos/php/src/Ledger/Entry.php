<?php

namespace Acme\Shop\Ledger;

use Acme\Shop\Support\Noted;
use Psr\Log\LoggerInterface;

use function Acme\Shop\entries;

/**
 * @property-read Kind $kind
 * @method Entry twin(int $amount)
 */
final class Entry extends Base
{
    use Noted;

    private LoggerInterface $logger;

    public function __construct(private int $amount, ?LoggerInterface $logger = null, public readonly ?Entry $parent = null)
    {
        parent::__construct();
        $this->logger = $logger ?? new \Psr\Log\NullLogger();
    }

    public function total(): int
    {
        $this->logger->debug('total');
        $this->note('x');
        foreach (entries() as $entry) {
            $entry->describe();
        }
        $this->twin(1)->kind->label();
        $this->kind->label();
        $this->parent?->parent->note('y');

        return $this->amount + parent::total() + $this->missing();
    }

    public function describe(): string
    {
        return Kind::Debit->label() . Kind::from('d')->label() . self::CURRENCY;
    }

    public static function of(int $amount): self
    {
        return new self($amount);
    }
}
