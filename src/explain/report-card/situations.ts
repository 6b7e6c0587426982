import type { CallFacts } from './call-facts.ts'

export type Situation = { readonly text: string; readonly met: (seen: CallFacts) => boolean }

/** THE table of situations that an integration should have met, and how it meets them here. */
export const SITUATIONS = {
  REPLAYED: {
    text: 'A repeated call got the first answer again: send the same call with the same X-Request-ID.',
    met: ({ told }) => told('Sandbank-Replayed') !== undefined,
  },
  PSU_PRESENT: {
    text: 'Accounts were read with the PSU there: send PSU-IP-Address.',
    met: ({ readsAccounts, sent }) => readsAccounts && sent('PSU-IP-Address') !== undefined,
  },
  PSU_ABSENT: {
    text: 'Accounts were read without the PSU: leave PSU-IP-Address out.',
    met: ({ readsAccounts, sent }) => readsAccounts && sent('PSU-IP-Address') === undefined,
  },
  QUOTA_REACHED: {
    text: 'The quota of reads was used up: read an account five times in a day without PSU-IP-Address, or force it with `Sandbank-Scenario: error; code=ACCESS_EXCEEDED` (D88).',
    met: ({ call }) => call.code === 'ACCESS_EXCEEDED',
  },
  CORPORATE_PSU: {
    text: 'A PSU acted for a corporation: send PSU-Corporate-ID.',
    met: ({ sent }) => sent('PSU-Corporate-ID') !== undefined,
  },
  SCA_LINK: {
    text: 'An answer had a link to an SCA: register a payment with PSU-Context, or read without a consent.',
    met: ({ call }) => call.answer.body?.includes('"scaRedirect"') === true,
  },
  NEXT_PAGE: {
    text: 'A list was read beyond its first page: follow _links.next.',
    met: ({ call }) => /[?&]offset=[1-9]/.test(call.target),
  },
  WARNED: {
    text: 'Something was accepted with a WARNING in tppMessages: give remittanceInformationStructured, which is deprecated.',
    met: ({ call }) => call.status < 400 && call.answer.body?.includes('"category":"WARNING"') === true,
  },
  DEPRECATION_TOLD: {
    text: 'An answer had the header Deprecation: POST /v1/consents has it.',
    met: ({ told }) => told('Deprecation') !== undefined,
  },
  BANK_FAILED: {
    text: 'The bank failed with 5xx: `Sandbank-Scenario: error; code=UNAVAILABLE` forces it (D88).',
    met: ({ call }) => call.status >= 500,
  },
} as const satisfies Record<string, Situation>
