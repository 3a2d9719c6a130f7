module example.com/shop

go 1.22

require github.com/other/lib v1.0.0
