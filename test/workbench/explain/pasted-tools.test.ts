import { describe, expect, it } from 'vitest'
import { startBank } from '../../support/clients/bank.ts'
import { type SigningInput, signedRequest } from '../../support/clients/signing-client.ts'

/** D96: what clients and tools print of a signed request is read, or the way to what is read is named. */
const bank = await startBank()
const QUERY = `query($request: String!) {
  explainSignature(request: $request) { accepted steps { name passed texts } }
}`
const sign = (changes: Partial<SigningInput> = {}) =>
  signedRequest({
    ...bank.tpp,
    method: 'POST',
    url: '/v1/sandbox/customers?a=b',
    headers: [['Content-Type', 'application/json']],
    body: '{"customerNumber":"1","name":"Åse \\"A\\" $5 100%"}',
    date: new Date(),
    ...changes,
  })
type Signed = ReturnType<typeof sign>
const HOST = 'bank.example:8080'
const urlOf = ({ target }: Signed) => `http://${HOST}${target}`
const bodyOf = ({ body }: Signed) => Buffer.from(body).toString()
const firstOf = ({ method, target }: Signed) => `${method} ${target} HTTP/1.1`
const linesOf = ({ headers }: Signed) =>
  [['Host', HOST] as const, ...headers].map(([name, value]) => `${name}: ${value}`)
const headersOf = ({ headers }: Signed) => Object.fromEntries(headers)
const plain = (signed: Signed, end = '\r\n') => [firstOf(signed), ...linesOf(signed), '', bodyOf(signed)].join(end)
const answer = 'HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n\r\n{"tppMessages":[]}'
const bytes = (text: string) => Buffer.from(text).toString('latin1')
const wire = (text: string) =>
  bytes(text)
    .replace(/[\x80-\xff]/g, one => `[0x${one.charCodeAt(0).toString(16)}]`)
    .replaceAll('\r', '[\\r]')
    .replaceAll('\n', '[\\n]')
const wireLines = (signed: Signed) => plain(signed).split(/(?<=\n)/)
const time = (at: number) => `2026-11-28 13:17:${String(at % 60).padStart(2, '0')},${100 + at}`
const python = (text: string) =>
  `b'${bytes(text)
    .replace(/[\\']/g, '\\$&')
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
    .replace(/[\x80-\xff]/g, one => `\\x${one.charCodeAt(0).toString(16)}`)}'`
const jul = (text: string) => `Nov 28, 2026 1:17:10 PM okhttp3.internal.platform.Platform log\nINFO: ${text}`
const okHttp = (signed: Signed) => [
  `--> ${signed.method} ${urlOf(signed)} http/1.1`,
  ...linesOf(signed),
  '',
  bodyOf(signed),
  `--> END POST (${signed.body.length}-byte body)`,
]
const cmd = (text: string) =>
  `^"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, '^$&')}^"`
const powershell = (text: string) =>
  `"${text.replace(/[`"$]/g, '`$&').replace(/[^\p{ASCII}]/gu, one => `$([char]${one.charCodeAt(0)})`)}"`
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const inspected = (text: string) =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`
const options = (signed: Signed) =>
  JSON.stringify({ headers: headersOf(signed), body: bodyOf(signed), method: signed.method }, null, 2)

const WITH_BODY: readonly (readonly [tool: string, write: (signed: Signed) => string])[] = [
  [
    'Apache HttpClient 4, the wire',
    signed =>
      [
        ...wireLines(signed).map(
          (line, at) => `${time(at)} DEBUG [main] org.apache.http.wire:73 - http-outgoing-0 >> "${wire(line)}"`,
        ),
        `${time(1)} DEBUG [main] org.apache.http.wire:73 - http-outgoing-0 << "HTTP/1.1 401 Unauthorized[\\r][\\n]"`,
      ].join('\n'),
  ],
  [
    'Apache HttpClient 5, the wire',
    signed =>
      wireLines(signed)
        .map(line => `13:17:10.123 [main] DEBUG org.apache.hc.client5.http.wire -- http-outgoing-1 >> "${wire(line)}"`)
        .join('\n'),
  ],
  ['OkHttp', signed => [...okHttp(signed), `<-- 401 ${urlOf(signed)} (12ms)`, 'date: x', '<-- END HTTP'].join('\n')],
  ['OkHttp through java.util.logging', signed => okHttp(signed).map(jul).join('\n')],
  [
    'OkHttp in logcat',
    signed =>
      okHttp(signed)
        .map((line, at) => `11-28 13:17:${10 + at}.123  1234  5678 I okhttp.OkHttpClient: ${line}`)
        .join('\n'),
  ],
  [
    'Feign',
    signed =>
      [
        `---> POST ${urlOf(signed)} HTTP/1.1`,
        ...linesOf(signed),
        '',
        bodyOf(signed),
        '---> END HTTP (9-byte body)',
        '<--- HTTP/1.1 401 (5ms)',
      ]
        .map(line => `2026-11-28 13:17:10.123 DEBUG 77 --- [main] bank.Client : [Client#post] ${line}`)
        .join('\n'),
  ],
  [
    'Python, requests and http.client',
    signed => {
      const [head = '', body = ''] = plain(signed).split(/(?<=\r\n\r\n)/)
      return `send: ${python(head)}\nsend: ${python(body)}\nreply: 'HTTP/1.1 401 Unauthorized\\r\\n'\nheader: Date: x`
    },
  ],
  [
    'Ruby',
    signed =>
      `opening connection...\nopened\n<- ${JSON.stringify(plain(signed).split(/(?<=\r\n\r\n)/)[0])}\n<- ${JSON.stringify(bodyOf(signed))}\n-> "HTTP/1.1 401 \\r\\n"`,
  ],
  [
    'wget -d',
    signed =>
      `DEBUG output created by Wget 1.21.3 on linux-gnu.\n\n---request begin---\n${[firstOf(signed), ...linesOf(signed)].join('\n')}\n\n---request end---\n[BODY data: ${bodyOf(signed)}]\nHTTP request sent, awaiting response... `,
  ],
  [
    'Guzzle',
    signed => `[2026-11-28T13:17:10+00:00] app.DEBUG: >>>>>>>>\n${plain(signed)}\n<<<<<<<<\n${answer}\n--------\nNULL`,
  ],
  ['Go, httputil.DumpRequestOut', signed => plain(signed)],
  ['Go, log.Printf of a dump', signed => `2026/11/28 13:17:10 ${plain(signed)}`],
  ['Go, %q of a dump', signed => JSON.stringify(plain(signed))],
  ['HTTPie, --verbose', signed => `${plain(signed, '\n')}\n\n\n${answer}`],
  [
    'HTTPie, --verbose, which lays out JSON',
    signed =>
      `${plain({ ...signed, body: Buffer.from(JSON.stringify(JSON.parse(bodyOf(signed)), null, 4)) }, '\n')}\n\n\n${answer}`,
  ],
  [
    'HTTPie',
    signed =>
      `http POST ${shell(urlOf(signed))} ${signed.headers.map(([name, value]) => shell(`${name}: ${value}`)).join(' \\\n  ')} --raw ${shell(bodyOf(signed))}`,
  ],
  [
    'Chrome, Copy as cURL (cmd)',
    signed =>
      [
        `curl ${cmd(urlOf(signed))}`,
        ...signed.headers.map(([name, value]) => `-H ${cmd(`${name}: ${value}`)}`),
        `--data-raw ${cmd(bodyOf(signed))}`,
      ].join(' ^\r\n  '),
  ],
  [
    'Chrome, Copy as cURL (bash)',
    signed =>
      [
        `curl ${shell(urlOf(signed))}`,
        ...signed.headers.map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
        `--data-raw $${shell(bodyOf(signed).replaceAll('\\', '\\\\').replace('Å', '\\u00c5'))}`,
      ].join(' \\\n  '),
  ],
  [
    'Chrome, Copy as PowerShell',
    signed =>
      `$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\nInvoke-WebRequest -UseBasicParsing -Uri ${powershell(urlOf(signed))} \`\n-Method "POST" \`\n-WebSession $session \`\n-Headers @{\n${signed.headers
        .filter(([name]) => name !== 'Content-Type')
        .map(([name, value]) => `  ${powershell(name)}=${powershell(value)}`)
        .join('\n')}\n} \`\n-ContentType "application/json" \`\n-Body ${powershell(bodyOf(signed))}`,
  ],
  ['Chrome, Copy as fetch', signed => `fetch(${JSON.stringify(urlOf(signed))}, ${options(signed)});`],
  [
    'Chrome, Copy as fetch (Node.js)',
    signed =>
      `await fetch(${JSON.stringify(urlOf(signed))}, ${options(signed)})\n  .then(answer => answer.json())`.split(
        '\n  .then',
      )[0] ?? '',
  ],
  [
    'an .http file of IntelliJ',
    signed =>
      `### Create\n# @name create\n${signed.method} ${urlOf(signed).replace('?', '\n    ?')}\n${signed.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${bodyOf(signed)}\n\n### Next\nGET http://bank.example/`,
  ],
  [
    'an .http file of VS Code',
    signed =>
      `@base = http://${HOST}\n@type=application/json\n\n${signed.method} {{base}}${signed.target} HTTP/1.1\n${linesOf(
        signed,
      )
        .map(line => line.replace(/^(Content-Type: ).*/, '$1{{type}}'))
        .join('\n')}\n\n${bodyOf(signed)}\n`,
  ],
  [
    'an error of axios as JSON',
    signed =>
      JSON.stringify({
        message: 'Request failed with status code 401',
        name: 'AxiosError',
        config: {
          headers: headersOf(signed),
          method: 'post',
          baseURL: `http://${HOST}`,
          url: signed.target,
          data: bodyOf(signed),
        },
        code: 'ERR_BAD_REQUEST',
        status: 401,
      }),
  ],
  [
    'an error of axios as console.log shows it',
    signed =>
      `AxiosError: Request failed with status code 401\n    at settle (file.js:1:1) {\n  config: {\n    method: 'post',\n    url: ${inspected(signed.target)},\n    data: ${inspected(bodyOf(signed))},\n  },\n  request: <ref *1> ClientRequest {\n    _header: ${plain(
        { ...signed, body: Buffer.alloc(0) },
      )
        .split(/(?<=\r\n)/)
        .map(inspected)
        .join(' +\n      ')},\n  }\n}`,
  ],
  [
    'the console of Postman',
    signed =>
      `POST ${urlOf(signed)}: ${JSON.stringify({ Network: { tls: {} }, 'Request Headers': headersOf(signed), 'Request Body': bodyOf(signed), 'Response Headers': {} }, null, 2)}`,
  ],
  ['the raw log of Postman', signed => `${plain(signed, '\n')}\n\n${answer}`],
  [
    'the timeline of Insomnia',
    signed =>
      [
        '* Preparing request to http://bank',
        ...[firstOf(signed), ...linesOf(signed), ''].map(line => `> ${line}`),
        `| ${bodyOf(signed)}`,
        '* upload completely sent off',
        '< HTTP/1.1 401 Unauthorized',
      ].join('\n'),
  ],
  [
    'an export of Insomnia',
    signed =>
      JSON.stringify({
        _type: 'export',
        resources: [
          {
            _type: 'request',
            method: 'POST',
            url: urlOf(signed),
            headers: signed.headers.map(([name, value]) => ({ name, value })),
            body: { mimeType: 'application/json', text: bodyOf(signed) },
          },
        ],
      }),
  ],
  [
    'HAR',
    signed =>
      JSON.stringify({
        log: {
          entries: [
            {
              request: {
                method: 'POST',
                url: urlOf(signed),
                headers: signed.headers.map(([name, value]) => ({ name, value })),
                postData: { mimeType: 'application/json', text: bodyOf(signed) },
              },
            },
          ],
        },
      }),
  ],
  [
    'Logbook',
    signed =>
      JSON.stringify({
        origin: 'local',
        type: 'request',
        method: 'POST',
        uri: urlOf(signed),
        headers: Object.fromEntries(signed.headers.map(([name, value]) => [name, [value]])),
        body: bodyOf(signed),
      }),
  ],
]

/** Tools that show the headers alone. */
const WITHOUT_BODY: typeof WITH_BODY = [
  [
    'Apache HttpClient, the headers',
    signed =>
      [firstOf(signed), ...linesOf(signed)]
        .map((line, at) => `${time(at)} DEBUG [main] org.apache.http.headers:134 - http-outgoing-0 >> ${line}`)
        .join('\n'),
  ],
  [
    'java.net.http',
    signed =>
      `Nov 28, 2026 2:13:32 PM jdk.internal.net.http.Http1Request headers\nINFO: REQUEST: ${urlOf(signed)} POST\nNov 28, 2026 2:13:32 PM jdk.internal.net.http.Http1Request logHeaders\nINFO: HEADERS: REQUEST HEADERS:\n${[firstOf(signed), ...linesOf(signed)].join('\n')}\n\nNov 28, 2026 2:13:33 PM jdk.internal.net.http.Http1Response lambda$readHeadersAsync$0\nINFO: HEADERS: RESPONSE HEADERS:\n    content-length: 0\n`,
  ],
  [
    'HttpURLConnection',
    signed =>
      `Nov 28, 2026 2:13:45 PM sun.net.www.protocol.http.HttpURLConnection writeRequests\nFINE: sun.net.www.MessageHeader@e056f208 pairs: {${firstOf(signed)}: null}${linesOf(
        signed,
      )
        .map(line => `{${line}}`)
        .join(
          '',
        )}\nNov 28, 2026 2:13:45 PM sun.net.www.protocol.http.HttpURLConnection getInputStream0\nFINE: sun.net.www.MessageHeader@10e416213 pairs: {null: HTTP/1.1 401 Unauthorized}`,
  ],
  [
    'the log of .NET',
    signed =>
      `info: System.Net.Http.HttpClient.Default.ClientHandler[100]\n      Sending HTTP request POST ${urlOf(signed)}\ntrce: System.Net.Http.HttpClient.Default.ClientHandler[102]\n      Request Headers:\n${linesOf(
        signed,
      )
        .map(line => `      ${line}`)
        .join(
          '\n',
        )}\n\ninfo: System.Net.Http.HttpClient.Default.ClientHandler[101]\n      Received HTTP response headers after 9ms - 401`,
  ],
  [
    'the text of an HttpRequestMessage',
    signed =>
      `Method: POST, RequestUri: '${urlOf(signed)}', Version: 1.1, Content: System.Net.Http.StringContent, Headers:\n{\n${linesOf(
        signed,
      )
        .map(line => `  ${line}`)
        .join('\n')}\n}`,
  ],
  [
    'curl -v',
    signed =>
      [
        '* Connected',
        ...[firstOf(signed), ...linesOf(signed), ''].map(line => `> ${line}`),
        '} [37 bytes data]',
        '< HTTP/1.1 401 Unauthorized',
      ].join('\n'),
  ],
]

const explain = async (request: string) => (await bank.at('default').graphql(QUERY, { request })).body
const failed = (body: Awaited<ReturnType<typeof explain>>) => {
  expect(body.errors).toBeUndefined()
  const steps: readonly { name: string; passed: boolean; texts: readonly string[] }[] = body.data.explainSignature.steps
  return steps.filter(({ passed }) => !passed).map(({ name, texts }) => `${name}: ${texts.join(' ')}`)
}

describe('D96: a request is read as tools print it', () => {
  it.each(WITH_BODY)('%s', async (_, write) => expect(failed(await explain(write(sign())))).toEqual([]))

  it.each(WITHOUT_BODY)('%s, which shows no body', async (_, write) => {
    expect(failed(await explain(write(sign({ body: '' }))))).toEqual([])
    expect(failed(await explain(write(sign())))).toEqual([
      expect.stringMatching(/^digest: The digest is not that of an empty body, and no body follows the headers here/),
    ])
  })

  it('HTTPie with fields for a body, as it serialises them', async () => {
    const signed = sign({ body: '{"customerNumber": "1", "name": "a", "amount": 5}' })
    const headers = signed.headers.map(([name, value]) => shell(`${name}: ${value}`)).join(' ')
    expect(
      failed(await explain(`http POST ${shell(urlOf(signed))} ${headers} customerNumber=1 name=a amount:=5`)),
    ).toEqual([])
  })
})

describe('D96: what does not hold what was signed is named, with what does', () => {
  it.each([
    [
      'urllib3',
      'DEBUG:urllib3.connectionpool:http://localhost:8080 "POST /v1/payments HTTP/1.1" 401 None',
      /log of urllib3.*debuglevel = 1/,
    ],
    [
      'httpx',
      'INFO:httpx:HTTP Request: POST http://localhost:8080/v1/payments "HTTP/1.1 401 Unauthorized"',
      /log of httpx/,
    ],
    [
      'an exception of Guzzle',
      'Client error: `POST http://localhost:8080/v1/payments` resulted in a `401 Unauthorized` response:',
      /exception of Guzzle.*MessageFormatter::DEBUG/,
    ],
    ['HTTP/2', 'INFO: HEADERS: HEADERS FRAME (stream=1)\n    :method: POST\n    :path: /v1', /HTTP\/2 frames/],
    [
      'Spring',
      '2026-11-28 DEBUG RestTemplate : HTTP POST http://localhost:8080/v1/payments',
      /RestTemplate or WebClient/,
    ],
    [
      'a server',
      '127.0.0.1 - - [28/Nov/2026:13:17:10 +0000] "POST /v1/payments HTTP/1.1" 401 12',
      /access log of a server/,
    ],
    [
      'an .http file with a variable of its tool',
      '### A\nPOST {{host}}/v1/payments\nDate: x',
      /leaves \{\{host\}\} to its tool/,
    ],
    [
      'an .http file with a body elsewhere',
      '### A\nPOST http://bank/v1/payments\nDate: x\n\n< ./pay.json',
      /takes its body from another file/,
    ],
    [
      'a program with fetch',
      'fetch("http://bank/v1/payments", { method: "POST", headers })',
      /whose options are not written out as JSON/,
    ],
  ])('%s', async (_, text, words) => {
    const { errors } = await explain(text)
    expect(errors[0].extensions.tppMessages).toMatchObject([{ code: 'FORMAT_ERROR', path: 'request' }])
    expect(errors[0].extensions.tppMessages[0].text).toMatch(words)
  })
})
