import { JOURNEY_EXAMPLES } from './journeys.ts'

/** What GraphiQL opens with: operations that work on the standard set as they are. */
export const EXAMPLES: readonly { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> }[] = [
  {
    query: `# The bank: its clock, its sizes,
# its customers with what they have.
query Overview {
  world {
    name
    now
    counts {
      customers
      accounts
      transactions
      cardAccounts
    }
  }
  customers(first: 10) {
    totalCount
    nodes {
      customerNumber
      name
      type
      accounts {
        nodes {
          accountName
          iban
          balances {
            balanceType
            balanceAmount {
              amount
              currency
            }
          }
        }
      }
    }
  }
}
`,
  },
  {
    query: `# One customer, its accounts, and the latest
# purchases of more than 500 kroner.
query CustomerWithTransactions($customerNumber: String!, $filter: TransactionFilterInput) {
  customer(customerNumber: $customerNumber) {
    id
    psuId
    name
    accounts {
      nodes {
        id
        accountName
        transactions(first: 5, filter: $filter) {
          totalCount
          nodes {
            bookingDate
            transactionAmount {
              amount
              currency
            }
            creditorName
            debtorName
            remittanceInformationUnstructured
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
    cardAccounts {
      nodes {
        maskedPan
        transactions(first: 5) {
          nodes {
            bookingDate
            cardAcceptorName
            transactionAmount {
              amount
              currency
            }
          }
        }
      }
    }
  }
}
`,
    variables: { customerNumber: '13039319955', filter: { amountTo: '-500.00' } },
  },
  {
    query: `# A customer of your own with an account.
# It can do SCA with its number at once.
mutation CustomerAndAccount($customer: CreateCustomerInput!, $account: CreateAccountInput!) {
  createCustomer(input: $customer) {
    id
    psuId
    agreements {
      nodes {
        name
        automatic
      }
    }
  }
  createAccount(input: $account) {
    id
    engagements {
      nodes {
        roles
        offeredForConsent
      }
    }
  }
}
`,
    variables: {
      customer: { customerNumber: '07049912345', name: 'Ingrid Example', type: 'PRIVATE' },
      account: {
        customerNumber: '07049912345',
        accountName: 'Everyday',
        bban: '86011117947',
        iban: 'NO93 8601 1117 947',
        currency: 'NOK',
        product: 'Brukskonto',
        cashAccountType: 'CACC',
        creditLine: 0,
        balances: [{ balanceType: 'closingBooked', balanceAmount: { amount: 12500.5, currency: 'NOK' } }],
      },
    },
  },
  {
    query: `# Money that comes in. The account is one of
# the standard set; the days have passed.
mutation Transaction($accountId: ID!, $input: CreateTransactionInput!) {
  createTransaction(accountId: $accountId, input: $input) {
    id
    transactionAmount {
      amount
      currency
    }
    account {
      accountName
      balances {
        balanceType
        balanceAmount {
          amount
          currency
        }
      }
    }
  }
}
`,
    variables: {
      accountId: '018cc251-f400-7000-8001-55e1963dd334',
      input: {
        transactionAmount: { amount: '1250.00', currency: 'NOK' },
        bookingDate: '2025-06-02',
        valueDate: '2025-06-02',
        debtorName: 'Fjordfisk AS',
        remittanceInformationUnstructured: 'Lønn juni',
      },
    },
  },
  {
    query: `# A bank that nobody else touches: its base
# URL ends in basePath, for both doors.
mutation WorldOfYourOwn {
  createWorld(name: "mine", from: STANDARD) {
    name
    basePath
    now
    counts {
      customers
      transactions
    }
  }
}
`,
  },
  {
    query: `# Who may act for the corporations,
# and on which accounts.
query CorporateMembers {
  customers(filter: { type: CORPORATE }) {
    nodes {
      name
      agreements {
        nodes {
          id
          name
          engagements {
            nodes {
              customer {
                customerNumber
                name
              }
              account {
                accountName
                iban
              }
              roles
              registerLimit
              approvalLimit
              offeredForConsent
            }
          }
        }
      }
    }
  }
}
`,
  },
  {
    query: `# The calls of this world as they come (D99):
# first those that there are. Stop ends it.
subscription Follow {
  calls {
    at
    operation
    method
    target
    status
    code
    cause
  }
}
`,
  },
  ...JOURNEY_EXAMPLES,
]
