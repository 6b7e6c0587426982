#!/usr/bin/env node
// The program that package.json names. It is here and not in dist/, since npx links what it finds: if it is called before `npm ci` has built dist/, npm
// remembers for this folder that there is no program, and says "sandbank: not found" from then on.
const { existsSync } = require('node:fs')
const { join, resolve } = require('node:path')
const { pathToFileURL } = require('node:url')

const built = join(__dirname, '../dist/cli.js')
if (existsSync(built)) import(pathToFileURL(built).href)
else {
  console.error(`Sandbank is not built yet: wait for the end of \`npm ci\` in ${resolve(__dirname, '..')}.`)
  process.exitCode = 2
}
