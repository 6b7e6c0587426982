import type { Context } from '../context.ts'
import { DomainError } from '../domain/errors.ts'
import { unlessGone } from '../resolvers/references.ts'
import { builder } from './builder.ts'
import * as nouns from './nouns.ts'

/** Ids are unique among all nouns of a world (D20), so one alone finds its row, as clients with a normalised cache want (Relay). */
type Row = { readonly id: string }
type TypedRow = { readonly row: Row; readonly typename: string }

// Which noun a row is of. Rows know it no longer once they are found.
const typenames = new WeakMap<Row, string>()

const NodeRef = builder.interfaceRef<Row>('Node').implement({
  description: 'Whatever has an id of its own (Relay, global object identification).',
  fields: t => ({ id: t.exposeID('id', { description: 'Unique among everything in the world.' }) }),
  resolveType: row => typenames.get(row) ?? null,
})

const NODES = {
  Customer: { ref: nouns.CustomerRef, find: (bank, id) => bank.load.customer(id) },
  Agreement: { ref: nouns.AgreementRef, find: (bank, id) => bank.load.agreement(id) },
  Engagement: { ref: nouns.EngagementRef, find: (bank, id) => bank.load.engagement(id) },
  Account: { ref: nouns.AccountRef, find: (bank, id) => bank.load.account(id) },
  Transaction: { ref: nouns.TransactionRef, find: (bank, id) => bank.load.transaction(id) },
  CardAccount: { ref: nouns.CardAccountRef, find: (bank, id) => bank.load.cardAccount(id) },
  CardTransaction: { ref: nouns.CardTransactionRef, find: (bank, id) => bank.load.cardTransaction(id) },
  Consent: { ref: nouns.ConsentRef, find: (bank, id) => bank.load.consent(id) },
  Authorisation: { ref: nouns.AuthorisationRef, find: (bank, id) => bank.load.authorisation(id) },
  Payment: { ref: nouns.PaymentRef, find: (bank, id) => bank.load.payment(id) },
  PaymentExecution: { ref: nouns.PaymentExecutionRef, find: (bank, id) => bank.load.execution(id) },
  Booking: { ref: nouns.BookingRef, find: (bank, id) => bank.load.booking(id) },
  SigningBasket: { ref: nouns.SigningBasketRef, find: (bank, id) => bank.load.signingBasket(id) },
} satisfies Record<string, { ref: object; find: (bank: Context, id: string) => Promise<Row> }>

for (const { ref } of Object.values(NODES)) ref.addInterfaces([NodeRef])

builder.queryField('node', t =>
  t.field({
    type: NodeRef,
    nullable: true,
    description: 'Whatever has this id in the world. RESOURCE_UNKNOWN when nothing has.',
    args: { id: t.arg.id({ required: true, description: 'The id of anything.' }) },
    resolve: async (_, { id }, { bank }) => {
      const found = (await Promise.all(Object.entries(NODES).map(one => look(bank, id, one)))).find(one => one !== null)
      if (found == null) {
        throw new DomainError(
          'RESOURCE_UNKNOWN',
          `Nothing in this world has the id ${JSON.stringify(id.slice(0, 80))}.`,
        )
      }
      typenames.set(found.row, found.typename)
      return found.row
    },
  }),
)

type Finder = { readonly find: (bank: Context, id: string) => Promise<Row> }

async function look(bank: Context, id: string, [typename, { find }]: [string, Finder]): Promise<TypedRow | null> {
  const row = await unlessGone(find(bank, id))
  return row === null ? null : { row, typename }
}
