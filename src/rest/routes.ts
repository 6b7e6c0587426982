import { consentedAccountRoutes } from './account-information/accounts.ts'
import { consentedCardAccountRoutes } from './account-information/card-accounts.ts'
import { fundsRoutes } from './account-information/funds.ts'
import { statementRoutes } from './account-information/statements.ts'
import { accountRoutes } from './accounts.ts'
import { agreementRoutes } from './agreements.ts'
import { cardAccountRoutes } from './card-accounts.ts'
import { cardTransactionRoutes } from './card-transactions.ts'
import { consentRoutes } from './consents.ts'
import { customerRoutes } from './customers.ts'
import { engagementRoutes } from './engagements.ts'
import { paymentResourceRoutes, paymentRoutes } from './payments/resources.ts'
import type { Route } from './serve.ts'
import { signingBasketRoutes } from './signing-baskets.ts'
import { tppRoutes } from './tpps.ts'
import { transactionRoutes } from './transactions.ts'

/** Every REST operation. The router, the OpenAPI document, the CLI and the guards all read this list. */
export const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...agreementRoutes,
  ...engagementRoutes,
  ...accountRoutes,
  ...cardAccountRoutes,
  ...transactionRoutes,
  ...cardTransactionRoutes,
  ...consentRoutes,
  ...consentedAccountRoutes,
  ...statementRoutes,
  ...consentedCardAccountRoutes,
  ...fundsRoutes,
  ...tppRoutes,
  ...paymentRoutes,
  ...paymentResourceRoutes,
  ...signingBasketRoutes,
]
