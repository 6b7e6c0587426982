/**
 * A year in the accounts of the standard set (D30). Everything follows from the place of the account and the day, by a
 * fixed sequence of numbers, so that it is the same on every run. Days are counted back from today: 365 is a year ago.
 */
export type Line = {
  readonly daysAgo: number
  /** Minor units, signed: negative leaves the account. */
  readonly amountMinor: bigint
  readonly text: string
  readonly counterparty: string
  readonly counterpartyIban?: string
  readonly kid?: string
  readonly code: string
}

export type CardLine = {
  readonly daysAgo: number
  /** In minor units of `currency`, and in those of the card account. */
  readonly amountMinor: bigint
  readonly currency: string
  readonly originalAmountMinor: bigint
  readonly merchant: string
  readonly merchantCategoryCode: string
}

export type Life = 'household' | 'savings' | 'business' | 'tax'

const GROCERS = ['Nærkjøp Torget', 'Matkroken Sentrum', 'Bakeriet på Hjørnet', 'Fisketorget', 'Frukt og Grønt'] as const
const FARES = ['Bysykkel', 'Kollektivreiser', 'Ferja'] as const
const SUPPLIERS = ['Is og Salt AS', 'Emballasje Vest AS', 'Havnevesenet', 'Kraftlaget', 'Verktøyutleie AS'] as const
const CLIENTS = ['Restaurant Kaia', 'Torghallen AS', 'Borettslaget Solsiden', 'Kommunen', 'Hotell Havblikk'] as const

/** The lines of one account, oldest first. */
export function standardLife(life: Life, seed: number): Line[] {
  const next = numbers(seed + 1)
  const lines: Line[] = []
  for (let daysAgo = 365; daysAgo >= 1; daysAgo -= 1) lines.push(...LIVES[life](daysAgo, next))
  return lines
}

/** The lines of one card account, oldest first: purchases, now and then abroad, and a repayment every 30 days. */
export function standardCardLife(seed: number): CardLine[] {
  const next = numbers(seed + 101)
  const lines: CardLine[] = []
  let owed = 0n
  for (let daysAgo = 365; daysAgo >= 1; daysAgo -= 1) {
    for (const line of cardDay(daysAgo, next)) {
      owed -= line.originalAmountMinor
      lines.push(line)
    }
    if (daysAgo % 30 === 15 && owed > 0n) {
      lines.push({
        daysAgo,
        amountMinor: owed,
        currency: 'NOK',
        originalAmountMinor: owed,
        merchant: 'Innbetaling',
        merchantCategoryCode: '6012',
      })
      owed = 0n
    }
  }
  return lines
}

type Next = (below: number) => number
type Day = (daysAgo: number, next: Next) => Line[]

const LIVES: Record<Life, Day> = {
  household: (daysAgo, next) => [
    ...when(daysAgo % 30 === 12, () =>
      credit(daysAgo, 38_500_00 + next(2_000_00), 'Lønn', 'Arbeidsgiver AS', 'PMNT-RCDT-SALA'),
    ),
    ...when(daysAgo % 30 === 10, () => debit(daysAgo, 12_900_00, 'Husleie', 'Boligutleie AS', 'PMNT-ICDT-STDO')),
    ...when(daysAgo % 30 === 9, () =>
      debit(daysAgo, 450_00 + next(900_00), 'Strøm og nettleie', 'Kraftlaget', 'PMNT-ICDT-DMCT'),
    ),
    ...when(daysAgo % 30 === 8, () => debit(daysAgo, 399_00, 'Mobil', 'Fjelltele', 'PMNT-ICDT-DMCT')),
    ...when(daysAgo % 30 === 7, () =>
      debit(daysAgo, 3_000_00, 'Overføring til sparing', 'Egen sparekonto', 'PMNT-ICDT-BOOK'),
    ),
    ...when(daysAgo % 3 === 0, () =>
      debit(daysAgo, 89_00 + next(700_00), pick(GROCERS, next), pick(GROCERS, next), 'PMNT-CCRD-POSD'),
    ),
    ...when(daysAgo % 5 === 1, () =>
      debit(daysAgo, 42_00 + next(120_00), pick(FARES, next), 'Reiseselskapet', 'PMNT-CCRD-POSD'),
    ),
  ],
  savings: (daysAgo, next) => [
    ...when(daysAgo % 30 === 7, () => credit(daysAgo, 3_000_00, 'Sparing', 'Egen brukskonto', 'PMNT-RCDT-BOOK')),
    ...when(daysAgo % 91 === 40, () => credit(daysAgo, 120_00 + next(400_00), 'Renter', 'Banken', 'ACMT-MCOP-INTR')),
    ...when(daysAgo % 120 === 60, () =>
      debit(daysAgo, 2_500_00 + next(6_000_00), 'Uttak', 'Egen brukskonto', 'PMNT-ICDT-BOOK'),
    ),
  ],
  business: (daysAgo, next) => [
    ...when(daysAgo % 2 === 0, () => ({
      ...credit(daysAgo, 4_000_00 + next(60_000_00), 'Faktura', pick(CLIENTS, next), 'PMNT-RCDT-DMCT'),
      kid: luhn(String(100_000 + next(899_999))),
    })),
    ...when(daysAgo % 4 === 1, () =>
      debit(daysAgo, 1_500_00 + next(40_000_00), 'Varer', pick(SUPPLIERS, next), 'PMNT-ICDT-DMCT'),
    ),
    ...when(daysAgo % 30 === 12, () => debit(daysAgo, 182_000_00, 'Lønnskjøring', 'Ansatte', 'PMNT-ICDT-SALA')),
    ...when(daysAgo % 30 === 11, () =>
      debit(daysAgo, 41_000_00, 'Skattetrekk', 'Egen skattetrekkskonto', 'PMNT-ICDT-TAXS'),
    ),
  ],
  tax: daysAgo => [
    ...when(daysAgo % 30 === 11, () => credit(daysAgo, 41_000_00, 'Skattetrekk', 'Egen driftskonto', 'PMNT-RCDT-TAXS')),
    ...when(daysAgo % 60 === 5, () => debit(daysAgo, 82_000_00, 'Forskuddstrekk', 'Skatteetaten', 'PMNT-ICDT-TAXS')),
  ],
}

function cardDay(daysAgo: number, next: Next): CardLine[] {
  if (daysAgo % 11 === 4) {
    // Euro purchases at the rate of 11.40 kroner, the middle of what a euro cost lately.
    const euroCents = BigInt(8_00 + next(90_00))
    return [
      {
        daysAgo,
        amountMinor: -euroCents,
        currency: 'EUR',
        originalAmountMinor: -(euroCents * 1140n) / 100n,
        merchant: 'Nettbutikk Lisboa',
        merchantCategoryCode: '5999',
      },
    ]
  }
  if (daysAgo % 4 !== 0) return []
  const amountMinor = BigInt(-(59_00 + next(1_100_00)))
  return [
    {
      daysAgo,
      amountMinor,
      currency: 'NOK',
      originalAmountMinor: amountMinor,
      merchant: pick(GROCERS, next),
      merchantCategoryCode: '5411',
    },
  ]
}

function when<Made>(applies: boolean, make: () => Made): Made[] {
  return applies ? [make()] : []
}

function credit(daysAgo: number, minor: number, text: string, counterparty: string, code: string): Line {
  return { daysAgo, amountMinor: BigInt(minor), text, counterparty, code }
}

function debit(daysAgo: number, minor: number, text: string, counterparty: string, code: string): Line {
  return { daysAgo, amountMinor: BigInt(-minor), text, counterparty, code }
}

function pick(from: readonly string[], next: Next): string {
  return from[next(from.length)] ?? ''
}

/** A KID: the digits and their mod 10 check digit (D47). */
function luhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (weighted > 9 ? weighted - 9 : weighted)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A fixed sequence of numbers that looks like chance: a 32-bit linear congruential generator, its high bits. */
function numbers(seed: number): Next {
  let state = (seed * 2_654_435_761) >>> 0
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
