type Fields = ReadonlySet<string>

/**
 * Fields of Berlin Group's payment initiation that the bodies of this interface do not have: each with its name here, or null where this interface
 * has no such field (D51). An object is recognised by fields that it does have.
 */
const OBJECTS: readonly (readonly [
  is: (fields: Fields) => boolean,
  theirs: Readonly<Record<string, string | null>>,
])[] = [
  [
    fields => fields.has('creditorName') && fields.has('instructedAmount'),
    {
      endToEndId: 'endToEndIdentification',
      purpose: 'purposeCode',
      amount: 'instructedAmount',
      ...none('instructionIdentification debtorName debtorId debtorAgent creditorId creditorAgentName'),
      ...none('ultimateCreditor chargeBearer serviceLevel serviceLevelCode instructionPriority localInstrumentCode'),
      ...none('categoryPurpose requestedExecutionTime batchBookingPreferred currencyOfTransfer transactionCurrency'),
      ...none('exchangeRateInformation creditorNameAndAddress remittanceInformationUnstructuredArray'),
    },
  ],
  [
    fields => fields.has('payments') && fields.has('debtorAccount'),
    none('batchBookingPreferred requestedExecutionTime debtorName debtorId debtorAgent chargeBearer'),
  ],
  [
    fields => fields.has('street') && fields.has('country'),
    { streetName: 'street', townName: 'city', postCode: 'postalCode', ...none('stateProvince') },
  ],
  [
    fields => fields.has('iban') && fields.has('bban') && fields.size === 3,
    none('pan maskedPan msisdn other cashAccountType'),
  ],
]

function none(names: string): Record<string, null> {
  return Object.fromEntries(names.split(' ').map(name => [name, null]))
}

/** What a field of Berlin Group is in an object with these fields: its name here, or null for none; undefined where it is no such field. */
export function berlinGroupName(fields: readonly string[], name: string): string | null | undefined {
  const own = new Set(fields)
  const found = OBJECTS.find(([is, theirs]) => Object.hasOwn(theirs, name) && is(own))
  return found?.[1][name]
}
