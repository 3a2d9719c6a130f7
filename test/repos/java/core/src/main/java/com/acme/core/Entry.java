package com.acme.core;

public interface Entry {
    int LIMIT = 10;
    boolean check();
    default int total() { return LIMIT; }
}
