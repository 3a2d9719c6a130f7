class Customer < ApplicationRecord
  def orders
    Order.latest.normalize
    Order.counted(1)
    Countable.counted(2)
    Order.other
  end
end
