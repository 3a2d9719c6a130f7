package com.acme.app

import com.acme.legacy.Till
import com.acme.orders.{Money, Order, Orders, Size => Sort, total}
import com.acme.orders.Order.Max
import com.acme.text.*
import com.acme.text.Strings.Style

class Desk(till: Till, orders: Orders)(using style: Style):
  private val first = Order.empty

  def sell(order: Option[Order]): Unit =
    till.sell(first)
    till.last().describe
    order.foreach(sold => sold.close())
    for sold <- order do sold.copyOf(Max).total
    orders.map(one => one.total.plus(Money.zero))
    first.total.cents
    total(orders)
    Order.of(first.lines.head, 2)
    style.next.next
    "a".loud.cut(1)
    first.label
    first.number match
      case 1 => help()
      case _ => Sort.Large
    val watcher = new Order(1, Nil) with AutoCloseable:
      override def close() = help()
    watcher.close()

  def help(): Unit = ()

object Desk:
  def open(till: Till): Desk = new Desk(till, Nil)(using Style.Plain)

@main def run(): Unit = Desk.open(new Till).help()
