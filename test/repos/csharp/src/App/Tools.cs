namespace Acme.App;

using Acme.Core;

public static class Tools
{
    public static void Shout(string text) => Shout(text, 1);
    public static void Shout(string text, int times) { }
    public static void Shout(string text, bool loud) { }
}

public class Color
{
    public static readonly Color Red = new();
    public string Name { get; set; }
}

public class Painter
{
    public Color Color { get; set; }
    public int Count { get; private set; }

    public void Paint(object given)
    {
        Color = Color.Red;
        Color.Name = nameof(Painter.Color);
        if (given is Entry { Title: "x", Next: { } next } entry) entry.Copy();
        switch (given)
        {
            case Painter { Count: > 1 } painter:
                painter.Paint(this);
                break;
        }
        (given as Painter)?.Paint(null);
        ((Painter)given).Color.Name.ToString();
        Count++;
        Tools.Shout("a", true);
    }
}
