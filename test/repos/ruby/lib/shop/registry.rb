class Shop::Registry
  def add(ledger)
    ledgers.push(ledger)
    Ledger
    Shop::Ledger.find(1)
    ::Shop::Entry.of(2).total
    String.new.upcase
  end

  # @param entry [Shop::Entry]
  def total(entry = nil)
    entry.children.each { |child| child.total }
    entry.total
    entry&.parent&.note('y')
    local = entry.parent
    local.valid?
    local.unknown
    case entry
    when Shop::Entry then add(1)
    end
  rescue Shop::Error, ArgumentError => error
    error.message
  end

  private

  def ledgers = @ledgers ||= []
end

def helper(x = 1)
  helper
end
