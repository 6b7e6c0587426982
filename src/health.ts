import type { ReadyAnswer } from './http/answers.ts'
import type { Store } from './store/db.ts'

export const HEALTH_PATH = '/health'

/** 200 when the store can be written and read, else 503 and the part that fails. */
export async function answerHealth(store: Store): Promise<ReadyAnswer> {
  const headers = { 'Content-Type': 'application/json' }
  const found = await store.health()
  if (found.ok) return { status: 200, headers, body: JSON.stringify({ status: 'ok' }) }
  const { part, reason } = found
  return {
    status: 503,
    headers: { ...headers, 'Retry-After': '1' },
    body: JSON.stringify({ status: 'unavailable', part, reason }),
  }
}
