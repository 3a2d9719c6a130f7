global using System.Collections.Generic;
global using Acme.Core.Text;
global using Money = Acme.Core.Shared.Amount;
