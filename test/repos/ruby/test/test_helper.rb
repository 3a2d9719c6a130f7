require 'minitest/autorun'
require 'shop'

class Dummy; def go; end; end
