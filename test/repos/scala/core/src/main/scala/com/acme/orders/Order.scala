package com.acme
package orders

import text.Strings.shorten

trait Priced {
  def total: Money
  def describe: String = total.toString
}

abstract class Entity(val id: Long) {
  def close(): Unit = ()
}

object Entity {
  def nextId(): Long = 1
}

final case class Order(number: Long, lines: List[Line]) extends Entity(number) with Priced { self =>
  import Order._

  def total: Money = lines.foldLeft(Money.zero)((sum, line) => sum.plus(line.price))

  override def close(): Unit = {
    super.close()
    log(s"closed $number")
    describe
  }

  def again(): Order = self.copyOf(Max).again()

  def copyOf(size: Int): Order = Order(size, lines)

  private def log(text: String): Unit = println(shorten(text))
}

object Order {
  val Max = 80

  def empty: Order = new Order(Entity.nextId(), Nil)

  def of(line: Line): Order = of(line, 1)

  def of(line: Line, times: Int): Order = Order(1, List.fill(times)(line))
}

case class Line(price: Money, size: Size)

case class Money(cents: Long) {
  def plus(other: Money): Money = Money(cents + other.cents)
}

object Money {
  val zero: Money = Money(0)
}

sealed trait Size
object Size {
  case object Small extends Size
  case object Large extends Size
}
