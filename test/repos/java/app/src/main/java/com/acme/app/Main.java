package com.acme.app;

import com.acme.core.*;
import com.acme.core.Money.Currency;
import com.acme.gone.Lost;
import org.slf4j.Logger;

public class Main implements Entry {
    private Logger logger;

    @Override public boolean check() {
        logger.info("x");
        Currency currency = Currency.EURO;
        Lost.find();
        return total() > Entry.LIMIT && new Ledger(null).add(this) != null;
    }
}
