namespace Acme.Core.Shared
{
    public readonly struct Amount
    {
        public decimal Value { get; }
        public static Amount Zero => default;
        public Amount(decimal value) => Value = value;
        public Amount Add(Amount other) => new Amount(Value + other.Value);
        public static Amount operator +(Amount a, Amount b) => a.Add(b);
    }
}

namespace Acme.Core.Text
{
    public static class Texts
    {
        public static bool IsBlank(this string text) => text.Trim().Length == 0;
        public static string Shown(this Shared.Amount amount, string unit = "EUR") => unit + amount.Value;
        public static T Or<T>(this T value, T other) where T : class => value ?? other;
        public static T FirstOf<T>(this IEnumerable<T> all) where T : Entry => default;
    }
}
