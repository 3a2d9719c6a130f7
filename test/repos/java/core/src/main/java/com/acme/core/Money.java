package com.acme.core;

public final class Money {
    public enum Currency { EURO, DOLLAR }
    public static int round(int amount) { return amount; }
}
