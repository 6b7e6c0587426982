// What breaks in the graph since 1.0.0, by GraphQL Inspector, and whether CHANGELOG.md names it: node differences.mjs, after npm ci. Each difference that is not named is printed.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema } from 'graphql'

/** The last commit whose package.json says 1.0.0. */
const OF_1_0_0 = '6a6738d2'
const root = fileURLToPath(new URL('../..', import.meta.url))
const git = { cwd: root, encoding: 'utf8', maxBuffer: 67_108_864 }
const before = buildSchema(execFileSync('git', ['show', `${OF_1_0_0}:schema.graphql`], git))
const now = buildSchema(readFileSync(`${root}/schema.graphql`, 'utf8'))
const changelog = readFileSync(`${root}/src/workbench/pages/docs/CHANGELOG.md`, 'utf8')
// The graph of 1.1.0 has changes of its own in its section.
const [, section = ''] = /\n## 2\.0\.0\n(.*?)\n## 1\.0\.0\n/s.exec(changelog) ?? []
const named = new Set([...section.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.match(/\w+(?:\.\w+)*/g) ?? []))

/** What a sentence of it says of all mutations: one input, and a payload. */
const isOfAllMutations = ({ type, path }) => {
  const [root, field, argument] = path.split('.')
  const mutation = root === 'Mutation' ? now.getMutationType().getFields()[field] : undefined
  if (mutation === undefined) return false
  const isPayload = type === 'FIELD_TYPE_CHANGED' && /Payload!$/.test(String(mutation.type))
  const takesInput = mutation.args.some(({ name }) => name === 'input' || name === 'inputs')
  return isPayload || (takesInput && (argument !== undefined || type === 'FIELD_ARGUMENT_ADDED'))
}

/** A path is named by itself, by its last name, or by the type or the root field that is gone as a whole. */
const isNamed = ({ path }) => {
  const parts = path.split('.')
  return [path, parts.at(-1), parts[0], parts.slice(0, 2).join('.'), ...(parts.length > 2 ? [parts[1]] : [])].some(
    one => named.has(one),
  )
}

const breaking = (await diff(before, now)).filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
const unnamed = breaking.filter(one => !isOfAllMutations(one) && !isNamed(one))
for (const { path, message } of unnamed) console.log(`${path}: ${message}`)
console.log(`${breaking.length} differences break clients of 1.0.0, ${unnamed.length} of them are not in CHANGELOG.md.`)
process.exitCode = unnamed.length === 0 ? 0 : 1
