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

export const WorldConnection = builder.connectionObject(
  { type: WorldRef, ...connection('World', 'worlds') },
  edge('World', 'world'),
)
export const CustomerConnection = builder.connectionObject(
  { type: CustomerRef, ...connection('Customer', 'customers') },
  edge('Customer', 'customer'),
)
export const AgreementConnection = builder.connectionObject(
  { type: AgreementRef, ...connection('Agreement', 'agreements') },
  edge('Agreement', 'agreement'),
)
export const EngagementConnection = builder.connectionObject(
  { type: EngagementRef, ...connection('Engagement', 'engagements') },
  edge('Engagement', 'engagement'),
)
export const AccountConnection = builder.connectionObject(
  { type: AccountRef, ...connection('Account', 'accounts') },
  edge('Account', 'account'),
)
export const TransactionConnection = builder.connectionObject(
  { type: TransactionRef, ...connection('Transaction', 'transactions') },
  edge('Transaction', 'transaction'),
)
export const CardAccountConnection = builder.connectionObject(
  { type: CardAccountRef, ...connection('CardAccount', 'card accounts') },
  edge('CardAccount', 'card account'),
)
export const CardTransactionConnection = builder.connectionObject(
  { type: CardTransactionRef, ...connection('CardTransaction', 'card transactions') },
  edge('CardTransaction', 'card transaction'),
)
export const ConsentConnection = builder.connectionObject(
  { type: ConsentRef, ...connection('Consent', 'consents') },
  edge('Consent', 'consent'),
)
export const AuthorisationConnection = builder.connectionObject(
  { type: AuthorisationRef, ...connection('Authorisation', 'authorisations') },
  edge('Authorisation', 'authorisation'),
)
export const PaymentConnection = builder.connectionObject(
  { type: PaymentRef, ...connection('Payment', 'payments') },
  edge('Payment', 'payment'),
)
export const PaymentExecutionConnection = builder.connectionObject(
  { type: PaymentExecutionRef, ...connection('PaymentExecution', 'runs of a periodic payment') },
  edge('PaymentExecution', 'run'),
)
export const BookingConnection = builder.connectionObject(
  { type: BookingRef, ...connection('Booking', 'bookings') },
  edge('Booking', 'booking'),
)
export const SigningBasketConnection = builder.connectionObject(
  { type: SigningBasketRef, ...connection('SigningBasket', 'signing baskets') },
  edge('SigningBasket', 'signing basket'),
)

function connection(name: string, plural: string) {
  return { name: `${name}Connection`, description: `A page of a list of ${plural} (Relay cursor connections).` }
}

function edge(name: string, singular: string) {
  return { name: `${name}Edge`, description: `A ${singular} and its place in a list.` }
}
