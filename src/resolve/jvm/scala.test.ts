/** Scala: which definition a use refers to, across files, packages and Java. */
import { describe, expect, it } from 'vitest'
import { linksOf } from '../../../test/kit/links-of.ts'

const shop = {
  'src/main/scala/shop/orders/Order.scala': `package shop
package orders

trait Closing { def close(): Unit = () }
class Base(val id: Long) extends Closing { def label = id.toString }
final case class Order(id0: Long, lines: List[Line]) extends Base(id0) with Named {
  self =>
  import Order._
  def total: Money = Money(Max)
  def again(): Order = self.copied().again()
  def copied(): Order = Order.make(id0)
  override def close(): Unit = { super.close(); log(); label; hidden }
  private def log(): Unit = ()
}
object Order {
  val Max = 3
  def make(id: Long): Order = new Order(id, Nil)
  def make(id: Long, name: String): Order = make(id)
  private def hidden = 1
}
trait Named { def name: String = "" }
case class Line(price: Money)
case class Money(cents: Long)
object Registry { def find(id: Long): Option[Order] = None }
enum Size { case Small, Large; def next: Size = Small }
`,
  'src/main/scala/shop/package.scala': `package object shop {
  type Bought = orders.Order
  def helper(n: Int): Int = n
}
`,
  'src/main/scala/shop/text/Strings.scala': `package shop.text

extension (s: String)
  def trimAll: String = s.trim
  def twice(n: Int): String = s
extension (order: shop.orders.Base) def describe: String = order.label
`,
}

describe('Scala', () => {
  it('[RE114] classes, the objects of the same name, traits, self names and imports of an object are followed', async () => {
    expect(await linksOf(shop, 'src/main/scala/shop/orders/Order.scala', ['calls', 'reads', 'extends', 'implements'])).toEqual([
      '5 Closing → Order.scala Closing:4',
      '5 id → Order.scala Base.id:5',
      '5 id.toString → pkg:maven/scala#Long.toString',
      '6 Base → Order.scala Base:5',
      '6 id0 → Order.scala Order.id0:6',
      '6 Named → Order.scala Named:21',
      '9 Money → Order.scala Money:23',
      '9 Max → Order.scala Order.Max:16',
      '10 self.copied → Order.scala Order.copied:11',
      '10 self.copied().again → Order.scala Order.again:10',
      '11 Order.make → Order.scala Order.make:17',
      '11 id0 → Order.scala Order.id0:6',
      '12 super.close → Order.scala Closing.close:4',
      '12 log → Order.scala Order.log:13',
      '12 label → Order.scala Base.label:5',
      '12 hidden → Order.scala Order.hidden:19',
      '17 Order → Order.scala Order:6',
      '17 Nil → pkg:maven/scala#Nil',
      '18 make → Order.scala Order.make:17',
      '24 None → pkg:maven/scala#None',
      '25 Small → Order.scala Size.Small:25',
    ])
  })

  it('[RE114] imports are relative, renamed, of packages and of package objects', async () => {
    const files = {
      ...shop,
      'src/main/scala/shop/app/Main.scala': `package shop
package app

import orders.{Order => Sold, Line}
import shop.orders.Registry.find
import shop.text._

class Main(bought: Bought, sizes: Seq[orders.Size]) {
  def run(line: Line, all: List[Sold]): Unit = {
    Sold.make(1).total.cents
    Sold.make(1, "a").lines
    find(1).map(_.close())
    bought.total
    line.price.cents
    all.foreach(one => one.close())
    for (one <- all) one.total
    sizes.map(size => size.next)
    helper(1)
    "a".trimAll
    val text: String = ""
    text.trimAll.twice(2)
    bought.describe
    unknown.close()
    locally { import orders.Registry; Registry.find(2) }
  }
}
`,
    }
    expect(await linksOf(files, 'src/main/scala/shop/app/Main.scala')).toEqual([
      '10 Sold.make → Order.scala Order.make:17',
      '10 Sold.make().total → Order.scala Order.total:9',
      '10 Sold.make().total.cents → Order.scala Money.cents:23',
      '11 Sold.make → Order.scala Order.make:18',
      '11 Sold.make().lines → Order.scala Order.lines:6',
      '12 find → Order.scala Registry.find:24',
      '12 find().map → pkg:maven/scala#Option.map',
      '12 _.close → receiver-unknown',
      '13 bought.total → Order.scala Order.total:9',
      '14 line.price → Order.scala Line.price:22',
      '14 line.price.cents → Order.scala Money.cents:23',
      '15 all.foreach → pkg:maven/scala#List.foreach',
      '15 one.close → Order.scala Order.close:12',
      '16 one.total → Order.scala Order.total:9',
      '17 sizes.map → pkg:maven/scala#Seq.map',
      '17 size.next → Order.scala Size.next:25',
      '18 helper → package.scala shop.helper:3',
      '19 "".trimAll → Strings.scala String.trimAll:4',
      '21 text.trimAll → Strings.scala String.trimAll:4',
      '21 text.trimAll.twice → Strings.scala String.twice:5',
      '22 bought.describe → Strings.scala Base.describe:6',
      '23 unknown → not-found',
      '23 unknown.close → receiver-unknown',
      '24 locally → pkg:maven/scala#locally',
      '24 Registry.find → Order.scala Registry.find:24',
    ])
  })

  it('[RE112] Scala and Java of one repo find each other', async () => {
    const files = {
      'src/main/java/shop/Till.java': `package shop;
import shop.orders.Order;
public class Till {
  public Order last() { return null; }
  void run(Order order) { order.close(); Order.make(1).total(); }
}
`,
      ...shop,
      'src/main/scala/shop/Desk.scala': `package shop
class Desk(till: Till) extends Till { def run = till.last().close() }
`,
    }
    expect(await linksOf(files, 'src/main/java/shop/Till.java', ['calls', 'imports'])).toEqual([
      '2 Order → Order.scala Order:6',
      '5 order.close → Order.scala Order.close:12',
      '5 Order.make → Order.scala Order.make:17',
      '5 Order.make().total → Order.scala Order.total:9',
    ])
    expect(await linksOf(files, 'src/main/scala/shop/Desk.scala', ['calls', 'extends'])).toEqual([
      '2 Till → Till.java Till:3',
      '2 till.last → Till.java Till.last:4',
      '2 till.last().close → Order.scala Order.close:12',
    ])
  })
})
