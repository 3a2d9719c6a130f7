class Customer < ApplicationRecord
  def orders
    Order.latest.normalize
  end
end
