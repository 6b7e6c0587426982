import type { Route } from '../rest/serve.ts'
import { ID_SOURCES, type RequestExample } from './examples.ts'

/** The example of an operation as a command. An id in braces is what an earlier command saved. */
export function formatSample({ method, path, operation }: Route, example: RequestExample): string {
  const target = fillPath(path, example)
  const headers = Object.entries(example.headers ?? {}).map(([name, value]) => `--header ${quote(`${name}: ${value}`)}`)
  const saved = Object.entries(ID_SOURCES[operation] ?? {}).map(
    ([name, pointer]) => `--save ${name}=${pointer.slice(1)}`,
  )
  const data = example.body === undefined ? [] : [`--data ${quote(JSON.stringify(example.body))}`]
  return ['npx sandbank call', method, quote(target), ...headers, ...saved, ...data].join(' ')
}

/** The path and query of an example; parts that only an earlier call can tell stay in braces. */
export function fillPath(path: string, { params = {}, query = {} }: RequestExample): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole)
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function quote(text: string): string {
  return /^[\w/.:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
