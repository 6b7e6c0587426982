import { describe, expect, it } from 'vitest'
import { reachedAt } from '../../../src/platform/http/headers.ts'

describe('Where a caller has reached the bank', () => {
  it.each([
    [{}, undefined],
    [{ Host: '127.0.0.1:4000' }, 'http://127.0.0.1:4000'],
    [{ Host: 'bank.example', 'X-Forwarded-Proto': 'https' }, 'https://bank.example'],
    [{ Host: 'bank.example', 'X-Forwarded-Proto': 'HTTPS, http' }, 'https://bank.example'],
    [{ Host: 'bank.example', 'X-Forwarded-Proto': 'http, https' }, 'http://bank.example'],
    [{ Host: 'bank.example', 'X-Forwarded-Proto': 'gopher' }, 'http://bank.example'],
    [{ Host: 'bank.example', Origin: 'https://bank.example' }, 'https://bank.example'],
    [{ Host: 'bank.example', Origin: 'https://bank.example:8443' }, 'http://bank.example'],
    [
      { Host: 'inner:4000', 'X-Forwarded-Host': 'bank.example:8443, other', 'X-Forwarded-Proto': 'https' },
      'https://bank.example:8443',
    ],
    [{ Host: 'inner:4000', 'X-Forwarded-Host': '[::1]:8443' }, 'http://[::1]:8443'],
    [{ Host: 'inner:4000', 'X-Forwarded-Host': 'a;touch PWNED' }, 'http://inner:4000'],
    [{ Host: 'inner:4000', 'X-Forwarded-Host': '' }, 'http://inner:4000'],
  ] satisfies [Record<string, string>, string | undefined][])('%j', (headers, origin) => {
    const sent = new Map(Object.entries(headers))
    expect(reachedAt(name => sent.get(name))).toBe(origin)
  })
})
