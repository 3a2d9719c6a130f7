package com.acme.core;

import static com.acme.core.Money.round;
import static java.util.Objects.requireNonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.function.*;

public class Ledger extends Book {
    private final List<Entry> entries = new ArrayList<>();
    private final Store store;

    public Ledger(Store store) {
        this.store = requireNonNull(store);
    }

    public Ledger add(Entry entry) {
        entry.check();
        store.save(entry);
        entries.add(entry);
        round(entry.total());
        open();
        return this;
    }

    void print(String text) { System.out.println(text); }
    void print(int number) { print(String.valueOf(number)); }

    static class Page {
        Line line;
        class Line { int width; }
        int width() { return this.line.width + limit; }
    }

    Runnable later() {
        return new Runnable() {
            @Override public void run() { add(null); }
        };
    }
}

class Store {
    void save(Entry entry) { new Ledger.Page().width(); }
}
