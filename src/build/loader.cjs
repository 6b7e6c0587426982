// Loads the bundle beside this file with the code that V8 compiled when it was built, which makes the start three times as
// fast. Another version of Node does not accept that code, and compiles the bundle as usual.
const { readFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const vm = require('node:vm')

const filename = join(__dirname, 'sandbank.cjs')

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
    return readFileSync(join(__dirname, 'sandbank.cache'))
  } catch {
    return undefined
  }
}

let loaded

/** The bundle, run once however often it is imported or required. */
function load() {
  loaded ??= run(compile(readCache()))
  return loaded
}

module.exports = { compile, run, load }
