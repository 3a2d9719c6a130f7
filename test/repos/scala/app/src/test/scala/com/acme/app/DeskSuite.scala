package com.acme.app

import com.acme.legacy.Till

class DeskSuite extends munit.FunSuite {
  private val desk = Desk.open(new Till)

  test("helps at once") {
    desk.help()
  }
}
