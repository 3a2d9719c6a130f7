module Shop
  # One line of a ledger.
  class Entry
    include Support::Noted
    include Comparable

    LIMIT = 3

    attr_reader :amount, :parent
    attr_accessor :kind

    # @param amount [Integer]
    # @param parent [Entry, nil]
    def initialize(amount, parent = nil)
      @amount = amount
      @parent = parent
      @kind = Kind.new(:debit)
    end

    def self.of(amount)
      new(amount)
    end

    def total
      note 'total'
      parent.total
      kind.label
      @kind.label
      self.kind = Kind::DEFAULT
      raise Error, 'x' if amount > LIMIT
      helper
      missing
      Util.round(amount) + Util.twice(amount)
    end

    # @return [Array<Entry>]
    def children; end

    def valid?
      !save! && total.zero?
    end

    def <=>(other)
      super
    end

    private

    def save!
      self.class.of(1).valid?
    end
  end

  class Kind < Struct.new(:name)
    DEFAULT = new(:credit)

    def label = name.to_s
  end
end
