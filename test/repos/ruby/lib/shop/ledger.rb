module Shop
  class Ledger
    extend Support::Finders
    prepend Support::Traced

    def self.open
      new.tap { |ledger| ledger.add(1) }
    end

    def add(amount)
      @entries ||= []
      @entries << Entry.new(amount)
      @last = Entry.new(amount, @last)
      @last.total
      last_entry.note('x')
      first.total
      self
    end

    def last_entry
      @last
    end

    def first
      Entry.of(1)
    end

    alias_method :append, :add
  end
end
