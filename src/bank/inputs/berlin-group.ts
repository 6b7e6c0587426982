/** A field of Berlin Group's bodies that this interface has not: its name here, or what to do in its place. */
type Elsewhere = { readonly name: string } | { readonly instead: string }

const NAMED = 'X-Request-ID names the call, and paymentId the payment.'
const BY_NUMBER = 'an account is named by iban or bban.'
const PARTIES = 'creditorName, creditorAccount, debtorAccount and ultimateDebtor name the parties.'
const BY_PRODUCT = 'the payment product in the path says how it is paid.'
const AT_BANK = 'the PSU approves at scaRedirect.'

/** NextGenPSD2 1.3.11, 11.1 to 14: what its clients send, and what this interface says in its place (D51). */
const FIELDS: Readonly<Record<string, Elsewhere>> = {
  batchBookingPreferred: { instead: 'each payment of a bulk is booked by itself.' },
  endToEndId: { name: 'endToEndIdentification' },
  purpose: { name: 'purposeCode' },
  instructionIdentification: { instead: NAMED },
  paymentInformationId: { instead: NAMED },
  requestedExecutionTime: { instead: 'requestedExecutionDate names the day.' },
  debtorId: { instead: PARTIES },
  debtorName: { instead: PARTIES },
  debtorAgent: { instead: PARTIES },
  creditorId: { instead: PARTIES },
  ultimateCreditor: { instead: PARTIES },
  creditorAgentName: { instead: 'creditorAgent is the BIC of the bank.' },
  creditorNameAndAddress: { instead: 'creditorName and creditorAddress are two fields.' },
  chargeBearer: { instead: 'the fees are those of the product (D48).' },
  currencyOfTransfer: { instead: 'instructedAmount names the currency.' },
  transactionCurrency: { instead: 'instructedAmount names the currency.' },
  exchangeRateInformation: { instead: 'the rates are those of the bank (D49).' },
  serviceLevel: { instead: BY_PRODUCT },
  serviceLevelCode: { instead: BY_PRODUCT },
  localInstrumentCode: { instead: BY_PRODUCT },
  categoryPurpose: { instead: BY_PRODUCT },
  instructionPriority: { instead: BY_PRODUCT },
  paymentTypeInformation: { instead: BY_PRODUCT },
  pan: { instead: BY_NUMBER },
  maskedPan: { instead: BY_NUMBER },
  msisdn: { instead: BY_NUMBER },
  psuData: { instead: AT_BANK },
  authenticationMethodId: { instead: AT_BANK },
  scaAuthenticationData: { instead: AT_BANK },
  streetName: { name: 'street' },
  townName: { name: 'city' },
  postCode: { name: 'postalCode' },
}

/** What a body says that has a field of Berlin Group's under its name there; undefined for any other name. */
export function ofBerlinGroup(field: string): Elsewhere | undefined {
  return Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined
}
