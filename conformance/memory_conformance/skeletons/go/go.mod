module harness

go 1.21
