package com.acme.orders

typealias Orders = List<Order>

object Registry {
    private val known = mutableMapOf<Long, Order>()

    fun find(id: Long): Order? = known[id]

    fun add(order: Order) {
        known[order.number] = order
    }
}

fun total(orders: Orders): Money = orders.fold(Money.ZERO) { sum, order -> sum + order.total }

fun total(orders: Orders, from: Int): Money = total(orders.drop(from))

fun Order.isLarge(): Boolean = lines.any { it.size == Size.LARGE } || describe().isNotEmpty()

val Order.first: Line
    get() = lines.first()
