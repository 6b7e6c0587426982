/** Where each thing has its page in the console, by its type in GraphQL: the address ends in its id. What stands on the page of another is found by the search. */
export const PAGES_OF_THINGS = {
  Account: '/console/accounts/',
  Agreement: '/console/search?q=',
  Authorisation: '/sca/',
  Call: '/requests/',
  CardAccount: '/console/card-accounts/',
  Consent: '/console/consents/',
  Customer: '/console/customers/',
  Payment: '/console/payments/',
  SigningBasket: '/console/search?q=',
} as const
