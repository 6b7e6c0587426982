import http from 'node:http'
import https from 'node:https'
import { onTestFinished } from 'vitest'

/** What a stream of GraphQL over SSE has sent. */
export type Subscriber = {
  readonly status: number
  readonly type: string | undefined
  /** The answers so far, parsed, and whether the stream said that it is complete. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read fields of many shapes; a wrong one shows as undefined.
  readonly answers: any[]
  readonly comments: () => number
  readonly completed: () => boolean
  /** What came in place of a stream. */
  readonly text: () => string
  /** The answers, once there are so many. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly until: (count: number) => Promise<any[]>
  /** Fulfilled at the end of the stream. */
  readonly ended: Promise<void>
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => void
}

export type SubscribeOptions = {
  readonly variables?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'POST'
}

/** Subscribes over HTTP as curl does. */
export function subscribe(
  url: string,
  query: string,
  { variables, headers = {}, method = 'POST' }: SubscribeOptions = {},
): Promise<Subscriber> {
  const body = JSON.stringify({ query, variables })
  const place = method === 'POST' ? `${url}/graphql` : `${url}/graphql?query=${encodeURIComponent(query)}`
  const { request } = place.startsWith('https:') ? https : http
  return new Promise((resolve, reject) => {
    const sent = request(
      place,
      {
        method,
        agent: false,
        rejectUnauthorized: false,
        headers: {
          Accept: 'text/event-stream',
          ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
        },
      },
      answer => {
        // biome-ignore lint/suspicious/noExplicitAny: as above.
        const answers: any[] = []
        let [left, text, comments, completed] = ['', '', 0, false]
        let wake = () => {}
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          if (answer.headers['content-type']?.startsWith('text/event-stream') !== true) {
            text += part
            return
          }
          const blocks = `${left}${part}`.split('\n\n')
          left = blocks.pop() ?? ''
          for (const block of blocks) {
            if (block.startsWith(':')) comments += 1
            if (block.startsWith('event: next')) answers.push(JSON.parse(block.slice(block.indexOf('data: ') + 6)))
            if (block.startsWith('event: complete')) completed = true
          }
          wake()
        })
        const ended = new Promise<void>(end => {
          answer.on('close', () => {
            wake()
            end()
          })
        })
        const stop = () => void sent.destroy()
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'],
          answers,
          comments: () => comments,
          completed: () => completed,
          text: () => text,
          until: async count => {
            while (answers.length < count) {
              if (answer.closed)
                throw new Error(`The stream ended after ${answers.length} answers: ${JSON.stringify(answers.at(-1))}`)
              await new Promise<void>(go => {
                wake = go
              })
            }
            return answers
          },
          ended,
          pause: () => void answer.pause(),
          resume: () => void answer.resume(),
          stop,
        })
        onTestFinished(stop)
      },
    )
    sent.on('error', reject)
    sent.end(method === 'POST' ? body : undefined)
  })
}
