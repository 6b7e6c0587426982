import { namesOf } from '../../../domain/given.ts'
import type { Passage } from './passages.ts'

/** The sources of decisions. */
export const SOURCES = {
  I: 'The interface description says it. It wins over everything here.',
  P: 'Published documentation of the same interface, at banks that run it.',
  BG: 'Berlin Group NextGenPSD2 1.3.11.',
  D: 'Our own choice: the simplest that fits.',
} as const

type Source = keyof typeof SOURCES
type Part = readonly [source: Source, text: string]
/** Each sentence with its source (D52). */
type Decision = {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly sentences: readonly Part[]
}

/** Decisions whose sentences have several sources, in the order in which they are read. */
const MIXED: Readonly<Record<`D${number}`, readonly Part[]>> = {
  D10: [
    ['I', 'Which headers a described operation demands is in its table.'],
    [
      'D',
      'An operation beyond these takes the table that fits it. A required header that is missing is 400 HTTP_HEADER_REQUIRED, with its name as path.',
    ],
    [
      'P',
      'Newer documentation of the interface no longer demands x-accept-fix and TPP-Session-ID: with SANDBANK_HEADERS=lenient the bank does without them.',
    ],
  ],
  D11: [
    [
      'I',
      'PSU-ID and PSU-Device-ID are UUIDs. PSU-HTTP-Method is one of five words on baskets and payments, and any text on transaction details.',
    ],
    [
      'D',
      'Other header values have a form too: addresses IPv4 or IPv6, X-Request-ID 1 to 128 visible ASCII characters, TPP-Redirect-URI absolute, without fragment: http, https, or the scheme of an app, which is a domain name in reverse, such as com.example.app. A wrong one is 400 FORMAT_ERROR; X-Request-ID comes back on each answer. x-accept-fix may be empty, and PSU-Context is ignored where its column has no row for it.',
    ],
  ],
  D13: [
    [
      'BG',
      'A certificate or signature that is missing, unreadable, untrusted, too weak or out of its dates is 401 with a code of its own.',
    ],
    [
      'D',
      'A certificate is X.509 version 3 in DER, with RSA of 2048 to 8192 bits or P-256, for signing, not a CA, and without critical extensions that the server does not know. Date is optional; when it is sent, it must be signed and within 300 seconds of the machine clock.',
    ],
  ],
  D15: [
    ['I', 'X-Request-ID is unique for each call.'],
    [
      'D',
      'A writing call that is repeated within 24 hours of the machine’s clock gets the first answer again with Sandbank-Replayed: true and has no second effect. It has the same TPP, X-Request-ID, method, path, query, PSU-ID, X-PSU-IDENTITY, PSU-Corporate-ID, PSU-Context, TPP-Redirect-URI and, to the last byte, body; with another of these the same X-Request-ID is 409 CONFLICT. Other headers, such as PSU-IP-Address, may differ. Reading calls may repeat it.',
    ],
  ],
  D16: [
    [
      'BG',
      'Every refusal is a list of tppMessages: a code, the path of what is wrong, and a text that says what would be right.',
    ],
    ['I', 'A text has at most 512 characters.'],
    [
      'D',
      'Faults of one body are reported together: first those of its form, then those of the rules, each under its own code. Nothing internal is shown.',
    ],
  ],
  D19: [
    [
      'D',
      'An optional field without a value is left out, never null. Links are relative and begin with the base path of the world.',
    ],
    ['I', 'Each link names its verbs.'],
    [
      'D',
      'scaRedirect, which a browser opens and not the TPP, is absolute at both doors: the scheme of the connection and its Host. X-Forwarded-Proto and X-Forwarded-Host count only from an address of SANDBANK_PROXY, or of this machine where that is not set; Origin never does. Without a well-formed Host it stays relative. A repeated call (D15) shows the host of the first caller, on purpose. 201 carries Location. Texts for people are Norwegian bokmål or English, by Accept-Language.',
    ],
  ],
  D20: [
    [
      'D',
      'Ids are UUIDs of version 7, which sort by creation. PSU-ID is a UUID of the customer that the TPP learns at the redirect after SCA.',
    ],
    ['I', 'A TPP id with the prefix PSD means the same as without.'],
  ],
  D21: [
    [
      'I',
      'An amount is a decimal number in a string, with as many digits after its point as its currency has (ISO 4217).',
    ],
    [
      'D',
      'At most 13 digits stand before the point, without leading zeros: 01.00 is refused. Fewer digits after the point than the currency has (10 NOK for 10.00) are taken with the warning FRACTION_DIGITS, and refused by a strict server. Answers have exactly as many digits as the currency. Currencies of the interface that ISO has withdrawn are accepted.',
    ],
  ],
  D22: [
    [
      'I',
      'Balances of sandbox accounts are JSON numbers, a double in the request and an int32 in the answer; so is a credit line an int32.',
    ],
    [
      'D',
      'The bank answers the exact number that was stored, an integer when it has no fraction. This departs from the interface’s int32, which would say another balance than there is. Each balance type may be given once, in the currency of the account; an expected balance that is not given equals the booked one. A credit line below zero is what must stay on the account.',
    ],
  ],
  D23: [
    [
      'D',
      'The sandbox takes account numbers with wrong check digits, since test data may be wrong on purpose. In a payment an account of this world is compared with its row and with nothing else. Any other number is checked, both where both are given: an IBAN by mod 97 and the structure of its country, a Norwegian one by the check digit of its BBAN too. IBAN and BBAN together must mean one account. Blanks in an IBAN, and blanks and dots in a Norwegian BBAN, are how people print them: they are removed wherever a number is read. In a cross-border payment a creditor in a country without IBANs is named by bban, which is not checked, and creditorAgent, whose country then counts. A domestic payment is in NOK, to a Norwegian account or one of this world.',
    ],
    ['I', 'The currency inside an account reference is required in periodic payments.'],
    [
      'D',
      'In single and bulk payments it is optional: it is then the account’s own, else NOK, for SEPA EUR, for cross-border payments the instructed currency.',
    ],
  ],
  D25: [
    ['I', 'A customer is PRIVATE or CORPORATE, and another type is refused.'],
    ['D', 'The refusal is 400 FORMAT_ERROR at type.'],
  ],
  D26: [
    ['I', 'A private customer has an automatic agreement, and its accounts are added to that by themselves.'],
    [
      'D',
      'It has all roles and no limits. Only a corporation can own further agreements. A limit of 2147483647, the largest that there is, means no limit.',
    ],
  ],
  D27: [
    [
      'I',
      'An engagement is on an agreement of a corporation. Its customer is the PSU that is to see the account; the account is the corporation’s, and not that PSU’s. Only one with both REGISTER and VIEW is offered for consent.',
    ],
    [
      'D',
      'The automatic agreement of a private customer takes none, and its link engagements has no POST. The customer is a person: a corporation is no member. What breaks a rule is 400 BAD_REQUEST. Roles, at least one and each once, are answered in the order in which they were sent; limits are not below zero. Rows of 1.0.0 that break a rule can be read, and give no right to the account of another person.',
    ],
  ],
  D28: [
    ['D', 'A made-up transaction has a signed amount, negative for a debit.'],
    ['P', 'Its days are not in the future, the booking day not after the value day.'],
    ['I', 'A debtor account other than its own is refused, for debits and credits.'],
    ['D', 'It moves the balances of its account.'],
    ['I', 'Its id stays the same for ever.'],
  ],
  D30: [
    ['I', 'One operation fills the sandbox with a fixed set of data.'],
    ['P', 'It makes the published customers, two private and two corporate.'],
    [
      'D',
      'It empties the world and resets its clock first. Agreements, members, one of them a second approver, and a year of transactions are our addition. It is the same set each time, and none of it is an example of the interface. Any TPP may call it: where others had payments or consents, what was there is the snapshot before-initialize until the next such call, and Sandbank-Warning names it.',
    ],
  ],
  D32: [
    [
      'P',
      'A consent is no resource of the API: the customer picks accounts at the bank. A call without one is 401 CONSENT_INVALID with a link to the page, with one that is too old CONSENT_EXPIRED, with one that was revoked 403 CONSENT_UNKNOWN.',
    ],
    ['I', 'A consent is good for 180 days. When all its accounts are closed, the list is empty.'],
    [
      'D',
      'The newest consent of TPP, customer, context and agreement counts. A body whose access names accounts is refused: a call sends no access, or an empty object.',
    ],
  ],
  D33: [
    ['I', 'At SCA the customerNumber identifies the customer.'],
    [
      'D',
      "The customer answers at /sca/ID: number, context and agreement where they are open, accounts, approve or reject. To reject needs the right number too, of someone who may end the payment. Then it goes to the TPP with psu-id and tpp-session-id, or error=access_denied. After 30 minutes the request is over. With TPP-Redirect-Preferred: false the page stands in for the bank's app: once the customer has opened it and entered the number, it approves by itself after two seconds. Until then nothing happens.",
    ],
  ],
  D34: [
    [
      'I',
      'A PSU that acts for a corporation names the agreement in PSU-Corporate-ID; without it a call is 400. So is each call that names a payment, basket or authorisation of a corporation.',
    ],
    [
      'D',
      'The code is HTTP_HEADER_REQUIRED. First comes 404 for what is not this TPP’s or not of this PSU’s agreements, then 400, whose text names the agreement. A PSU acts for a corporation with PSU-Context: CORPORATE, or when it has no other access. An agreement that is not the customer’s is 401 PSU_CREDENTIALS_INVALID, as is an unknown customer.',
    ],
  ],
  D35: [
    [
      'P',
      'A payment goes from RCVD by SCA to ACTC, or ACWC when its day was moved, and with a batch to ACSC or RJCT. Foreign ones pass through ACSP, instant ones are done at once, and PDNG waits for a second approval.',
    ],
    [
      'D',
      'The PSU that registered it, and members that may register or approve, can cancel it; one that may only look cannot. Each payment of a bulk has a status of its own. Nothing leaves a final status.',
    ],
  ],
  D36: [
    [
      'P',
      'Before SCA a payment is cancelled at once; an authorised one that waits needs a second authorisation; a final one is 405 CANCELLATION_INVALID.',
    ],
    ['I', 'Changes in another channel keep its id.'],
  ],
  D37: [
    [
      'I',
      'Too little money is never a 500, and fundsAvailable in the status shows a payment that was rejected for it.',
    ],
    [
      'D',
      'Whether there is enough, credit line included, is found out when a payment is carried out; too little is RJCT. An instant payment that its account cannot cover is 400 PAYMENT_FAILED at its creation. A plan that has ended is no rejection, so its last run may have failed without fundsAvailable: false.',
    ],
  ],
  D38: [
    [
      'I',
      'Periodic payments run outside the batches. executionRule (following, preceeding) moves them off bank holidays and weekends. A month that is given twice is refused.',
    ],
    [
      'D',
      'They run at 06:00 of their days, and when executionRule says nothing, afterwards. One that is approved after 06:00 begins with the next. One failed execution does not end the plan. Months are 1 to 12, one to twelve of them, only and always with MonthlyVariable. This departs from the interface’s 1 to 11, which is Berlin Group’s number of entries: all twelve are harmless. Where a frequency takes no dayOfExecution, it is ignored with a WARNING.',
    ],
  ],
  D39: [
    [
      'I',
      'A basket holds at most 10 payments, no bulk and no periodic ones, and is as far as the one that is furthest behind. Its SCA authorises each payment by itself, so one can fail while others succeed.',
    ],
    [
      'D',
      'They are different new payments of one TPP that one customer registered. A basket of which none could be authorised is refused.',
    ],
  ],
  D40: [
    [
      'D',
      'Every world has a clock that can be frozen and moved forward, never back but to a snapshot. On its way all that falls due is done in order, at its own instant.',
    ],
    ['I', 'Batches run five times a day.'],
    ['D', 'Their times are 05:40, 11:00, 13:30, 15:30 and 17:30 in Oslo on banking days.'],
  ],
  D41: [
    [
      'I',
      'Without PSU-IP-Address transaction details take four calls a day and need a consent of at most 90 days. Without a fresh SCA the history of transactions is 90 days.',
    ],
    ['P', 'Balances, transactions and their card twins have the same limit of calls.'],
    [
      'D',
      'It is for each TPP, customer, account and operation on a day of Oslo; the fifth call is 429 ACCESS_EXCEEDED. Accounts with withBalance=true count as balances. Fresh is an SCA of the last 15 minutes, with the customer present; an earlier dateFrom is 401 CONSENT_EXPIRED with a link.',
    ],
  ],
  D42: [
    ['P', 'A statement demands bookingStatus and covers the last 90 days by default.'],
    ['I', 'A page has 200 lines, and its links spell that out.'],
    [
      'D',
      'The newest comes first: first what is pending, by the day it was entered, then what is booked, as one list. Each line has details.',
    ],
  ],
  D43: [
    [
      'I',
      'x-accept-fix turns on announced changes one by one: longer account names, ISO account types, and amounts of card transactions the other way round.',
    ],
    [
      'D',
      'Without longer-name, also written longer-names, an account name has 35 characters. It never becomes the default, as the interface announces for three months later, since no release says that it did. Names that the bank does not know do nothing.',
    ],
  ],
  D45: [
    ['I', 'A payment that is created with PSU-Context needs a single SCA.'],
    [
      'D',
      'It has the link to that at once. Without PSU-Context the authorisation is started by a call, and a WARNING in the answer says so.',
    ],
  ],
  D46: [
    [
      'P',
      'A single or bulk payment that looks like one that is already there is 409 CONFLICT, unless allowLogicalDuplicate=true.',
    ],
    [
      'D',
      'Debtor, creditor account and name, amount, day and message count, the product does not. One that was rejected or cancelled, or whose SCAs have all failed or expired, is no hindrance. The text names the other payment and, while that waits, how to authorise it. Periodic payments know no duplicates, and their operation has no allowLogicalDuplicate.',
    ],
  ],
  D47: [
    ['P', 'A payment has a message or a structured reference, not both.'],
    [
      'D',
      'A reference of type SCOR is a KID of 2 to 25 digits with a check digit by mod 10 or mod 11, where a mod 11 digit of 10 is written as a hyphen; blanks in it are removed, and an account can demand one. In SEPA and cross-border payments SCOR is a reference of ISO 11649 (RF, mod 97). A domestic payment may have references of other types beside its KID, such as CINV of an eFaktura: at most five, one of them SCOR; SEPA and cross-border ones have one in all.',
    ],
    ['I', 'The single field of a reference is deprecated for its list.'],
    ['D', 'It is read as a list of one, with a warning.'],
  ],
  D50: [
    [
      'I',
      'The list of customers leaves accounts and card accounts out unless withAccounts=true, and agreements unless withAgreements=true.',
    ],
    ['D', 'That its table of fields calls them required holds where they are asked for.'],
  ],
  D72: [
    ['I', 'A signature in the form of the interface covers neither method, path, query nor PSU-Context.'],
    [
      'D',
      'It is accepted, strictly too, since the interface has no such rule; when (request-target) or Date is not covered, the answer says so in Sandbank-Warning.',
    ],
  ],
  D79: [
    [
      'I',
      'A payment or basket of a corporation is read, authorised and cancelled with PSU-Corporate-ID; without it the call is 400 (D34).',
    ],
    ['D', 'A private one that is named with PSU-Corporate-ID is 404 RESOURCE_UNKNOWN, as one that does not exist.'],
  ],
}

/** Questions that the interface leaves open, and this bank's answers, where all sentences have one source. Code and messages cite the numbers. */
const TEXTS = {
  I: {
    D44: 'Some fields of transaction details are never filled, and others may be missing. That is an answer, not a fault.',
  },
  D: {
    D1: 'A world is reached by its base URL: the world default at the root, any other below /worlds/NAME, for REST, GraphQL and pages alike. A name has 1 to 63 letters a–z, digits and hyphens. A world that does not exist is 404 RESOURCE_UNKNOWN. There are clients that join base URL and link: /worlds/W/worlds/W/… with the same W twice is taken as /worlds/W/…, at every path that a link can name. Routing, repetition, limits and journal use the address without the doubled part, the signature the address as it was sent. Two different worlds are 404.',
    D2: 'Worlds are kept apart by the keys of their rows: each begins with the world, so nothing stored in one can be reached from another.',
    D3: 'All TPPs of a world share its customers, accounts, agreements, engagements and transactions. What a TPP makes for itself (payments, baskets, authorisations, consents, access counts, contact addresses) does not exist for any other.',
    D12: 'Checks have one order: path and method, size, certificate, signature, digest, required headers, their forms, repetition, media type, body, and the rules of the operation last.',
    D14: 'A certificate that states PSD2 roles may do what these allow: PSP_AI reads accounts, PSP_PI pays, either one fills the sandbox. One that states no roles may do everything.',
    D17: 'Each code has one HTTP status, in one table, shown under Errors.',
    D18: 'A field of a body or a query parameter that the operation does not know is refused: FORMAT_ERROR with its name, so that a misspelt optional one cannot vanish in silence.',
    D24: 'A world has each customer number, IBAN and BBAN once, and an owner each agreement name once. A second one is 409 CONFLICT.',
    D29: 'A deleted customer takes along all that it owns. An account with unfinished payments cannot be deleted; the refusal says how to cancel them, also when no member is left to approve.',
    D31: 'Lengths of texts are counted in Unicode code points. Texts hold no control characters, so no line feeds either, in remittance as elsewhere. Names have at least one visible character. Where the interface states no length, a customerNumber has 35 characters, and the name of a customer or account, a product, and number, postal code and city of an address 70. In these parts of an address 71 to 140, which 1.0.0 took, get a Sandbank-Warning, and a strict server refuses them.',
    D48: 'Domestic payments cost nothing, SEPA 10 and cross-border 50 Norwegian kroner. A fee is booked as a transaction of its own. SEPA reaches the countries of SEPA.',
    D49: 'Currencies are exchanged at a fixed table of rates that does not change by itself; transaction details say which was used. Every currency of the interface is in it.',
    D51: 'An entry of a bulk payment has every optional field that a single payment has, ultimateDebtor too. A field of Berlin Group that this interface has not, such as batchBookingPreferred, is refused with its name here or with what to do in its place. An unknown parameter of a media type, and charset=utf8, are taken as they are meant.',
    D52: 'This page marks each sentence by its source. [I] stands only where the interface says that sentence. A deviation from the interface (D22, D38, D43) says so.',
    D70: 'GraphQL is the door of the operator, who may do everything and needs no certificate. It is open on this machine only; on any other HOST it demands a token.',
    D71: 'GraphQL names its fields as REST names its operations, and refuses with the same codes and messages, also where a value has not the type of its place. The one input of a mutation takes what REST takes from path, headers and body, such as the customer, context, agreement and TPP. A TPP is named by its id or its name; one that the bank does not know is refused.',
    D73: 'Some banks refuse what this bank accepts. The answer then has a header Sandbank-Warning: code; text for each deviation. With SANDBANK_STRICT=1 this bank refuses the call instead, with the code that such a bank would answer. The same header says what will simply not happen (TPP-Notification-URI, Client-VOP-Requested): a strict server lets such a call pass.',
    D74: 'No call of a TPP, a PSU or an unknown sender keeps the server from answering others for more than 50 ms, and no step of an operator’s call for more than 250. A bulk form of the graph is one command: reads are answered between its steps, and other writes wait for its commit, as for that of any command. Moving a clock works in short transactions, shows how far it got, moves at most 10 years at once, and ends where it got to when its caller hangs up or the server stops. Calls that move the same clock take turns. A clock lies between the years 1900 and 2200; a payment of a day after that is 400 EXECUTION_DATE_INVALID.',
    D75: 'What can be used up is bounded for each caller, so that one never shuts out another: connections (2,000 of an address; one more is 429 ACCESS_EXCEEDED), requests that wait on them for earlier answers (100 on one, 1,000 of an address; then the connection ends with the last answer), streams that listen, and what they cost together, for each address in each world, wrong customer numbers for each PSU that a TPP named and each address (where none was named, as on My consents, for each address): from the eleventh within a minute each number is answered after 2 s, and a right one is taken; behind a proxy that SANDBANK_PROXY names this is the last one in X-Forwarded-For. A server has at most SANDBANK_WORLDS worlds; one more is 429 ACCESS_EXCEEDED, which says what to delete.',
    D76: 'The serial number of a certificate is positive and has at most 20 bytes (RFC 5280), else 401 CERTIFICATE_INVALID. A Signature that has a parameter or a header twice, anything after its parameters, created in the future or expires in the past is 401 SIGNATURE_INVALID, which says what of it.',
    D77: 'While a payment or basket waits for its approval, neither its agreement nor the last engagement that could approve it can be deleted: 409 CONFLICT, with what to cancel. A periodic payment whose runs have all passed before its SCA cannot be approved: 400 EXECUTION_DATE_INVALID.',
    D78: 'One answer names all faults of a body: of its shape, forms, check digits and references, as far as the part in which they stand can be read.',
    D80: 'A world is made from one of: the standard set, which is the default, nothing, another world, a snapshot, a fixture. Without a name it gets a free one. One that expires is deleted by itself, by the clock of the machine.',
    D81: 'A reset makes a world what it was when it was created, clock included, from its own source: a copy keeps what was copied. Ids are the same after a reset and in a copy.',
    D82: 'A fixture is one document, JSON or YAML, that says what is in a world. An entry has the fields of the input of the mutation that makes it. GraphQL takes it as a typed input, the command as a file; its JSON Schema is at /fixture.schema.json. One document has at most 16 MiB; more goes in several.',
    D83: 'An entry may have a key, by which others refer to it where the command takes an id or number. Numbers and ids that are left out are derived from it, the same each time.',
    D84: 'An account can be filled with a plausible life: the same for the same seed. Days may be relative to the day of the world, such as -90D.',
    D85: 'A fixture is applied whole or not at all. A fault names its place and the key that may be meant. An entry with a key that is applied again changes nothing, and with other content it is 409 CONFLICT; entries without a key are made once for each document. A status is brought about by operations and moves of the clock. start --import and --export-on-exit take a fixture or a snapshot. An export leaves out finished payments, and says which.',
    D86: 'A snapshot of a world holds everything: rows, clock, replay records, counters. Restoring it brings the clock back to its instant, standing or running as it was; who calls meanwhile sees the state before or the one after. A snapshot can be written to a file and loaded by any bank of the same version or a later one, ids and clock as they were; what is damaged or of a version that the bank does not know is refused.',
    D87: 'Two worlds or snapshots are compared row by row: what was created, deleted and changed, each field with both values, in a stable order. The kept answers of repeated calls are not compared, nor a clock that runs.',
    D88: 'Sandbank-Scenario on a call, or setScenario on a world for calls of TPPs, forces an outcome: error, delay, hang, lose-answer, sca, execution, status, consent-revoked. The status ACCP or ACWP, which this bank never gives by itself, stands in place of RCVD until the payment changes next. It acts only on a call that would succeed: what would be refused is refused as always, and uses up nothing. error and hang leave no effect; delay and lose-answer keep theirs, and a repeated call gets the stored answer without them. The answer names its scenario. What is set on a world is part of its state, so that copies and snapshots have it and a reset takes it away; comparisons do not speak of it. Of several the one that was set last acts; with a probability the choice follows from seed and order alone.',
    D90: 'The package holds the bank for tests: in the process of the test without a port, or over HTTP, used the same way. Nothing of it stays after it is closed; a world that a crashed test leaves behind is deleted after an hour.',
    D91: 'exec gives a command a bank of its own, which it finds in its environment, also an address that signs whatever it is sent; it ends with the exit code of the command. proxy is that address for a bank that runs.',
    D95: 'Each call is in the journal of its world: what came, what was answered, how long it took, and which check refused it. Its id is in Sandbank-Request of the answer. The last 10,000 calls or 24 hours are kept; keys and tokens never are, and nothing of it is in a snapshot.',
    D96: 'For a signature, digest or certificate that is refused, the bank tries what clients commonly do wrong, and names the mistake that explains the bytes exactly. It names a cause only when the cryptography proves it, and never accepts for it. One refusal costs at most 50 verifications, and five refusals a second of a TPP are looked into. The query explainSignature and the command explain do the same for a request that is pasted.',
    D97: 'The bank explains itself: why in GraphQL says of a refused call, and of each payment, basket, consent and SCA, by which rule it is as it is, which rows counted, what it waits for and until when, and the command that changes it.',
    D98: 'The console acts by buttons and forms, without scripts too. Each action is a GraphQL mutation, shown beside it, and a move of the clock can be undone.',
    D99: 'Calls, the clock, a payment, a consent and the world can be followed as subscriptions at the operator’s door, as GraphQL over SSE: each sends the state at once and then each change, in order, none twice. More than 1,000 changes that wait to be read end it. The console reads the same source.',
    D100: 'The docs and the console show each call in curl, JavaScript, Python, Java and Go. Each sample runs as it stands against the standard world.',
    D101: 'Each command that lists has --json. Colours are for a terminal only, and NO_COLOR turns them off.',
    D102: 'setScenario acts on all calls of TPPs, or on those of a TPP, a PSU, an operation or a creditor account; so a world may be slow as a whole. A delay has a jitter. At GraphQL a scenario that has nothing to act on is 400 FORMAT_ERROR, as at REST.',
    D103: 'The first page of a bank without calls has three steps: make a TPP, send a signed call, approve it as a customer. Each is ticked by itself.',
    D104: 'Calls of the journal can be exported as one story: a test for vitest, jest, node:test or pytest, a script of curl, HAR or a diagram of Mermaid. What operator and customers did before and between them is in it, and so is each earlier call of anybody that they need; what the journal no longer has the calls for is made at the beginning, with keys; approvals and moves of the clock after the last call are followed by reads that assert what came of them. Ids are carried from call to call, and it passes against a new world of the same source. Where it cannot be whole, it says so.',
    D105: 'A call can be sent again, also edited, signed as any TPP whose key the browser or the bank has. The key never leaves either.',
    D106: 'What the console draws (the life of a payment, a story, calls per minute, the report card) comes from the server, without scripts, and can be read as text.',
    D107: 'Console, CLI, GraphQL, docs and README have one word for one thing. The code of a state stands beside its word.',
    D108: 'In the docs a sample follows the form as it is filled in. The answer shown is the one that the example gets from the standard world. The search knows beginnings of words, one typing mistake and synonyms.',
    D109: 'The world is in the address of each page. One login opens all pages. What a reader opens there is in no list of calls that is not asked for it.',
    D110: 'For suites that are not JavaScript the package has the kit in one file without dependencies, for pytest, JUnit and Go: sandbank kit prints it. Each test has a world of its own.',
    D111: 'The key of a TPP of a bank elsewhere is made here and certified there, with the token of its operator. One name may exist for several banks: a call to a bank is signed by the TPP that was made for it.',
    D112: 'The traceparent of a call (W3C Trace Context) is in its answer at both doors, and its trace in the journal and the log. One of a wrong form is ignored.',
    D113: 'sandbank move brings a stopped home into an empty database of PostgreSQL, with all but its journal. Interrupted, the same command finishes it; the home stays as it was.',
    D120: 'DATABASE_URL=postgresql://… puts the bank into PostgreSQL, version 15 or later, in place of a file. Its tables are brought up to date at the start, by one of the servers; a store of a newer version is refused.',
    D121: 'Several servers on one database are one bank: every rule holds across them, and no call needs to reach the same server as the one before.',
    D122: 'On PostgreSQL the database is all that servers share. The authority and its TPPs are in it, their keys sealed with SANDBANK_SECRET. No server starts without SANDBANK_SECRET and SANDBANK_TOKEN, the same at each.',
    D123: 'An answer means that its effect is committed. When the connection to the database is lost meanwhile, a call with an X-Request-ID is tried once more and has its effect once; a mutation without one is UNAVAILABLE, which says that it may have happened.',
    D124: 'Commands of a world run one after the other, those of different worlds side by side. A pooler of PostgreSQL in transaction mode is refused at the start; in session mode it serves.',
    D125: 'What falls due is done once, by any of the servers. When a server dies, another one goes on after at most 30 seconds. All follow the clock of the database.',
    D126: 'On PostgreSQL the journal is in the database: each server shows the calls of all, live within 2 seconds.',
    D127: '/health says whether the store can be written: 503 while the server is being stopped, or the store is lost, or cannot be written for 10 seconds. While that is only slow, the answer is 200 with the status busy. Each call is answered within 15 seconds, by its result or by 503 with Retry-After. On SIGTERM /health says 503 for a second, then what runs ends, within 10 seconds.',
    D130: 'A mutation of GraphQL takes one input, in which what REST takes from path, headers and body stands side by side, with the key of what is made; moves by name, such as deleteWorld(name), take arguments. It answers the thing under its noun. Faults are at places of the input, such as input.debtorAccount.iban, or inputs[3].name where many are made at once. A thing is looked up by exactly one of its names, such as account(by: { iban }) or account(by: { key }).',
    D131: 'Snapshot files go over HTTP at the operator’s door, below the base URL of their world: GET /snapshots/NAME reads one, PUT stores one of at most 1 GiB, 409 when the name is taken; ?expiresAfter=PT1H lets what is stored end by itself. One that is broken off leaves nothing. PUT may take longer than the 15 seconds of other calls.',
    D132: 'clock, approve, reject and scenario are commands for what one does all day, beside graphql for everything. A command that is not there suggests the nearest one and ends with 2.',
    D133: 'A habit shows a statement as real banks send it: late=P3D, missing=creditorName, page-shift=1, pending-id=kept, renumber=2026-03-02, repeat=1, value-date=+20D. It is set by setHabit for a TPP, an account or all, in a document, or for one call by the header Sandbank-Habit, and all that fit act together. It acts in what TPPs read by consent, in lists and details alike, and never in the books: balances and audit do not know it, and the limits of D41 go by the day of the books. An answer that it changed says so. Under a habit at most 10,000 lines of a range are shown. Without one D28 holds.',
    D134: 'sandbank compare plays recorded calls in a new world here, and holds the answers against those of the file, or against what another bank answers to the same calls. It sends nothing to a bank but what the file holds, with the certificate of --cert, and only to the address that --bank names; what is not safe to repeat only with --writes, once. No report holds a value of a call.',
    D135: 'Assistants that write software use the bank by the Model Context Protocol: sandbank mcp on standard input and output, /mcp over HTTP for those who may use /graphql. Their tools do what a person does, through the doors of the bank. What a tool takes follows from the operations. An answer has at most 4 kB unless more is asked for. /llms.txt lists the pages of the documentation, and each is Markdown with .md behind its address.',
  },
} as const satisfies Partial<Record<Source, Readonly<Record<`D${number}`, string>>>>

const TITLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    D1: 'The address of a world',
    D2: 'Worlds are apart',
    D3: 'What TPPs share',
    D10: 'Required headers',
    D11: 'Forms of headers',
    D12: 'The order of checks',
    D13: 'Certificates and dates',
    D14: 'Roles of a certificate',
    D15: 'A call that is repeated',
    D16: 'The body of a refusal',
    D17: 'One status for each code',
    D18: 'Unknown fields',
    D19: 'Links and languages',
    D20: 'Ids',
    D21: 'Amounts',
    D22: 'Balances of sandbox accounts',
    D23: 'Account numbers',
    D24: 'What is unique',
    D25: 'Types of customers',
    D26: 'Agreements',
    D27: 'Engagements',
    D28: 'Made-up transactions',
    D29: 'Deleting',
    D30: 'The standard set',
    D31: 'Lengths of texts',
    D32: 'Consents',
    D33: 'The page of an SCA',
    D34: 'Acting for a corporation',
    D35: 'The way of a payment',
    D36: 'Cancelling',
    D37: 'Funds',
    D38: 'Periodic payments',
    D39: 'Signing baskets',
    D40: 'The clock and the batches',
    D41: 'Limits of reading',
    D42: 'Statements',
    D43: 'Announced changes',
    D44: 'Fields that stay empty',
    D45: 'A single SCA',
    D46: 'Duplicates',
    D47: 'Messages and references',
    D48: 'Fees',
    D49: 'Rates',
    D50: 'What the list of customers leaves out',
    D51: 'Bulk payments and unknown fields',
    D52: 'Sources of this page',
    D70: "The operator's door",
    D71: 'The same names at both doors',
    D72: 'What a signature does not cover',
    D73: 'Warnings',
    D74: 'How long a call may take',
    D75: 'Bounds for each caller',
    D76: 'Details of signatures',
    D77: 'What waits cannot lose its members',
    D78: 'All faults at once',
    D79: 'Payments of a corporation',
    D80: 'Where a world comes from',
    D81: 'Resetting a world',
    D82: 'Fixtures',
    D83: 'Keys',
    D84: 'Made-up lives of accounts',
    D85: 'Applying a fixture',
    D86: 'Snapshots',
    D87: 'Comparing worlds',
    D88: 'Scenarios',
    D90: 'The kit',
    D91: 'exec and proxy',
    D95: 'The journal of calls',
    D96: 'What is wrong with a signature',
    D97: 'Why',
    D98: 'The console acts',
    D99: 'Subscriptions',
    D100: 'Samples',
    D101: 'Output of commands',
    D102: 'Scenarios of a world',
    D103: 'The first steps',
    D104: 'Stories',
    D105: 'Sending again',
    D106: 'Drawings',
    D107: 'One word for one thing',
    D108: 'The docs',
    D109: 'Addresses and logins of pages',
    D110: 'The kit in other languages',
    D111: 'TPPs of a bank elsewhere',
    D112: 'Traces',
    D113: 'Moving to PostgreSQL',
    D120: 'PostgreSQL',
    D121: 'Several servers',
    D122: 'What servers share',
    D123: 'What an answer means',
    D124: 'Commands of one world',
    D125: 'What falls due, on several servers',
    D126: 'The journal on PostgreSQL',
    D127: 'Health',
    D130: 'Inputs of GraphQL',
    D131: 'Snapshot files over HTTP',
    D132: 'Commands for every day',
    D133: 'Statements as real banks send them',
    D134: 'Comparing two banks',
    D135: 'A door for assistants',
  } satisfies Readonly<Record<`D${number}`, string>>),
)

/** Between two sentences. */
export const END_OF_SENTENCE = /(?<=\.) (?=\S)/

const PARTS: Readonly<Record<string, readonly Part[]>> = {
  ...MIXED,
  ...Object.fromEntries(
    namesOf(TEXTS).flatMap(source =>
      Object.entries(TEXTS[source]).map(([id, text]) => [id, [[source, text] satisfies Part]] as const),
    ),
  ),
}

export const DECISIONS: readonly Decision[] = Object.entries(PARTS)
  .map(([id, parts]) => ({
    id,
    title: TITLES.get(id) ?? '',
    text: parts.map(([, text]) => text).join(' '),
    sentences: parts.flatMap(([source, text]) => text.split(END_OF_SENTENCE).map((one): Part => [source, one])),
  }))
  .sort((one, other) => Number(one.id.slice(1)) - Number(other.id.slice(1)))

/** A decision as a place of the documentation. */
export function passageOf({ id, title, text }: Decision): Passage {
  return { address: `/decisions#${id}`, title: `${id} ${title}`, says: text, kind: 'decision' }
}
