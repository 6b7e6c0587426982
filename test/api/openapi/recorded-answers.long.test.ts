import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it, onTestFinished } from 'vitest'
import { RECORDED_ON } from '../../../src/api/openapi/recorded.ts'
import { ROUTES } from '../../../src/api/rest/routes.ts'
import { recordAnswers } from '../../../src/build/recorded-answers.ts'
import { addDays, osloDay } from '../../../src/domain/calendar.ts'
import { standardRows } from '../../../src/sandbox/worlds/standard-rows.ts'
import { builtProgram } from '../../support/harness/built.ts'
import { startServerProcess } from '../../support/harness/server-process.ts'
import { makeDirectory } from '../../support/harness/stores.ts'

const program = await builtProgram('main.js')

it('the build records the answer to each example that has one, the same in each build (D108)', async () => {
  const stored = JSON.parse(readFileSync(new URL('answers.json', `file://${program}`), 'utf8'))
  expect(Object.keys(stored)).toEqual(ROUTES.filter(({ success }) => success !== 204).map(one => one.operation))
  expect(await recordAnswers(await standardRows())).toEqual(stored)
})

it('the program shows them beside each operation and in its OpenAPI document, with days counted from today (D108)', async () => {
  const server = await startServerProcess({ SANDBANK_HOME: await makeDirectory() })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await server.exited
  })
  const document = await (await fetch(`${server.url}/openapi.json`)).json()
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'openapi', ...document })
  const schemaAt = (at: readonly string[]) => ({
    $ref: `openapi#/${at.map(one => encodeURIComponent(one.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  })
  for (const { operation, path, method, success } of ROUTES.filter(one => one.success !== 204)) {
    const { responses } = document.paths[path][method.toLowerCase()]
    const status = String(success)
    const { value } = responses[status].content['application/json'].examples.standard
    const at = ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema']
    expect([operation, ajv.validate(schemaAt(at), value), ajv.errors]).toEqual([operation, true, null])
    const page = await (await fetch(`${server.url}/docs/operations/${operation}`)).text()
    // Each word of a kind has its colour.
    expect(page.replaceAll(/<\/?span[^>]*>/g, '')).toContain(escaped(JSON.stringify(value, null, 2)))
    expect([operation, /<span class="code-s">/.test(page)]).toEqual([operation, true])
  }
  const payment = exampleOf(document, '/v1/payments/{paymentProduct}', 'post', '201')
  expect(payment.transactionFees).toEqual({ amount: '0.00', currency: 'NOK' })
  expect(payment._links.scaRedirect.href).toMatch(new RegExp(`^${server.url}/sca/`))
  expect(new Set(Object.values(payment._links).map(link => JSON.stringify(link))).size).toBe(4)
  const transaction = exampleOf(document, '/v1/sandbox/accounts/{mockAccountId}/transactions', 'post', '201')
  expect(transaction['bookingDate']).toBe(addDays(osloDay(new Date()), -1))
  expect(JSON.stringify(document)).not.toContain(addDays(RECORDED_ON, -1))
})

type Example = { readonly [key: string]: string } & {
  readonly transactionFees: object
  readonly _links: { readonly scaRedirect: { readonly href: string } }
}

// biome-ignore lint/suspicious/noExplicitAny: the document as it was served; what is not there shows as undefined.
function exampleOf(document: any, path: string, method: string, status: string): Example {
  return document.paths[path][method].responses[status].content['application/json'].examples.standard.value
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
