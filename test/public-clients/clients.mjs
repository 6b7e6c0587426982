// npm run clients: what others make of /openapi.json (D100), and of the graph. Runs below `sandbank exec`, which gives it a bank and a proxy that signs.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const bin = name => join(here, 'node_modules/.bin', name)
const load = createRequire(import.meta.url)
const { SANDBANK_URL, SANDBANK_SIGNER, SANDBANK_TOKEN } = process.env
const KARI = '13039319955'
// As a person gives it to a tool: the document of the proxy, whose servers are the proxy.
const text = await (await fetch(`${SANDBANK_SIGNER}/openapi.json`)).text()
const failures = []

const check = async (what, run) => {
  try {
    console.log(`passed  ${what}: ${await run()}`)
  } catch (error) {
    failures.push(what)
    console.log(`FAILED  ${what}: ${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`)
  }
}

async function ask(query, base = '') {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${SANDBANK_TOKEN}` }
  const answer = await fetch(`${SANDBANK_URL}${base}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
  })
  const { data, errors } = await answer.json()
  if (errors !== undefined) throw new Error(JSON.stringify(errors))
  return data
}

/** A standard world whose PSU has opened its accounts to the TPP of the proxy. */
async function newWorld() {
  const { createWorld } = await ask('mutation { createWorld { world { name } } }')
  const base = `/worlds/${createWorld.world.name}`
  await ask(`mutation { grantConsent(input: { psu: "${KARI}", context: PRIVATE, tpp: "exec" }) { psuId } }`, base)
  return base
}

/** Sends each call of an importer, as it stands, in a world of its own. Those that name what an earlier answer gives are left out. */
async function sendAll(calls) {
  const ready = calls.filter(({ url, body = '' }) => !/string|:\w+Id\b|\{\w+\}/.test(`${new URL(url).pathname}${body}`))
  const refused = []
  for (const { method, url, headers, body } of ready) {
    const { origin, pathname, search } = new URL(url)
    const place = `${origin}${await newWorld()}${pathname}`
    // Contact addresses can be read once they are there.
    if (method === 'GET' && pathname.endsWith('/contact-information'))
      await fetch(place, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: '{"emails":["a@tpp.example"]}',
      })
    const answer = await fetch(`${place}${search}`, { method, headers, ...(body ? { body } : {}) })
    if (!answer.ok) refused.push(`${method} ${pathname}${search}: ${answer.status} ${await answer.text()}`)
  }
  if (refused.length > 0) throw new Error(refused.join('\n'))
  if (ready.length < 40) throw new Error(`only ${ready.length} of ${calls.length} calls are complete`)
  return `${ready.length} of ${calls.length} calls pass as they stand, the others need an id of an earlier answer`
}

const leavesOf = items =>
  items.flatMap(one => ((one.item ?? one.items) ? leavesOf(one.item ?? one.items) : [one.request]))

await check("Postman's importer, parameters from examples", async () => {
  const options = { parametersResolution: 'Example', requestParametersResolution: 'Example' }
  const made = await new Promise((resolve, reject) =>
    load('openapi-to-postmanv2').convert({ type: 'string', data: text }, options, (error, result) =>
      error === null && result.result ? resolve(result.output[0].data) : reject(error ?? new Error(result.reason)),
    ),
  )
  const base = made.variable.find(({ key }) => key === 'baseUrl').value
  return sendAll(
    leavesOf(made.item).map(({ method, url, header, body }) => {
      const values = new Map((url.variable ?? []).map(({ key, value }) => [`:${key}`, value]))
      const query = (url.query ?? []).filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value])
      const path = url.path.map(part => values.get(part) ?? part).join('/')
      const headers = header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value])
      return {
        method,
        url: `${base}/${path}?${new URLSearchParams(query)}`,
        headers,
        body: method === 'GET' ? undefined : body?.raw,
      }
    }),
  )
})

await check("Bruno's importer", async () => {
  const made = load('@usebruno/converters').openApiToBruno(JSON.parse(text))
  const base = made.environments[0].variables.find(({ name }) => name === 'baseUrl').value
  return sendAll(
    leavesOf(made.items).map(({ method, url, params, headers, body }) => {
      const enabled = params.filter(one => one.enabled)
      const path = enabled
        .filter(({ type }) => type === 'path')
        .reduce(
          (sofar, { name, value }) => sofar.replace(`:${name}`, value || `:${name}`),
          url.split('?')[0].replace('{{baseUrl}}', base),
        )
      const query = enabled.filter(({ type }) => type === 'query').map(({ name, value }) => [name, value])
      return {
        method,
        url: `${path}?${new URLSearchParams(query)}`,
        headers: [
          ...headers.filter(one => one.enabled).map(({ name, value }) => [name, value]),
          ...(body?.json ? [['Content-Type', 'application/json']] : []),
        ],
        body: body?.json || undefined,
      }
    }),
  )
})

// A person gives Insomnia the parts of the path from the examples of the document, and ticks the PSU, which not every call demands.
await check("Insomnia's importer", async () => {
  const made = await load('insomnia-importers').convert(text)
  const { data } = made.data.resources.find(({ _id }) => _id.startsWith('env_'))
  const { Id, ...parameters } = JSON.parse(text).components.parameters
  const examples = Object.values(parameters).map(({ name, example }) => [name, example])
  const values = new Map([...examples, ...Object.entries(data), ['base_url', `${data.scheme}://${data.host}`]])
  const filled = value =>
    value.replaceAll(/\{\{ (\w+) \}\}/g, (_, name) =>
      name === 'id' && value.includes('/v1/accounts') ? Id.example : (values.get(name) ?? `:${name}`),
    )
  const enabled = list =>
    list
      .filter(({ name, disabled }) => !disabled || name === 'PSU-ID' || name === 'PSU-Context')
      .map(({ name, value }) => [name, filled(value)])
  const requests = made.data.resources.filter(({ _type }) => _type === 'request')
  return sendAll(
    requests.map(({ method, url, headers, parameters, body }) => ({
      method,
      url: `${filled(url)}?${new URLSearchParams(enabled(parameters))}`,
      headers: [...enabled(headers), ...(body.text ? [['Content-Type', body.mimeType]] : [])],
      body: body.text,
    })),
  )
})

// In node_modules, which no tool of this repository reads.
const made = join(here, 'node_modules/.made')
rmSync(made, { recursive: true, force: true })
mkdirSync(made, { recursive: true })
writeFileSync(join(made, 'openapi.json'), text)
cpSync(join(here, 'uses'), made, { recursive: true })
writeFileSync(join(made, 'package.json'), '{"type":"module"}')

/** How each generator makes its client; `uses/NAME.ts` makes a payment with it. */
const GENERATORS = {
  'openapi-typescript': ['openapi-typescript', ['openapi.json', '-o', 'openapi-typescript-client.ts']],
  'hey-api': [
    'openapi-ts',
    ['-i', 'openapi.json', '-o', 'hey-api-client', '-c', '@hey-api/client-fetch', '--no-log-file'],
  ],
  orval: ['orval', ['--config', 'orval.config.mjs']],
  'swagger-typescript-api': [
    'swagger-typescript-api',
    ['generate', '-p', 'openapi.json', '-o', '.', '-n', 'swagger-client.ts'],
  ],
  oazapfts: ['oazapfts', ['openapi.json', 'oazapfts-client.ts']],
}
const TYPES = [
  '--noEmit',
  '--allowImportingTsExtensions',
  '--strict',
  '--skipLibCheck',
  '--target',
  'es2022',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--lib',
  'es2022,dom,dom.iterable',
]

for (const [name, [command, args]] of Object.entries(GENERATORS))
  await check(name, async () => {
    const quiet = { cwd: made, encoding: 'utf8', stdio: 'pipe' }
    execFileSync(bin(command), args, quiet)
    execFileSync(bin('tsc'), [...TYPES, `${name}.ts`], quiet)
    const env = { ...process.env, SANDBANK_SIGNER: `${SANDBANK_SIGNER}${await newWorld()}` }
    return execFileSync(join(here, '../../node_modules/.bin/tsx'), [`${name}.ts`], { ...quiet, env }).trim()
  })

// The graph's clients: its schema as a tool reads it, from the bank that runs.
const { buildClientSchema, getIntrospectionQuery, printSchema } = await import('graphql')
const introspection = await ask(getIntrospectionQuery({ specifiedByUrl: true, oneOf: true }))
writeFileSync(join(made, 'schema.graphql'), printSchema(buildClientSchema(introspection)))

// Relay's compiler writes only into a folder that there is.
mkdirSync(join(made, 'relay/__generated__'))

/** What each client makes of it, if it makes something; `uses/NAME.ts` makes a customer with it and finds it again. */
const GRAPH_CLIENTS = {
  'graphql-codegen': ['graphql-codegen', ['--config', 'codegen.config.mjs']],
  relay: ['relay-compiler', ['relay.config.json']],
  apollo: undefined,
  urql: undefined,
  genql: ['genql', ['--schema', 'schema.graphql', '--output', 'genql-client']],
}
for (const [name, generator] of Object.entries(GRAPH_CLIENTS))
  await check(name, async () => {
    const quiet = { cwd: made, encoding: 'utf8', stdio: 'pipe' }
    if (generator !== undefined) execFileSync(bin(generator[0]), generator[1], quiet)
    execFileSync(bin('tsc'), [...TYPES, '--types', 'node', `${name}.ts`], quiet)
    const env = { ...process.env, SANDBANK_GRAPHQL: `${SANDBANK_URL}${await newWorld()}/graphql` }
    return execFileSync(join(here, '../../node_modules/.bin/tsx'), [`${name}.ts`], { ...quiet, env }).trim()
  })

console.log(failures.length === 0 ? 'All passed.' : `Failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
