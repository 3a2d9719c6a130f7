module Shop
  module Support
    module Noted
      def note(text)
        notes << text
        total
      end

      def notes
        @notes ||= []
      end
    end

    module Finders
      def find(id) = new(id)
    end

    module Traced
      def add(amount)
        trace
        super
      end

      def trace; end
    end
  end
end
