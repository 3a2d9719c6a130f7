<?php

namespace Acme\Shop\Tests;

use Acme\Shop\Ledger\Entry;
use Acme\Shop\Shop;
use PHPUnit\Framework\MockObject\MockObject;
use PHPUnit\Framework\TestCase;

class ShopTest extends TestCase
{
    private Shop $shop;
    /** @var Entry&MockObject */
    private $entry;

    protected function setUp(): void
    {
        require_once __DIR__ . '/../src/globals.php';
        $this->shop = new Shop();
        $this->entry = $this->createMock(Entry::class);
    }

    public function testAdd(): void
    {
        $this->shop->add($this->entry);
        $this->assertSame(1, $this->entry->total());
    }
}
