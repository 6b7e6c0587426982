// A module of its own: in a project that has this package in node_modules, go test ./... leaves the kit there alone.
module sandbank

go 1.18
