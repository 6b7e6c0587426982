import { z } from '@hono/zod-openapi'
import { PURPOSES } from '../../../bank/inputs/transfers.ts'
import { FREQUENCY_RULES, type Frequency } from '../../../domain/frequencies.ts'
import { PRODUCTS, type Product } from '../../../domain/products.ts'
import type { ForcedStatus } from '../../../domain/scenarios.ts'
import type { BasketStatus } from '../../../domain/status.ts'
import type { EntryStatus, ExecutionRule, PaymentService, PaymentStatus } from '../../../generated/client.ts'
import { builder } from '../builder.ts'
import { enumOf, mapValues } from '../enums.ts'
import { shownAs } from '../inputs.ts'

export const PaymentServiceEnum = enumOf<PaymentService>('PaymentService', 'How a payment runs.', {
  SINGLE: 'Once: payments in REST.',
  BULK: 'Several transfers of one debtor together, each carried out by itself: bulk-payments in REST.',
  PERIODIC: 'Again and again by a plan: periodic-payments in REST.',
})

export const PaymentStatusEnum = enumOf<PaymentStatus>(
  'PaymentStatus',
  'How a payment stands: transactionStatus in REST.',
  {
    RCVD: 'Registered; waits for its SCA.',
    ACCP: 'By a scenario alone, in place of RCVD until its next change: this bank never gives it by itself.',
    ACWP: 'By a scenario alone, in place of RCVD until its next change: this bank never gives it by itself.',
    PDNG: 'Approved by a member whose limit does not cover it; waits for another one.',
    ACTC: 'Authorised; waits for its batch. A periodic payment stays so while it lives.',
    ACWC: 'The same, but the day was moved to one with batches.',
    ACSP: 'On its way after the first of two batches: cross-border and SEPA.',
    ACSC: 'Carried out. Final.',
    PART: 'A bulk of which some transfers failed. Final.',
    RJCT: 'Rejected by the PSU, or for lack of funds. Final.',
    CANC: 'Cancelled. Final.',
  },
)

enumOf<ForcedStatus>('ForcedStatus', 'What a scenario makes of the next execution of a payment.', {
  RJCT: 'It is rejected.',
  PART: 'The last transfer of a bulk fails.',
})

enumOf('PurposeCode', 'Why is paid: a code of ISO 20022.', PURPOSES)

export const BasketStatusEnum = enumOf<BasketStatus>(
  'SigningBasketStatus',
  'The worst case among the payments of a signing basket.',
  {
    RCVD: 'None of them is authorised yet.',
    PATC: 'Some are authorised, or wait for another member.',
    ACTC: 'All are authorised.',
    RJCT: 'At least one was rejected or cancelled.',
  },
)

export const EntryStatusEnum = enumOf<EntryStatus>(
  'EntryStatus',
  'How a transfer or an execution of a periodic payment stands.',
  {
    OPEN: 'Not carried out yet.',
    EXECUTED: 'Carried out.',
    FAILED:
      "Not carried out: `failure` says why. Funds were lacking, the creditor's account was closed, or it could hold no more.",
  },
)

export const FrequencyEnum = enumOf<Frequency>(
  'Frequency',
  'How often a periodic payment runs. Absent for other payments.',
  mapValues(FREQUENCY_RULES, ({ meaning }) => meaning),
)

export const ExecutionRuleEnum = enumOf<ExecutionRule>(
  'ExecutionRule',
  'Where a planned day moves that is a bank holiday or in a weekend.',
  {
    following: 'To the next banking day.',
    preceeding: "To the banking day before; the spelling is the interface's.",
  },
)

const PRODUCT_OF = new Map(PRODUCTS.map(path => [path.toUpperCase().replaceAll('-', '_'), path]))

/** A product of an input: by its name in the graph, or as an enum of GraphQL has read it; domestic when it is not given. */
export const productNamed = z
  .preprocess(
    value => PRODUCT_OF.get(String(value)) ?? value ?? PRODUCTS[0],
    z.enum(PRODUCTS, `must be one of ${[...PRODUCT_OF.keys()].join(', ')}.`),
  )
  .openapi({
    description:
      'payment-product in REST: domestic when not given. Bulk and periodic payments know no other: PRODUCT_INVALID.',
  })

export const PaymentProductEnum = builder.enumType('PaymentProduct', {
  description: 'A payment product: payment-product of REST in capitals, with _ for -.',
  values: {
    NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS: {
      value: 'norwegian-domestic-credit-transfers',
      description: 'NDCT: in kroner, at the next batch. The only one that bulk and periodic payments know.',
    },
    INSTANT_NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS_STRAKS: {
      value: 'instant-norwegian-domestic-credit-transfers-straks',
      description: 'In kroner, carried out when the PSU approves it.',
    },
    CROSS_BORDER_CREDIT_TRANSFERS: {
      value: 'cross-border-credit-transfers',
      description:
        'In any currency that the bank exchanges, to a bank and an address abroad; arrives after two batches.',
    },
    SEPA_CREDIT_TRANSFERS: {
      value: 'sepa-credit-transfers',
      description: 'In euro, by IBAN; arrives after two batches.',
    },
  } as const satisfies Record<string, { value: Product; description: string }>,
})
shownAs(productNamed, PaymentProductEnum)
