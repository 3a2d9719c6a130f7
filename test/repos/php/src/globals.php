<?php

define('SHOP_ROOT', __DIR__);

function shop_root(): string
{
    return SHOP_ROOT;
}

class GlobalThing
{
}
