// Loads the bundle beside this file with the code that V8 compiled when it was built, which makes the start three times as
// fast. Another version of Node does not find that code, and compiles the bundle as usual.
const { readFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const vm = require('node:vm')

const filename = join(__dirname, 'sandbank.cjs')
// V8 itself accepts the code of every patch of Node 20, and 20.19.0 ends by a fault of memory in the code of 20.20.2.
const cached = join(__dirname, `sandbank-${process.version}-${process.arch}.cache`)

function compile(cachedData) {
  return new vm.Script(readFileSync(filename, 'latin1'), { filename, cachedData })
}

function run(script) {
  const bundle = { exports: {} }
  script.runInThisContext()(bundle.exports, createRequire(filename), bundle, filename, __dirname)
  return bundle.exports
}

function readCache() {
  try {
    return readFileSync(cached)
  } catch {
    return undefined
  }
}

// They read a program of Node, and end at its SQLite with a text of their own.
function otherRuntime() {
  const { bun, deno } = process.versions
  if (bun === undefined && deno === undefined) return undefined
  return `Sandbank needs Node 20.19 or later, and this is ${bun === undefined ? `Deno ${deno}` : `Bun ${bun}`}: run it by node or npx.`
}

let loaded

/** The bundle, run once however often it is imported or required. */
function load() {
  if (loaded === undefined) {
    const other = otherRuntime()
    if (other !== undefined) throw new Error(other)
    loaded = run(compile(readCache()))
  }
  return loaded
}

/** A program of the package: what its user can mend is one sentence, without a stack. */
function start(main) {
  const other = otherRuntime()
  if (other === undefined) return main(load())
  process.stderr.write(`${other}\n`)
  process.exit(1)
}

module.exports = { cached, compile, run, load, start }
