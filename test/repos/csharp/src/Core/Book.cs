using System;
using System.Threading.Tasks;

namespace Acme.Core
{
    public interface IStore<T> where T : class
    {
        T Get(int id);
        T Find(string title);
        Task<T> LoadAsync(string title) => Task.FromResult(Find(title));
    }

    public abstract class Book
    {
        protected string Name { get; }
        private int secret;
        protected Book(string name) => Name = name;
        protected void Log(string text) => Console.WriteLine(text);
        protected void Log(string text, Entry entry) => Log(text);
        public Page Open() => new Page(this);

        public class Page
        {
            private readonly Book book;
            internal Page(Book book) => this.book = book;
            public Book Owner => book;
        }
    }

    [Marker]
    public class Repository<T>(IStore<T> store) where T : Entry
    {
        public T Load(int id)
        {
            var found = store.Get(id);
            found.Copy();
            return found;
        }
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class MarkerAttribute : Attribute { }
}
