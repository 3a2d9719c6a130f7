package com.acme.app

import com.acme.legacy.Till
import kotlin.test.Test

class DeskTest {
    private val desk = Desk(Till(), listOf("a"))

    @Test
    fun `helps at once`() {
        desk.help()
        desk.Drawer().open()
    }
}
