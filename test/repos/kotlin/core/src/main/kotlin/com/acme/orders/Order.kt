package com.acme.orders

import com.acme.text.shorten

interface Priced {
    val total: Money
    fun describe(): String = total.toString()
}

abstract class Entity(val id: Long) {
    open fun close() = Unit

    companion object {
        fun nextId(): Long = 1
    }
}

data class Order(val number: Long, val lines: List<Line>) : Entity(number), Priced {
    override val total: Money
        get() = lines.fold(Money.ZERO) { sum, line -> sum + line.price }

    override fun close() {
        super.close()
        log("closed $number")
    }

    fun copyOf(size: Size = Size.SMALL) = Order(nextId(), lines)

    private fun log(text: String) = println(text.shorten(MAX))

    companion object {
        const val MAX = 80

        fun empty(): Order = Order(nextId(), emptyList())
    }
}

data class Line(val price: Money, val size: Size)

@JvmInline
value class Money(val cents: Long) {
    operator fun plus(other: Money) = Money(cents + other.cents)

    companion object {
        val ZERO = Money(0)
    }
}

enum class Size {
    SMALL,
    LARGE,
    ;

    fun next(): Size = if (this == SMALL) LARGE else SMALL
}
