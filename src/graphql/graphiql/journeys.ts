/** The journeys of consents and payments, in the order in which to run them; each works on the standard set as it is. */
export const JOURNEY_EXAMPLES: readonly {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
}[] = [
  {
    query: `# A consent without a browser. Afterwards the
# TPP reads: here, or by REST with psuHeaders.
# tpp is any that the query tpps shows.
mutation GrantConsent($access: AccessInput, $psu: String, $context: PsuContext) {
  grantConsent(access: $access, psu: $psu, context: $context) {
    psuHeaders {
      name
      value
    }
    consent {
      id
      state
      expiresAt
      accounts {
        accountName
        iban
      }
    }
  }
}
`,
    variables: {
      access: { tpp: 'SANDBANK', redirectUri: 'https://tpp.example/back' },
      psu: '13039319955',
      context: 'PRIVATE',
    },
  },
  {
    query: `# What that TPP now sees. Without psuIpAddress
# it may read balances four times a day.
query ReadAsTpp($access: AccessInput) {
  consentedAccounts(access: $access) {
    resourceId
    iban
    name
    cashAccountType
    balances {
      balanceType
      balanceAmount {
        amount
        currency
      }
    }
  }
}
`,
    variables: {
      access: { tpp: 'SANDBANK', psu: '13039319955', context: 'PRIVATE', psuIpAddress: '192.0.2.7' },
    },
  },
  {
    query: `# A payment. It waits for its SCA,
# which the next tab completes.
mutation CreatePayment($psu: String!, $input: CreatePaymentInput!) {
  createPayment(
    product: NORWEGIAN_DOMESTIC_CREDIT_TRANSFERS
    psu: $psu
    context: PRIVATE
    allowLogicalDuplicate: true
    input: $input
  ) {
    payment {
      id
      status
    }
    authorisation {
      id
      scaRedirect
    }
  }
}
`,
    variables: {
      psu: '13039319955',
      input: {
        debtorAccount: { iban: 'NO3515034010010', currency: 'NOK' },
        creditorAccount: { iban: 'NO1815034020016', currency: 'NOK' },
        creditorName: 'Ola Nordmann',
        instructedAmount: { amount: '250.00', currency: 'NOK' },
        remittanceInformationUnstructured: 'Tickets',
      },
    },
  },
  {
    query: `# The PSU approves what waits for it. The
# money is reserved until the next batch.
# Name one SCA by id, or take the newest.
mutation ApprovePayment($psu: String!) {
  completeAuthorisation(
    psu: $psu
    outcome: APPROVED
  ) {
    redirectTo
    authorisation {
      status
      payment {
        status
        dueAt
        reservedAmount {
          amount
        }
      }
    }
  }
}
`,
    variables: { psu: '13039319955' },
  },
  {
    query: `# Five days later: batches have run, and
# everything else that fell due.
mutation AdvanceClock {
  advanceClock(by: "P5D") {
    now
    nextDueAt
  }
}
`,
  },
  {
    query: `# What became of the payments: bookings,
# and balances of the accounts that paid.
query PaymentsAndBalances {
  payments(last: 5) {
    nodes {
      status
      fundsAvailable
      debtorAccount {
        iban
        balances {
          balanceType
          balanceAmount {
            amount
            currency
          }
        }
      }
      bookings {
        nodes {
          reason
          amount {
            amount
            currency
          }
          bookedAt
        }
      }
    }
  }
  audit {
    findings {
      rule
      text
    }
  }
}
`,
  },
  {
    query: `# When a periodic payment would run,
# and why on these days.
query PreviewExecutions($plan: PeriodicPlanInput!) {
  previewExecutions(input: $plan, first: 12) {
    date
    plannedDate
    reason
  }
}
`,
    variables: {
      plan: { startDate: '2026-12-24', frequency: 'Monthly', dayOfExecution: '31', executionRule: 'preceeding' },
    },
  },
  {
    query: `# Force an outcome on the next such call of a TPP:
# error, delay, hang, lose-answer, sca, execution
# or consent-revoked (D88).
mutation SetScenario($scenario: String!, $for: ScenarioForInput, $times: Int) {
  setScenario(scenario: $scenario, for: $for, times: $times) {
    id
    scenario
    operation
    left
  }
}
`,
    variables: { scenario: 'execution; status=RJCT; reason=AM04', for: { operation: 'createPayment' }, times: 1 },
  },
  {
    query: `# Which outcomes are forced, and how often
# each of them acted.
query Scenarios {
  scenarios(first: 20) {
    nodes {
      id
      scenario
      tpp
      operation
      psu
      probability
      times
      left
      used
    }
  }
}
`,
  },
  {
    query: `# No outcome is forced any more.
mutation ClearScenarios {
  clearScenarios {
    id
    scenario
    used
  }
}
`,
  },
]
