class Order < ApplicationRecord
  belongs_to :customer
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
