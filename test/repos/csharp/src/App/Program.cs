using Acme.Core;
using Acme.Core.Shared;
using Acme.Core.Text;
using static Acme.App.Tools;
using Store = Acme.Core.IStore<Acme.Core.Entry>;

var ledger = new Ledger("main");
ledger.Add(new Entry("a", new Amount(1)) { Next = null });
ledger.Total().Shown("USD").IsBlank();
Helper(ledger);
Shout("x");
var page = ledger.Open();
page.Owner.Open();
Book.Page other = page;
Acme.Core.Result.Of(page).Value.Owner.Open();
new Repository<Entry>(ledger).Load(1).Copy();
Store store = ledger;
store.Get(1).Copy();
Unknown.Call();

void Helper(Ledger given) => given.Get(1).Or(null).Next.Copy();
