import type { Journal } from '../journal/calls.ts'
import type { Store } from '../store/db.ts'
import type { ReadyAnswer } from './answers.ts'

/** 200 when the store can be written and read, else 503 and the part that fails or is busy. A journal that cannot be written is reported: calls are answered without it. */
export async function answerHealth(store: Store, journal: Journal | undefined): Promise<ReadyAnswer> {
  const headers = { 'Content-Type': 'application/json' }
  const found = await store.health()
  const calls = { journal: journal?.fault() }
  if (found.ok) return { status: 200, headers, body: JSON.stringify({ status: 'ok', ...calls }) }
  const { busy, part, reason, file, code } = found
  const status = busy === true ? 'busy' : 'unavailable'
  return {
    status: 503,
    headers: { ...headers, 'Retry-After': '1' },
    body: JSON.stringify({ status, part, reason, file, code, ...calls }),
  }
}
