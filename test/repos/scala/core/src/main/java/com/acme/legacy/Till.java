package com.acme.legacy;

import com.acme.orders.Order;

public class Till {
  private Order last;

  public Order last() {
    return last;
  }

  public void sell(Order order) {
    order.close();
    this.last = Order.empty();
  }
}
