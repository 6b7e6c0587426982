import type { ObjectRef } from '@pothos/core'
import type {
  Account,
  Agreement,
  Authorisation,
  Booking,
  CardAccount,
  CardTransaction,
  Consent,
  Customer,
  Engagement,
  Execution,
  Payment,
  SigningBasket,
  Transaction,
  World,
} from '../generated/client.ts'
import { builder } from './builder.ts'

type Types = typeof builder.$inferSchemaTypes

/** The nouns of the graph: each is a row of the store, its connection, and the connection's edge. Their fields are in the file of each noun. */

export const WorldRef = builder.objectRef<World>('World')
export const CustomerRef = builder.objectRef<Customer>('Customer')
export const AgreementRef = builder.objectRef<Agreement>('Agreement')
export const EngagementRef = builder.objectRef<Engagement>('Engagement')
export const AccountRef = builder.objectRef<Account>('Account')
export const TransactionRef = builder.objectRef<Transaction>('Transaction')
export const CardAccountRef = builder.objectRef<CardAccount>('CardAccount')
export const CardTransactionRef = builder.objectRef<CardTransaction>('CardTransaction')
export const ConsentRef = builder.objectRef<Consent>('Consent')
export const AuthorisationRef = builder.objectRef<Authorisation>('Authorisation')
export const PaymentRef = builder.objectRef<Payment>('Payment')
export const PaymentExecutionRef = builder.objectRef<Execution>('PaymentExecution')
export const BookingRef = builder.objectRef<Booking>('Booking')
/** One that was just deleted brings its payments along; those of any other are looked up. */
export const SigningBasketRef = builder.objectRef<SigningBasket & { readonly payments?: readonly Payment[] }>(
  'SigningBasket',
)

export const WorldList = listType(WorldRef)
export const CustomerList = listType(CustomerRef)
export const AgreementList = listType(AgreementRef)
export const EngagementList = listType(EngagementRef)
export const AccountList = listType(AccountRef)
export const TransactionList = listType(TransactionRef)
export const CardAccountList = listType(CardAccountRef)
export const CardTransactionList = listType(CardTransactionRef)
export const ConsentList = listType(ConsentRef)
export const AuthorisationList = listType(AuthorisationRef)
export const PaymentList = listType(PaymentRef)
export const PaymentExecutionList = listType(PaymentExecutionRef, 'run', 'runs of a periodic payment')
export const BookingList = listType(BookingRef)
export const SigningBasketList = listType(SigningBasketRef)

/** A list of a noun: the type of its rows, and that of a page of them. */
export function listType<Type extends ObjectRef<Types, unknown>>(
  type: Type,
  one = wordsOf(type.name),
  many = `${one}s`,
) {
  const connection = builder.connectionObject(
    { type, name: `${type.name}Connection`, description: `A page of a list of ${many} (Relay cursor connections).` },
    { name: `${type.name}Edge`, description: `A ${one} and its place in a list.` },
  )
  return { type, connection }
}

function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase()
}
