import type { Child } from 'hono/jsx'
import type { Offer } from '../../../bank/resolvers/consents/offers.ts'
import type { Login } from '../../../bank/resolvers/customers.ts'
import { isRedirectUri, isWeb } from '../../../domain/tpps.ts'
import type { Authorisation } from '../../../generated/client.ts'
import type { Language } from '../../../platform/http/negotiation.ts'
import { accountDetail, Choices, cardDetail, Form, LoginPicks, NumberField } from '../fields.tsx'
import { formatInstant } from '../language.ts'
import { Layout } from '../layout.tsx'
import { Facts, Name } from '../parts.tsx'
import type { Texts } from '../texts-en.ts'
import { PURPOSES } from './purposes.tsx'
import type { Answers, Step } from './sca-steps.ts'

/** An open authorisation, as a page shows it. */
export type Visit = {
  readonly authorisation: Authorisation
  readonly destination: Destination
  readonly language: Language
  readonly texts: Texts
  readonly path: string
  readonly token: string
  /** The customers for whom the page has buttons. */
  readonly logins: readonly Login[]
  /** The summary of the TPP's request. */
  readonly summary: Child
}

/** The simulated app approves after this time (D33). */
const APP_MS = 2_000

/** The page of one step. */
export function StepPage({ visit, step }: { visit: Visit; step: Exclude<Step, { kind: 'LEAVE' }> }) {
  const { texts, language } = visit
  const title = TITLES[step.kind](texts, visit)
  const hasFault = 'fault' in step && step.fault !== undefined
  return (
    <Layout
      language={language}
      title={hasFault ? `${texts.common.error}: ${title}` : title}
      kind="form"
      scripts={['forms.js']}
    >
      <div class="card">
        <h1>{title}</h1>
        <Request visit={visit} step={step} />
        <Question visit={visit} step={step} />
      </div>
    </Layout>
  )
}

const TITLES = {
  IDENTIFY: texts => texts.sca.identifyTitle,
  NO_ACCESS: texts => texts.sca.noAccessTitle,
  CONTEXT: texts => texts.sca.contextTitle,
  AGREEMENT: texts => texts.sca.agreementTitle,
  DECIDE: (texts, visit) => (picksAccounts(visit) ? texts.sca.accountsTitle : texts.sca.confirmTitle),
  APP: texts => texts.sca.appTitle,
  REFUSED: texts => texts.failure.title,
} as const satisfies Record<Exclude<Step['kind'], 'LEAVE'>, (texts: Texts, visit: Visit) => string>

function picksAccounts({ authorisation }: Visit): boolean {
  return PURPOSES[authorisation.purpose].picksAccounts
}

/** The TPP, its request, the expiry, and the address to which the PSU returns. */
function Request({ visit, step }: { visit: Visit; step: Step }) {
  const { texts, authorisation, destination, language, summary } = visit
  return (
    <Facts
      kind="request"
      rows={[
        [
          texts.sca.from,
          <>
            <strong>
              <Name text={authorisation.tppName} />
            </strong>{' '}
            <span class="soft whole-word">({authorisation.tppId})</span>
          </>,
        ],
        [texts.sca.wants, summary],
        [texts.sca.you, 'customer' in step ? step.customer.name : undefined],
        [
          texts.sca.actingFor,
          'offer' in step && step.offer.context === 'CORPORATE'
            ? texts.sca.underAgreement(step.offer.owner.name, step.offer.agreement.name)
            : undefined,
        ],
        [texts.sca.until, formatInstant(authorisation.expiresAt, language)],
        [
          texts.sca.afterwards,
          <>
            <Name text={authorisation.tppName} /> ({destination.label})
          </>,
        ],
      ]}
    />
  )
}

function Question({ visit, step }: { visit: Visit; step: Exclude<Step, { kind: 'LEAVE' }> }) {
  const { texts, path, token } = visit
  switch (step.kind) {
    case 'IDENTIFY':
    case 'NO_ACCESS':
      return <Identify visit={visit} step={step} />
    case 'CONTEXT':
      return (
        <Form action={path} token={token} hidden={{ ...step.answers, step: 'CONTEXT' }}>
          <Choices
            type="radio"
            name="context"
            legend={texts.sca.contextTitle}
            fault={step.fault && texts.sca.contextMissing}
            choices={[
              { value: 'PRIVATE', title: texts.sca.contextPrivate, detail: texts.sca.contextPrivateHint },
              { value: 'CORPORATE', title: texts.sca.contextCorporate, detail: texts.sca.contextCorporateHint },
            ]}
          />
          <Actions visit={visit} />
        </Form>
      )
    case 'AGREEMENT':
      return (
        <Form action={path} token={token} hidden={{ ...step.answers, step: 'AGREEMENT' }}>
          <Choices
            type="radio"
            name="agreementId"
            legend={texts.sca.agreementTitle}
            fault={step.fault && texts.sca.agreementMissing}
            choices={step.offers.map(({ agreement, owner }) => ({
              value: agreement.id,
              title: agreement.name,
              detail: owner.name,
            }))}
          />
          <Actions visit={visit} />
        </Form>
      )
    case 'DECIDE':
      return <Decide visit={visit} answers={step.answers} offer={step.offer} fault={step.fault} />
    case 'REFUSED':
      return (
        <>
          <p>{step.refusal.faults.map(({ text }) => text).join(' ')}</p>
          <p class="restart">
            <a href={path}>{texts.sca.restart}</a>
          </p>
        </>
      )
    case 'APP':
      return <App visit={visit} answers={step.answers} offer={step.offer} />
  }
}

function Identify({ visit, step }: { visit: Visit; step: Extract<Step, { kind: 'IDENTIFY' | 'NO_ACCESS' }> }) {
  const { texts, path, token, authorisation } = visit
  const faults = {
    MISSING: texts.common.numberMissing,
    UNKNOWN: texts.common.numberUnknown,
    NOT_NAMED: texts.sca.numberNotNamed(authorisation.tppName),
  }
  const refused = step.kind === 'NO_ACCESS'
  const fault = refused || step.fault === undefined ? undefined : faults[step.fault]
  return (
    <>
      {refused ? (
        <div role="alert" class="error">
          {texts.sca.noAccess(step.customer.name)} {texts.sca.noAccessHint}
        </div>
      ) : null}
      <Form action={path} token={token}>
        <NumberField texts={texts} value={refused ? '' : step.number} fault={fault} />
        <Actions visit={visit} first />
      </Form>
      <LoginPicks {...visit} />
    </>
  )
}

function Decide(props: { visit: Visit; answers: Answers; offer: Offer; fault: 'MISSING' | 'FOREIGN' | undefined }) {
  const { visit, answers, offer, fault } = props
  const { texts, path, token, authorisation } = visit
  const faults = { MISSING: texts.sca.accountsMissing, FOREIGN: texts.sca.accountsForeign }
  return (
    <Form action={path} token={token} hidden={answers}>
      {picksAccounts(visit) ? (
        <Choices
          type="checkbox"
          name="account"
          legend={texts.sca.accountsLegend(authorisation.tppName)}
          fault={fault && faults[fault]}
          choices={offeredAccounts(offer)}
        />
      ) : null}
      <Actions visit={visit} yes={{ value: 'approve', label: texts.sca.approve }} />
    </Form>
  )
}

function App({ visit, answers, offer }: { visit: Visit; answers: Answers; offer: Offer }) {
  const { texts, path, token, authorisation } = visit
  return (
    <>
      <p class="waiting" role="status">
        {texts.sca.appText}
      </p>
      {picksAccounts(visit) ? (
        <>
          <p>{texts.sca.appAll(authorisation.tppName)}</p>
          <ul class="plain">
            {offeredAccounts(offer).map(({ title, detail }) => (
              <li>
                <strong>{title}</strong> <span class="soft number">{detail}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Form action={path} token={token} hidden={{ ...answers, action: 'approve' }} sendAfter={APP_MS}>
        <div class="actions">
          <button type="submit">{texts.sca.appButton}</button>
        </div>
      </Form>
      <Form action={path} token={token} hidden={{ ...answers, action: 'reject' }}>
        <div class="actions">
          <button type="submit" class="second">
            {texts.common.reject}
          </button>
        </div>
      </Form>
    </>
  )
}

function offeredAccounts({ accounts, cardAccounts }: Offer) {
  return [
    ...accounts.map(account => ({ value: account.id, title: account.name, detail: accountDetail(account) })),
    ...cardAccounts.map(card => ({ value: card.id, title: card.name, detail: cardDetail(card) })),
  ]
}

/** The button that continues comes first, so that Enter presses it. Every page has the one that leaves. */
function Actions(props: { visit: Visit; yes?: { value: string; label: string }; first?: boolean }) {
  const { texts, path } = props.visit
  const { value, label } = props.yes ?? { value: 'continue', label: texts.common.continue }
  return (
    <>
      <div class="actions">
        <button type="submit" name="action" value={value}>
          {label}
        </button>
        <button type="submit" name="action" value="reject" class="second">
          {texts.common.reject}
        </button>
      </div>
      {props.first === true ? null : (
        <p class="restart">
          <a href={path}>{texts.sca.restart}</a>
        </p>
      )}
    </>
  )
}

/** The address of a PSU after its decision, as the page shows and permits it. */
export type Destination = {
  /** The text for the PSU: a host, or the scheme of an app. */
  readonly label: string
  /** The address for a PSU who leaves without a decision: the first page of the host. An app has none. */
  readonly home: string | undefined
  /** A source of CSP's form-action. */
  readonly source: string
}

/** Reads a TPP-Redirect-URI. `undefined` for one that must not be followed (D11), which the REST door refuses before. */
export function destinationOf(redirectUri: string): Destination | undefined {
  if (!isRedirectUri(redirectUri)) return undefined
  const { protocol, host, origin } = new URL(redirectUri)
  if (!isWeb(protocol)) return { label: protocol.slice(0, -1), home: undefined, source: protocol }
  // A callback may redirect the PSU to another host of the TPP, and Chromium checks that redirect against form-action, too.
  return { label: host, home: `${origin}/`, source: 'http: https:' }
}
