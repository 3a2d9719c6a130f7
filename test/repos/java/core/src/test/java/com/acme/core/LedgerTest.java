package com.acme.core;

class LedgerTest extends Book {
    @Override void close() { super.close(); }
    void test() {
        Ledger ledger = new Ledger(new Store());
        ledger.add(null).add(null).open();
        var unknown = Factory.make();
        unknown.add(null);
        limit++;
    }
}
