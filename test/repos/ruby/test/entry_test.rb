require 'test_helper'

class Dummy
  def run = 1
end

class EntryTest < Minitest::Test
  include Shop

  def setup
    @entry = Shop::Entry.new(1)
    @dummy = Dummy.new
  end

  def test_total
    assert_equal 1, @entry.total
    @entry.note('x')
    @entry.kind = nil
    @dummy.run
    @dummy.go
    Entry.of(1).valid?
    make.total
  end

  def make
    Shop::Entry.new(2)
  end
end
