package com.acme.text

object Strings:
  def shorten(text: String): String = text.cut(3)

  enum Style:
    case Plain, Loud
    def next: Style = if this == Plain then Loud else Plain

  given Ordering[Style] with
    def compare(one: Style, other: Style): Int = one.ordinal - other.ordinal

extension (text: String)
  def cut(most: Int): String = text.take(most)
  def loud: String = text.toUpperCase

extension (entity: com.acme.orders.Entity) def label: String = entity.id.toString.cut(2)
