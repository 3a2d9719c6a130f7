package com.acme.legacy;

import com.acme.orders.Order;
import com.acme.orders.OrdersKt;
import com.acme.orders.Registry;
import java.util.List;

public class Till {
  private Order last;

  public Order getLast() {
    return last;
  }

  public void sell(Order order) {
    Registry.INSTANCE.add(order);
    order.close();
    order.getLines();
    this.last = Order.Companion.empty();
    OrdersKt.total(List.of(order));
  }
}
