/** Kotlin: which definition a use refers to, across files, packages and Java. */
import { describe, expect, it } from 'vitest'
import { linksOf } from '../../../test/kit/links-of.ts'

const shop = {
  'src/main/kotlin/shop/Order.kt': `package shop

open class Base(val id: Long) {
  open fun close() {}
  companion object { fun shared() {} }
}
class Order(id: Long, val lines: List<Line>) : Base(id) {
  override fun close() { super.close(); log(); shared(); helper(lines.size) }
  private fun log() {}
  fun total(): Money = Money(1)
  companion object {
    const val MAX = 3
    fun make(id: Long = 1): Order = Order(id, emptyList())
  }
}
data class Line(val price: Money)
class Money(val cents: Long) { operator fun plus(other: Money) = this }
object Registry { fun find(id: Long): Order? = null }
enum class Size { SMALL; fun next(): Size = SMALL }
fun helper(n: Int) {}
fun helper(n: Int, twice: Boolean = true, name: String) {}
typealias Bought = Order
`,
  'src/main/kotlin/shop/text/Strings.kt': `package shop.text

fun String.trimAll(): String = trim()
fun Int.trimAll(): Int = this
fun <T> List<T>.second(): T = this[1]
val String.shout: String get() = uppercase()
fun shop.Base.describe() = close()
`,
}

describe('Kotlin', () => {
  it('[RE110] packages, companions, objects, enums and aliases are followed', async () => {
    const files = {
      ...shop,
      'src/main/kotlin/app/Main.kt': `package app

import shop.*
import shop.Registry.find
import shop.Order as Sold

class Main(private val orders: List<Order>, val first: Order) {
  fun run(other: Bought?) {
    Order.make().total().cents
    Order.MAX
    Sold.make(2)
    Registry.find(1)?.close()
    find(1)
    Size.SMALL.next().next()
    other?.lines
    first.lines
    first.id
    orders.forEach { it.close() }
    for (order in orders) order.total()
    helper(1)
    helper(1, name = "a")
    val made = Order(1, emptyList())
    made.apply { close() }
    made.let { it.total() }
    with(first) { lines; helper(2) }
    unknown.close()
  }
}
`,
    }
    expect(await linksOf(files, 'src/main/kotlin/app/Main.kt')).toEqual([
      '9 Order.make → Order.kt Order.Companion.make:13',
      '9 Order.make().total → Order.kt Order.total:10',
      '9 Order.make().total().cents → Order.kt Money.cents:17',
      '10 Order.MAX → Order.kt Order.Companion.MAX:12',
      '11 Sold.make → Order.kt Order.Companion.make:13',
      '12 Registry.find → Order.kt Registry.find:18',
      '12 Registry.find().close → Order.kt Order.close:8',
      '13 find → Order.kt Registry.find:18',
      '14 Size.SMALL → Order.kt Size.SMALL:19',
      '14 Size.SMALL.next → Order.kt Size.next:19',
      '14 Size.SMALL.next().next → Order.kt Size.next:19',
      '15 other.lines → Order.kt Order.lines:7',
      '16 first → Main.kt Main.first:7',
      '16 first.lines → Order.kt Order.lines:7',
      '17 first → Main.kt Main.first:7',
      '17 first.id → Order.kt Base.id:3',
      '18 orders → Main.kt Main.orders:7',
      '18 orders.forEach → pkg:maven/kotlin#List.forEach',
      '18 it.close → Order.kt Order.close:8',
      '19 orders → Main.kt Main.orders:7',
      '19 order.total → Order.kt Order.total:10',
      '20 helper → Order.kt helper:20',
      '21 helper → Order.kt helper:21',
      '22 Order → Order.kt Order:7',
      '22 emptyList → pkg:maven/kotlin#emptyList',
      '23 made.apply → not-found',
      '23 made.{}.close → Order.kt Order.close:8',
      '24 made.let → not-found',
      '24 it.total → Order.kt Order.total:10',
      '25 with → pkg:maven/kotlin#with',
      '25 first → Main.kt Main.first:7',
      '25 first.{}.lines → Order.kt Order.lines:7',
      '25 first.{}.helper → Order.kt helper:20',
      '26 unknown → not-found',
      '26 unknown.close → receiver-unknown',
    ])
  })

  it('[RE110] inside a class bare names see members, inherited ones and companions, then the package', async () => {
    expect(await linksOf(shop, 'src/main/kotlin/shop/Order.kt', ['calls'])).toEqual([
      '8 super.close → Order.kt Base.close:4',
      '8 log → Order.kt Order.log:9',
      '8 shared → Order.kt Base.Companion.shared:5',
      '8 helper → Order.kt helper:20',
      '10 Money → Order.kt Money:17',
      '13 Order → Order.kt Order:7',
      '13 emptyList → pkg:maven/kotlin#emptyList',
    ])
  })

  it('[RE111] an extension is the target where it is visible and the receiver has its type', async () => {
    const files = {
      ...shop,
      'src/main/kotlin/app/Text.kt': `package app

import shop.Order
import shop.text.describe
import shop.text.shout
import shop.text.trimAll
import shop.text.second as other

fun run(name: String, count: Int, names: List<String>, order: Order, some: Unknown) {
  name.trimAll().shout
  count.trimAll()
  "a".trimAll()
  names.other()
  names.second()
  order.describe()
  some.trimAll()
  some.describe()
  name.describe()
}
fun Order.own() { close(); describe(); this.total(); helper() }
fun helper() {}
`,
    }
    expect(await linksOf(files, 'src/main/kotlin/app/Text.kt')).toEqual([
      '10 name.trimAll → Strings.kt String.trimAll:3',
      '10 name.trimAll().shout → Strings.kt String.shout:6',
      '11 count.trimAll → Strings.kt Int.trimAll:4',
      '12 "".trimAll → Strings.kt String.trimAll:3',
      '13 names.other → Strings.kt List.second:5',
      '14 names.second → pkg:maven/kotlin#List.second',
      '15 order.describe → Strings.kt Base.describe:7',
      '16 some.trimAll → receiver-unknown',
      '17 some.describe → receiver-unknown',
      '18 name.describe → pkg:maven/kotlin#String.describe',
      '20 close → Order.kt Order.close:8',
      '20 describe → Strings.kt Base.describe:7',
      '20 this.total → Order.kt Order.total:10',
      '20 helper → Text.kt helper:21',
    ])
  })

  it('[RE112] Kotlin and Java of one repo find each other', async () => {
    const files = {
      'src/main/java/shop/Till.java': `package shop;
import shop.text.StringsKt;
public class Till {
  private Order last;
  public Order getLast() { return last; }
  public void setLast(Order order) {}
  public static Till open() { return new Till(); }
  void run(Order order) {
    order.total();
    order.close();
    StringsKt.trimAll("a");
    StringsKt.second(null);
  }
}
`,
      ...shop,
      'src/main/kotlin/shop/Desk.kt': `package shop
class Desk(val till: Till) : Till() {
  fun run() {
    till.last.close()
    Till.open().last
    getLast().total()
  }
}
`,
    }
    expect(await linksOf(files, 'src/main/java/shop/Till.java', ['calls', 'uses_type', 'references'])).toEqual([
      '4 Order → Order.kt Order:7',
      '5 Order → Order.kt Order:7',
      '6 Order → Order.kt Order:7',
      '7 Till → Till.java Till:3',
      '7 Till → Till.java Till:3',
      '8 Order → Order.kt Order:7',
      '9 order.total → Order.kt Order.total:10',
      '10 order.close → Order.kt Order.close:8',
      '11 StringsKt → Strings.kt (file)',
      '11 StringsKt.trimAll → ambiguous',
      '12 StringsKt → Strings.kt (file)',
      '12 StringsKt.second → Strings.kt List.second:5',
    ])
    expect(await linksOf(files, 'src/main/kotlin/shop/Desk.kt', ['calls', 'reads', 'extends'])).toEqual([
      '2 Till → Till.java Till:3',
      '4 till → Desk.kt Desk.till:2',
      '4 till.last → Till.java Till.getLast:5',
      '4 till.last.close → Order.kt Order.close:8',
      '5 Till.open → Till.java Till.open:7',
      '5 Till.open().last → Till.java Till.getLast:5',
      '6 getLast → Till.java Till.getLast:5',
      '6 getLast().total → Order.kt Order.total:10',
    ])
  })

  it('[RE113] `expect` represents `actual`, except where one of them is nearer', async () => {
    const files = {
      'core/src/commonMain/kotlin/io/Clock.kt': 'package io\nexpect class Clock() { fun now(): Long }\n',
      'core/src/jvmMain/kotlin/io/Clock.jvm.kt': 'package io\nactual class Clock { actual fun now(): Long = 1 }\n',
      'core/src/jsMain/kotlin/io/Clock.js.kt': 'package io\nactual class Clock { actual fun now(): Long = 2 }\n',
      'core/src/commonMain/kotlin/io/Use.kt': 'package io\nfun use(clock: Clock) { clock.now() }\n',
      'core/src/jvmMain/kotlin/io/Use.jvm.kt': 'package io\nfun use2(clock: Clock) { clock.now() }\n',
      'app/src/main/kotlin/app/Use.kt': 'package app\nimport io.Clock\nfun use3(clock: Clock) { clock.now() }\n',
    }
    const where = async (file: string) => (await linksOf(files, file)).map((line) => line.split(' → ')[1])
    expect(await where('core/src/commonMain/kotlin/io/Use.kt')).toEqual(['Clock.kt Clock.now:2'])
    expect(await where('core/src/jvmMain/kotlin/io/Use.jvm.kt')).toEqual(['Clock.jvm.kt Clock.now:2'])
    expect(await where('app/src/main/kotlin/app/Use.kt')).toEqual(['Clock.kt Clock.now:2'])
  })
})
