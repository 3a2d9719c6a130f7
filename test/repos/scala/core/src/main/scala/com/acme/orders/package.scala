package com.acme

package object orders {
  type Orders = List[orders.Order]

  def total(all: Orders): Money = all.head.total

  implicit class OrderOps(private val order: Order) extends AnyVal {
    def isLarge: Boolean = order.lines.exists(line => line.size == Size.Large)
  }
}
