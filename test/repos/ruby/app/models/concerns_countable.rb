module Countable
  extend ActiveSupport::Concern

  def self.counted(by) = by

  class_methods do
    def counted(by) = by
  end

  module ClassMethods
    def other; end
  end
end
