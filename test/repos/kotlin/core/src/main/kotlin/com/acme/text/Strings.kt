package com.acme.text

fun String.shorten(most: Int): String = if (length > most) take(most) else this

fun Int.shorten(most: Int): Int = minOf(this, most)

fun <T : Any> T.show(): String = toString().shorten(10)
