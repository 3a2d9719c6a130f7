package com.acme.app

import com.acme.legacy.Till
import com.acme.orders.*
import com.acme.orders.Registry.find
import com.acme.text.shorten as cut
import com.acme.text.show

class Desk(private val till: Till, names: List<String>) {
    private val first = names.first()
    private val orders: Orders = listOf(Order.empty())

    fun sell(order: Order?) {
        val sold = order ?: return
        till.sell(sold)
        till.last.describe()
        sold.apply { close() }
        with(sold) { isLarge() }
        orders.forEach { it.close() }
        orders.map { one -> one.first.price }
        for (each in orders) each.copyOf(Size.LARGE).total
        find(1)?.total
        total(orders)
        total(orders, 1)
        first.cut(3)
        sold.show()
        Order.MAX
        Size.valueOf("SMALL").next()
        val watcher = object : Entity(2) {
            override fun close() = sell(null)
        }
        watcher.close()
    }

    fun help() = Unit

    inner class Drawer {
        fun open() = this@Desk.help()
    }
}

fun Desk.quick() {
    help()
    sell(Order.empty())
    this.help()
}

fun main() {
    Desk(Till(), emptyList()).quick()
}
