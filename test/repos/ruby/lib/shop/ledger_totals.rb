module Shop
  # Opened again.
  class Ledger
    def total
      add(1).add(2)
      last_entry.total
      trace
    end
  end

  class Book < Ledger
    def add(amount)
      super.total
      find(1)
    end

    def self.open
      super
      find(2)
      Book.find(3)
    end
  end
end
