/** Where a decision comes from. */
export const SOURCES = {
  I: 'The interface description says it. It wins over everything here.',
  P: 'Published documentation of the same interface, at banks that run it.',
  BG: 'Berlin Group NextGenPSD2 1.3.11.',
  D: 'Our own choice: the simplest that fits.',
} as const

type Decision = { readonly id: string; readonly source: string; readonly text: string }

/** What the interface leaves open, and the choice of this bank, by the chief source. Code and messages cite the numbers. */
const TEXTS = {
  I: {
    D10: 'Which headers an operation demands follows from its header set. A required one that is missing is 400 HTTP_HEADER_REQUIRED. With SANDBANK_HEADERS=lenient the bank no longer insists on x-accept-fix and TPP-Session-ID.',
    D15: 'A writing call that is repeated within 24 hours of the machine’s clock, alike to the last byte and for the same customer, gets the first answer again with Sandbank-Replayed: true and has no second effect. The same X-Request-ID with anything else is 409 CONFLICT. Reading calls may repeat it.',
    D22: 'Balances of sandbox accounts are JSON numbers and come back as they were stored, to the last digit. Each balance type may be given once, in the currency of the account; an expected balance that is not given equals the booked one. A credit line is any int32; below zero it is what must stay on the account.',
    D27: "An engagement lets a customer use an account that the owner of the agreement owns and the customer does not. Only one with both REGISTER and VIEW is offered on the bank's page.",
    D34: 'A PSU that acts for a corporation names the agreement in PSU-Corporate-ID: without it 400 HTTP_HEADER_REQUIRED, with one that is not the customer’s 401 PSU_CREDENTIALS_INVALID, as for an unknown customer. A payment or basket is found in its own context: a private one without PSU-Corporate-ID, one of a corporation with it, otherwise it is 404 RESOURCE_UNKNOWN.',
    D37: 'Whether there is enough money, credit line included, is found out when a payment is carried out, and shown by fundsAvailable in its status. Too little is RJCT, never a 500. An instant payment that its account cannot cover is 400 PAYMENT_FAILED at its creation. A plan that has ended is no rejection, so its last run may have failed without fundsAvailable: false.',
    D38: 'Periodic payments run at 06:00 of their days, outside the batches, moved off bank holidays as executionRule says and afterwards when it says nothing. One that is approved after 06:00 begins with the next. One failed execution does not end the plan. Months are 1 to 12, at most eleven of them, each once.',
    D41: 'Without PSU-IP-Address, four calls a day for each TPP, customer, account and operation; the next is 429 ACCESS_EXCEEDED. Accounts with withBalance=true count as balances. Details then need a consent of at most 90 days. Older history than 90 days needs the customer present and an SCA of the last 15 minutes.',
    D43: 'x-accept-fix turns on coming changes one by one: longer account names, ISO account types, and amounts of card transactions the other way round. Names that the bank does not know do nothing.',
    D44: 'Some fields of transaction details are never filled, and others may be missing. That is an answer, not a fault.',
    D72: 'A signature in the form of the interface covers neither method, path, query nor PSU-Context. It is accepted, strictly too, since the interface has no such rule; when (request-target) or Date is not covered, the answer says so in Sandbank-Warning.',
  },
  P: {
    D28: 'A made-up transaction has a signed amount, negative for a debit, and days that are not in the future, the booking day not after the value day. A debtor account other than its own is refused, for debits and credits. It moves the balances of its account, and its id stays the same for ever.',
    D30: 'Filling with test data empties the world, resets its clock and makes the published customers, two private and two corporate. Agreements, members, one of them a second approver, and a year of transactions are our addition. It is the same set each time, and none of it is an example of the interface.',
    D32: 'A consent is no resource of the API: the customer picks accounts at the bank. A call without one is 401 CONSENT_INVALID with a link to the page, after 180 days CONSENT_EXPIRED, once taken back 403 CONSENT_UNKNOWN. The newest consent of TPP, customer, context and agreement counts.',
    D35: 'A payment goes from RCVD by SCA to ACTC, or ACWC when its day was moved, and with a batch to ACSC or RJCT. Foreign ones pass through ACSP, instant ones are done at once, and PDNG waits for a second approval. The PSU that registered it, and members that may register or approve, can cancel it; one that may only look cannot. Each payment of a bulk has a status of its own. Nothing leaves a final status.',
    D36: 'Before SCA a payment is cancelled at once; an authorised one that waits needs a second authorisation; a final one is 405 CANCELLATION_INVALID. Changes in another channel keep its id.',
    D42: 'A statement demands bookingStatus and covers the last 90 days by default, newest first, 200 at a time: first what is pending, by the day it was entered, then what is booked, as one list. Each line has details. Its paging links spell the limit out.',
    D47: 'A payment has a message or a structured reference, not both. A reference of type SCOR is a KID with a check digit by mod 10 or mod 11, where a mod 11 digit of 10 is written as a hyphen, and an account can demand one. The deprecated single reference is read with a warning.',
  },
  BG: {
    D13: 'A certificate or signature that is missing, unreadable, untrusted, too weak or out of its dates is 401 with a code of its own. A certificate is X.509 version 3 in DER, with RSA of 2048 to 8192 bits or P-256, for signing, not a CA, and without critical extensions that the server does not know. Date is optional; when it is sent, it must be signed and within 300 seconds of the machine clock.',
    D16: 'Every refusal is a list of tppMessages: a code, the path of what is wrong, and a text of at most 512 characters that says what would be right. Faults of one body are reported together: first those of its form, then those of the rules, each under its own code. Nothing internal is shown.',
  },
  D: {
    D1: 'A world is reached by its base URL: the world default at the root, any other below /worlds/NAME, for REST, GraphQL and pages alike. A name has 1 to 63 of a-z, 0-9 and hyphen. A world that does not exist is 404 RESOURCE_UNKNOWN.',
    D2: 'Worlds are kept apart by the keys of their rows: each begins with the world, so nothing stored in one can be reached from another.',
    D3: 'All TPPs of a world share its customers, accounts, agreements, engagements and transactions. What a TPP makes for itself (payments, baskets, authorisations, consents, access counts, contact addresses) does not exist for any other.',
    D11: 'Header values have a form: ids are UUIDs, addresses IPv4 or IPv6, X-Request-ID 1 to 128 visible ASCII characters, TPP-Redirect-URI absolute, without fragment: http, https, or the scheme of an app, which is a domain name in reverse, such as com.example.app. A wrong one is 400 FORMAT_ERROR; X-Request-ID comes back on each answer. PSU-HTTP-Method is any text on transaction details, x-accept-fix may be empty, and PSU-Context is ignored where its column has no row for it.',
    D12: 'Checks have one order: path and method, size, certificate, signature, digest, required headers, their forms, repetition, media type, body, and the rules of the operation last.',
    D14: 'A certificate that states PSD2 roles may do what these allow: PSP_AI reads accounts, PSP_PI pays, either one fills the sandbox. One that states no roles may do everything.',
    D17: 'Each code has one HTTP status, in one table, shown under Errors.',
    D18: 'A field that the operation does not know is refused, so that a misspelt optional one cannot vanish in silence.',
    D19: 'An optional field without a value is left out, never null. Links start at the world and name their verbs; 201 carries Location. Texts for people are Norwegian bokmål or English, by Accept-Language.',
    D20: 'Ids are UUIDs of version 7, which sort by creation. PSU-ID is a UUID of the customer that the TPP learns at the redirect after SCA. A TPP id with the prefix PSD means the same as without.',
    D21: 'Amounts are decimal strings with at most 13 digits before the point and no more after it than the currency has, without leading zeros: 01.00 is refused. Answers have exactly as many digits as the currency. Currencies of the interface that ISO has withdrawn are accepted.',
    D23: 'The sandbox takes account numbers with wrong check digits, since test data may be wrong on purpose. A payment to an account outside the world needs right ones. IBAN and BBAN together must mean one account.',
    D24: 'A world has each customer number, IBAN and BBAN once, and an owner each agreement name once. A second one is 409 CONFLICT.',
    D25: 'A customer is PRIVATE or CORPORATE.',
    D26: 'A private customer has one automatic agreement with all roles and no limits on its accounts. Only a corporation can own further agreements. A limit of 2147483647, the largest that there is, means no limit.',
    D29: 'A deleted customer takes along all that it owns. An account with unfinished payments cannot be deleted; the refusal says how to cancel them, also when no member is left to approve. Nor can an agreement, or the last engagement that could approve, under a payment or basket that waits for its approval.',
    D31: 'Lengths of texts are counted in Unicode code points. Texts hold no control characters, so no line feeds either, in remittance as elsewhere. Where the interface states no length (number, postal code and city of an address) 140 are allowed.',
    D33: "The customer answers at /sca/ID: number, context and agreement where they are open, accounts, approve or reject. To reject needs the right number too, of someone who may end the payment. Then it goes to the TPP with psu-id and tpp-session-id, or error=access_denied. After 30 minutes the request is over. TPP-Redirect-Preferred: false stands in for the bank's app, which approves by itself.",
    D39: 'A basket holds 1 to 10 new single payments of one TPP that one customer registered, and is as far as the one that is furthest behind. Its SCA authorises each payment by itself, so one can fail while others succeed; one that could authorise none is refused.',
    D40: 'Every world has a clock that can be frozen and moved forward, never back but to a snapshot. On its way all that falls due is done in order, at its own instant. Batches run at 05:40, 11:00, 13:30, 15:30 and 17:30 in Oslo on banking days.',
    D45: 'A payment that is created with PSU-Context has the link to its SCA at once; without it the authorisation is started by a call.',
    D46: 'A payment that looks like one that is already there is 409 CONFLICT, unless allowLogicalDuplicate=true. Product, debtor, creditor, amount, day and message count; for a periodic payment its plan.',
    D48: 'Domestic payments cost nothing, SEPA 10 and cross-border 50 Norwegian kroner. A fee is booked as a transaction of its own. SEPA reaches the countries of SEPA.',
    D49: 'Currencies are exchanged at a fixed table of rates that does not change by itself; transaction details say which was used. Every currency of the interface is in it.',
    D70: 'GraphQL is the door of the operator, who may do everything and needs no certificate. It is open on this machine only; on any other HOST it demands a token.',
    D71: 'GraphQL names its fields as REST names its operations, and refuses with the same codes and messages, also where a value has not the type of its argument. Payments take as arguments what REST takes from headers: the customer, context, agreement and TPP. A TPP is named by its id or its local name; one that the bank does not know is refused.',
    D73: 'What is accepted although a bank may refuse it is named in a header Sandbank-Warning: code; text, one for each. SANDBANK_STRICT=1 refuses it instead, with the code that such a bank would answer.',
    D74: 'No single call keeps the server from answering others for more than 50 ms. Moving a clock works in short transactions, shows how far it got, moves at most 10 years at once, and ends where it got to when its caller hangs up or the server stops. Calls that move the same clock take turns.',
    D80: 'A world is made from one of: the standard set, which is the default, nothing, another world, a snapshot, a fixture. Without a name it gets a free one. One that expires is deleted by itself, by the clock of the machine.',
    D81: 'A reset makes a world what it was when it was created, clock included, from its own source: a copy keeps what was copied. Ids are the same after a reset and in a copy.',
    D82: 'A fixture is one document, JSON or YAML, that says what is in a world. An entry has the fields of the command that makes it. GraphQL takes it as a typed input, the command as a file; its JSON Schema is at /fixture.schema.json.',
    D83: 'An entry may have a key, by which others refer to it where the command takes an id or number. Numbers and ids that are left out are derived from it, the same each time.',
    D84: 'An account can be filled with a plausible life: the same for the same seed. Days may be relative to the day of the world, such as -90D.',
    D85: 'A fixture is applied whole or not at all. A fault names its place and the key that may be meant. Applied again it changes nothing.',
    D86: 'A snapshot of a world holds everything: rows, clock, replay records, counters. Restoring it brings the clock back to its instant, standing or running as it was; who calls meanwhile sees the state before or the one after. A snapshot can be written to a file and loaded by any bank of the same version, ids and clock as they were; what is damaged or of another version is refused.',
    D87: 'Two worlds or snapshots are compared row by row: what was created, deleted and changed, each field with both values, in a stable order. The kept answers of repeated calls are not compared, nor a clock that runs.',
    D88: 'Sandbank-Scenario on a call, or setScenario on a world for calls of TPPs, forces an outcome: error, delay, hang, lose-answer, sca, execution, consent-revoked. It acts only on a call that would succeed: what would be refused is refused as always, and uses up nothing. error and hang leave no effect; delay and lose-answer keep theirs, and a repeated call gets the stored answer without them. The answer names its scenario. What is set on a world is part of its state, so that copies and snapshots have it and a reset takes it away; comparisons do not speak of it. Of several the one that was set last acts; with a probability the choice follows from seed and order alone.',
    D90: 'The package holds the bank for tests: in the process of the test without a port, or over HTTP, used the same way. Nothing of it stays after it is closed; a world that a crashed test leaves behind is deleted after an hour.',
    D91: 'exec gives a command a bank of its own, which it finds in its environment, also an address that signs whatever it is sent; it ends with the exit code of the command. proxy is that address for a bank that runs.',
    D95: 'Each call is in the journal of its world: what came, what was answered, how long it took, and which check refused it. Its id is in Sandbank-Request of the answer. The last 10,000 calls or 24 hours are kept; keys and tokens never are, and nothing of it is in a snapshot.',
    D96: 'For a signature, digest or certificate that is refused, the bank tries what clients commonly do wrong, and names the mistake that explains the bytes exactly. It names a cause only when the cryptography proves it, and never accepts for it. One refusal costs at most 50 verifications, and five refusals a second of a TPP are looked into. The query explainSignature and the command explain do the same for a request that is pasted.',
    D97: 'The bank explains itself: why in GraphQL says of a refused call, and of each payment, basket, consent and SCA, by which rule it is as it is, which rows counted, what it waits for and until when, and the command that changes it.',
    D99: 'Calls, the clock, a payment, a consent and the world can be followed as subscriptions at the operator’s door, as GraphQL over SSE: each sends the state at once and then each change, in order, none twice. More than 1,000 changes that wait to be read end it. The console reads the same source.',
  },
} as const satisfies Record<keyof typeof SOURCES, Readonly<Record<`D${number}`, string>>>

export const DECISIONS: readonly Decision[] = Object.entries(TEXTS)
  .flatMap(([source, texts]) => Object.entries(texts).map(([id, text]) => ({ id, source, text })))
  .sort((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)))
