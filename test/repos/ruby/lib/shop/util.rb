module Shop
  module Util
    module_function

    def round(number) = number.to_i
    def half(number) = round(number) / 2
  end
end

module Shop::Util
  extend self

  def twice(number)
    round(number) * 2
  end
end
