import Shop

struct Book { let pages: Int }
let book = Book(pages: 3)
print(book.pages, Till<Int>.shared, Box())
