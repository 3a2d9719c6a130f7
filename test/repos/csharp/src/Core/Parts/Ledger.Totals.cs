using System.Linq;
using System.Threading.Tasks;

namespace Acme.Core
{
    public partial class Ledger
    {
        public Rate Rates { get; set; }

        partial void OnAdded(Entry entry) => Log(entry.Title, entry);

        public Amount Total()
        {
            var sum = Money.Zero;
            foreach (var entry in entries)
            {
                sum = sum.Add(entry.Amount);
                sum += Rates(entry).Add(entry.Next.Amount);
            }
            return sum;

            void Local(Entry given) => given.Copy();
        }

        public async Task<Entry> LoadAsync(IStore<Entry> store)
        {
            var first = await store.LoadAsync("a").ConfigureAwait(false);
            first.Copy();
            (await LoadAsync(this)).Copy();
            var found = store.Get(1);
            found.Copy().Next.Copy();
            var result = Result.Of(found);
            result.Value.Copy();
            new Result<Entry>(found).Value.Copy();
            result.Check();
            Local2(found);
            return entries.Where(one => one.IsCredit).First().Copy();

            static void Local2(Entry given) => given.Copy();
        }
    }
}
