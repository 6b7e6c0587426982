/** Complete tasks at the command line, with customers of the standard set. Each can run alone: --save stores a value for later calls. */
export const RECIPES = [
  {
    title: 'Account information',
    text: 'The operator approves in place of the PSU. Then the accounts of the consent can be read. In a browser, the printed scaRedirect asks for 13039319955, the accounts and the decision.',
    commands: `npx sandbank call POST /v1/bank-offered-consents --save sca=_links.scaRedirect.id
npx sandbank approve {sca} --psu 13039319955 --context PRIVATE
npx sandbank call GET '/v1/accounts?withBalance=true' --psu 13039319955 --save 'account=accounts[0].resourceId'
npx sandbank call GET '/v1/accounts/{account}/transactions?bookingStatus=both' --psu 13039319955`,
  },
  {
    title: 'Account information of a corporation',
    text: 'The PSU acts under an agreement.',
    commands: `npx sandbank graphql '{ customer(by: { customerNumber: "18129215603" }) { agreements { nodes { id } } } }' \\
  --save 'agreement=customer.agreements.nodes[0].id'
npx sandbank call POST /v1/bank-offered-consents --header 'PSU-Context: CORPORATE' --save sca=_links.scaRedirect.id
npx sandbank approve {sca} --psu 13039319955 --agreement {agreement}
npx sandbank call GET /v1/accounts --psu 13039319955 --header 'PSU-Context: CORPORATE' \\
  --header 'PSU-Corporate-ID: {agreement}'`,
  },
  {
    title: 'A domestic payment',
    text: 'Create, approve, run the batch, look. With PSU-Context the link to the SCA comes at once.',
    commands: `npx sandbank call POST /v1/payments/norwegian-domestic-credit-transfers --psu 13039319955 --header 'PSU-Context: PRIVATE' \\
  --save payment=paymentId --save sca=_links.scaRedirect.id --data '{
    "instructedAmount": { "amount": "100.00", "currency": "NOK" }, "creditorName": "Ola Nordmann",
    "creditorAccount": { "iban": "NO1815034020016", "currency": "NOK" },
    "debtorAccount": { "iban": "NO3515034010010", "currency": "NOK" } }'
npx sandbank approve {sca} --psu 13039319955
npx sandbank clock advance P4D
npx sandbank call GET '/v1/payments/norwegian-domestic-credit-transfers/{payment}/status' --psu 13039319955`,
  },
  {
    title: 'An instant payment',
    text: 'Executed at its SCA, at any hour.',
    commands: `npx sandbank call POST /v1/payments/instant-norwegian-domestic-credit-transfers-straks --psu 13039319955 \\
  --header 'PSU-Context: PRIVATE' --save payment=paymentId --save sca=_links.scaRedirect.id --data '{
    "instructedAmount": { "amount": "75.00", "currency": "NOK" }, "creditorName": "Ola Nordmann",
    "creditorAccount": { "iban": "NO1815034020016", "currency": "NOK" },
    "debtorAccount": { "iban": "NO3515034010010", "currency": "NOK" } }'
npx sandbank approve {sca} --psu 13039319955
npx sandbank call GET '/v1/payments/instant-norwegian-domestic-credit-transfers-straks/{payment}/status' --psu 13039319955`,
  },
  {
    title: 'A cross-border payment',
    text: 'In any exchanged currency: ACSP after one batch, ACSC after the next.',
    commands: `npx sandbank call POST /v1/payments/cross-border-credit-transfers --psu 13039319955 --data '{
    "instructedAmount": { "amount": "250.00", "currency": "GBP" }, "creditorName": "Example Ltd",
    "creditorAccount": { "iban": "GB29NWBK60161331926819", "currency": "GBP" }, "creditorAgent": "NWBKGB2L",
    "creditorAddress": { "street": "1 Main Street", "postalCode": "EC1A 1AA", "city": "London", "country": "GB" },
    "debtorAccount": { "iban": "NO3515034010010", "currency": "NOK" } }'`,
  },
  {
    title: 'A SEPA payment',
    text: 'In EUR.',
    commands: `npx sandbank call POST /v1/payments/sepa-credit-transfers --psu 13039319955 --data '{
    "instructedAmount": { "amount": "20.00", "currency": "EUR" }, "creditorName": "Erika Mustermann",
    "creditorAccount": { "iban": "DE89370400440532013000", "currency": "EUR" },
    "debtorAccount": { "iban": "NO3515034010010", "currency": "NOK" } }'`,
  },
  {
    title: 'A bulk payment',
    text: 'Up to 500 payments that run together, each carried out by itself.',
    commands: `npx sandbank call POST /v1/bulk-payments/norwegian-domestic-credit-transfers --psu 13039319955 --data '{
    "debtorAccount": { "iban": "NO3515034010010", "currency": "NOK" },
    "payments": [
      { "instructedAmount": { "amount": "10.00", "currency": "NOK" }, "creditorName": "Ola Nordmann",
        "creditorAccount": { "iban": "NO1815034020016", "currency": "NOK" } },
      { "instructedAmount": { "amount": "20.00", "currency": "NOK" }, "creditorName": "Fjordfisk AS",
        "creditorAccount": { "bban": "15034030011", "currency": "NOK" } } ] }'`,
  },
  {
    title: 'A periodic payment',
    text: 'previewExecutions lists its days, each with the reason.',
    commands: `npx sandbank graphql '{ previewExecutions(first: 3, input: {
  startDate: "2031-01-01", frequency: Monthly, dayOfExecution: "31", executionRule: preceeding }) { date reason } }'
npx sandbank call POST /v1/periodic-payments/norwegian-domestic-credit-transfers --psu 13039319955 --data '{
    "instructedAmount": { "amount": "500.00", "currency": "NOK" }, "creditorName": "Ola Nordmann",
    "creditorAccount": { "iban": "NO1815034020016", "currency": "NOK" },
    "debtorAccount": { "iban": "NO3515034010010", "currency": "NOK" },
    "startDate": "2031-01-01", "frequency": "Monthly", "dayOfExecution": "31", "executionRule": "preceeding" }'`,
  },
  {
    title: 'A signing basket',
    text: 'Several payments, one SCA.',
    commands: `for AMOUNT in 11.00 12.00; do
  npx sandbank call POST /v1/payments/norwegian-domestic-credit-transfers --psu 13039319955 --save "payment-$AMOUNT=paymentId" --data '{
    "instructedAmount": { "amount": "'$AMOUNT'", "currency": "NOK" }, "creditorName": "Ola Nordmann",
    "creditorAccount": { "iban": "NO1815034020016", "currency": "NOK" },
    "debtorAccount": { "iban": "NO3515034010010", "currency": "NOK" } }'
done
npx sandbank call POST /v1/signing-baskets --psu 13039319955 --save basket=basketId \\
  --data '{ "paymentIds": ["{payment-11.00}", "{payment-12.00}"] }'
npx sandbank call POST '/v1/signing-baskets/{basket}/authorisations' --psu 13039319955 --save sca=_links.scaRedirect.id
npx sandbank approve {sca} --psu 13039319955
npx sandbank call GET '/v1/signing-baskets/{basket}/status' --psu 13039319955`,
  },
  {
    title: 'A corporate payment',
    text: "Under an agreement. Above the approver's limit the payment is PDNG until another member approves.",
    commands: `npx sandbank graphql '{ customer(by: { customerNumber: "18129215603" }) { agreements { nodes { id } } } }' \\
  --save 'agreement=customer.agreements.nodes[0].id'
npx sandbank call POST /v1/payments/norwegian-domestic-credit-transfers --psu 13039319955 --header 'PSU-Context: CORPORATE' \\
  --header 'PSU-Corporate-ID: {agreement}' --save payment=paymentId --save sca=_links.scaRedirect.id --data '{
    "instructedAmount": { "amount": "900.00", "currency": "NOK" }, "creditorName": "Ola Nordmann",
    "creditorAccount": { "iban": "NO1815034020016", "currency": "NOK" },
    "debtorAccount": { "bban": "15034030011", "currency": "NOK" } }'
npx sandbank approve {sca} --psu 13039319955
npx sandbank call GET '/v1/payments/norwegian-domestic-credit-transfers/{payment}/status' --psu 13039319955 --header 'PSU-Corporate-ID: {agreement}'`,
  },
  {
    title: 'A cancellation',
    text: 'Before the SCA at once; after it the PSU approves the cancellation, too.',
    commands: `npx sandbank call POST /v1/payments/norwegian-domestic-credit-transfers --psu 13039319955 --header 'PSU-Context: PRIVATE' \\
  --save payment=paymentId --save sca=_links.scaRedirect.id --data '{
    "instructedAmount": { "amount": "30.00", "currency": "NOK" }, "creditorName": "Ola Nordmann",
    "creditorAccount": { "iban": "NO1815034020016", "currency": "NOK" },
    "debtorAccount": { "iban": "NO3515034010010", "currency": "NOK" } }'
npx sandbank approve {sca} --psu 13039319955
npx sandbank call DELETE '/v1/payments/norwegian-domestic-credit-transfers/{payment}' --psu 13039319955
npx sandbank call POST '/v1/payments/norwegian-domestic-credit-transfers/{payment}/cancellation-authorisations' --psu 13039319955 --save sca=_links.scaRedirect.id
npx sandbank approve {sca} --psu 13039319955`,
  },
] as const
