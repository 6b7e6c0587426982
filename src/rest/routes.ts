import { accountRoutes } from './accounts.ts'
import { agreementRoutes } from './agreements.ts'
import { cardAccountRoutes } from './card-accounts.ts'
import { consentRoutes } from './consents.ts'
import { customerRoutes } from './customers.ts'
import { engagementRoutes } from './engagements.ts'
import { fundsRoutes } from './funds.ts'
import { paymentResourceRoutes } from './payment-resources.ts'
import { paymentRoutes } from './payments.ts'
import { sandboxAccountRoutes } from './sandbox-accounts.ts'
import { sandboxCardAccountRoutes } from './sandbox-card-accounts.ts'
import { sandboxTransactionRoutes } from './sandbox-transactions.ts'
import type { Route } from './serve.ts'
import { signingBasketRoutes } from './signing-baskets.ts'
import { statementRoutes } from './statements.ts'
import { tppRoutes } from './tpps.ts'

/** Every REST operation. The router, the OpenAPI document, the CLI and the guards all read this list. */
export const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...agreementRoutes,
  ...engagementRoutes,
  ...sandboxAccountRoutes,
  ...sandboxCardAccountRoutes,
  ...sandboxTransactionRoutes,
  ...consentRoutes,
  ...accountRoutes,
  ...statementRoutes,
  ...cardAccountRoutes,
  ...fundsRoutes,
  ...tppRoutes,
  ...paymentRoutes,
  ...paymentResourceRoutes,
  ...signingBasketRoutes,
]
