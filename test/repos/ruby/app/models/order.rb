class Order < ApplicationRecord
  include Countable

  belongs_to :customer
  counted :lines
  before_save :normalize
  scope :open, -> { where(open: true) }
  delegate :name, to: :customer

  def self.latest = open.first

  def normalize
    name.strip!
    Order.open
    latest
  end
end
