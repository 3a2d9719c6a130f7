using Acme.Core;
using Xunit;

namespace Acme.Core.Tests
{
    public class LedgerTests : Fixture<Ledger>
    {
        [Fact]
        public void Adds()
        {
            Subject.Add(null, true);
            Subject.Get(1).Copy();
            var entry = Make();
            entry.Copy();
            Assert.Equal(1, Subject.Total().Value);
        }

        private static Entry Make() => new("a", default);

        private class Fake : IStore<Entry>
        {
            public Entry Get(int id) => null;
            public Entry Find(string title) => Get(1);
        }
    }

    public abstract class Fixture<T> where T : class
    {
        protected T Subject { get; init; }
    }
}
