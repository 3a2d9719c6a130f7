module example.com/shop/nested/tool

replace example.com/shop => ../../
