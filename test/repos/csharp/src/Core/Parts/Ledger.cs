using System;
using System.Threading.Tasks;

namespace Acme.Core
{
    /// <summary>Keeps entries.</summary>
    public partial class Ledger : Book, IStore<Entry>
    {
        private readonly List<Entry> entries = new();
        private readonly Dictionary<string, Entry> byTitle = new();

        public event EventHandler Changed;

        public Ledger(string name) : base(name) { }

        public void Add(Entry entry) => Add(entry, false);

        public void Add(Entry entry, bool again)
        {
            entries.Add(entry);
            byTitle[entry.Title].Copy();
            OnAdded(entry);
            Changed?.Invoke(this, EventArgs.Empty);
            if (again) Add(new Entry("x", Money.Zero), again: false);
        }

        partial void OnAdded(Entry entry);

        public Entry Get(int id) => entries[id].Copy();

        Entry IStore<Entry>.Find(string title) => byTitle[title];

        public override string ToString() => Name + Total().Shown();
    }
}
