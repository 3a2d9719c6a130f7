package com.acme.core;

abstract class Book {
    static int limit = 3;
    void open() { close(); }
    void close() {}
}
