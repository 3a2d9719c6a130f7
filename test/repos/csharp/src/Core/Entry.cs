using System;

namespace Acme.Core;

public enum Side { Debit, Credit }

public delegate Amount Rate(Entry entry);

public record Entry(string Title, Amount Amount, Side Side = Side.Debit)
{
    public Entry Next { get; init; }
    public bool IsCredit => Side == Side.Credit && !Title.IsBlank();
    public Entry Copy() => this with { Title = "copy of " + Title };
}

public class Result
{
    public static Result<T> Of<T>(T value) => new(value);
    public virtual void Check() { }
}

public class Result<T> : Result
{
    public T Value { get; }
    public Result(T value) => Value = value;
    public override void Check() => base.Check();
}
