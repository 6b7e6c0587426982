import type { Child } from 'hono/jsx'
import type { ConsentListing } from '../../../bank/resolvers/consents/list.ts'
import type { Login } from '../../../bank/resolvers/customers.ts'
import type { Customer } from '../../../generated/client.ts'
import type { Language } from '../../../platform/http/negotiation.ts'
import { accountDetail, cardDetail, Form, LoginPicks, NumberField } from '../fields.tsx'
import { formatInstant } from '../language.ts'
import { Layout } from '../layout.tsx'
import { Facts } from '../parts.tsx'
import type { Texts } from '../texts-en.ts'

/** The reader's language, and what the forms need. */
export type Reader = {
  readonly language: Language
  readonly texts: Texts
  readonly path: string
  readonly token: string
}

/** The login by customer number. */
export function LoginPage({
  reader,
  number,
  fault,
  logins,
}: {
  readonly reader: Reader
  readonly number: string
  readonly fault: string | undefined
  readonly logins: readonly Login[]
}) {
  const { texts, path, token } = reader
  return (
    <Frame reader={reader} title={fault === undefined ? texts.my.title : `${texts.common.error}: ${texts.my.title}`}>
      <div class="card">
        <h1>{texts.my.title}</h1>
        <p>{texts.my.intro}</p>
        <Form action={path} token={token}>
          <NumberField texts={texts} value={number} fault={fault} />
          <div class="actions">
            <button type="submit">{texts.my.show}</button>
          </div>
        </Form>
        <LoginPicks logins={logins} texts={texts} path={path} token={token} />
      </div>
    </Frame>
  )
}

/** The consents of one customer; `done` is a sentence about the last action. */
export function ConsentsPage(props: {
  readonly reader: Reader
  readonly customer: Customer
  readonly consents: readonly ConsentListing[]
  readonly more: boolean
  /** How many newer ones there are. */
  readonly from: number
  readonly done?: string
}) {
  const { reader, customer, consents, more, from, done } = props
  const { texts, path, token } = reader
  const hidden = { customerNumber: customer.customerNumber, from: String(from + consents.length) }
  const title = texts.my.of(customer.name)
  return (
    <Frame reader={reader} title={title}>
      <h1>{title}</h1>
      {done === undefined ? null : (
        <p class="done" role="status">
          {done}
        </p>
      )}
      {consents.length === 0 ? <p>{texts.my.none}</p> : null}
      {consents.map(listing => (
        <section class="card" aria-labelledby={`of-${listing.consent.id}`}>
          <h2 class="first" id={`of-${listing.consent.id}`}>
            {listing.consent.tppName} <span class={`chip ${listing.state}`}>{texts.my.states[listing.state]}</span>
          </h2>
          <ConsentFacts reader={reader} customer={customer} listing={listing} />
          {listing.state === 'VALID' ? <Revoke reader={reader} customer={customer} listing={listing} /> : null}
        </section>
      ))}
      {more ? (
        <Form action={path} token={token} hidden={hidden}>
          <button type="submit" class="second">
            {texts.my.older}
          </button>
        </Form>
      ) : null}
      <p>
        <a href={path}>{texts.my.logOut}</a>
      </p>
    </Frame>
  )
}

/** Asks before a consent is revoked. */
export function ConfirmPage({
  reader,
  customer,
  chosen,
}: {
  reader: Reader
  customer: Customer
  chosen: ConsentListing
}) {
  const { texts, path, token } = reader
  const hidden = { customerNumber: customer.customerNumber, consentId: chosen.consent.id }
  return (
    <Frame reader={reader} title={texts.my.confirmTitle}>
      <div class="card">
        <h1>{texts.my.confirmTitle}</h1>
        <p>{texts.my.confirm(chosen.consent.tppName)}</p>
        <ConsentFacts reader={reader} customer={customer} listing={chosen} />
        <Form action={path} token={token} hidden={hidden}>
          <div class="actions">
            <button type="submit" name="action" value="confirm">
              {texts.my.confirmButton}
            </button>
          </div>
        </Form>
        <Form action={path} token={token} hidden={{ customerNumber: customer.customerNumber }}>
          <div class="actions">
            <button type="submit" class="second">
              {texts.my.keep}
            </button>
          </div>
        </Form>
      </div>
    </Frame>
  )
}

function Revoke({ reader, customer, listing }: { reader: Reader; customer: Customer; listing: ConsentListing }) {
  const { texts, path, token, language } = reader
  const { id, tppName, grantedAt } = listing.consent
  const label = texts.my.revokeLabel(tppName, formatInstant(grantedAt, language))
  return (
    <Form action={path} token={token} hidden={{ customerNumber: customer.customerNumber, consentId: id }}>
      <button type="submit" class="second" aria-label={label}>
        {texts.my.revoke}
      </button>
    </Form>
  )
}

function ConsentFacts({ reader, customer, listing }: { reader: Reader; customer: Customer; listing: ConsentListing }) {
  const { texts, language } = reader
  const { consent, accounts, cardAccounts, agreement, validUntil } = listing
  const at = (instant: Date) => formatInstant(instant, language)
  const corporate = agreement && texts.sca.underAgreement(agreement.ownerName, agreement.name)
  const details = [
    ...accounts.map(account => [account.name, accountDetail(account)]),
    ...cardAccounts.map(card => [card.name, cardDetail(card)]),
  ]
  return (
    <Facts
      rows={[
        [
          texts.sca.from,
          <>
            {consent.tppName} <span class="soft whole-word">({consent.tppId})</span>
          </>,
        ],
        [
          texts.my.accounts,
          <>
            {details.length === 0 ? texts.my.noAccounts : null}
            {details.map(([name, detail]) => (
              <div>
                {name} <span class="soft number">{detail}</span>
              </div>
            ))}
          </>,
        ],
        [texts.my.actsFor, consent.context === 'PRIVATE' ? customer.name : (corporate ?? texts.my.agreementGone)],
        [texts.my.granted, at(consent.grantedAt)],
        [consent.revokedAt === null ? texts.my.validUntil : texts.my.revokedAt, at(consent.revokedAt ?? validUntil)],
      ]}
    />
  )
}

function Frame({ reader, title, children }: { reader: Reader; title: string; children?: Child }) {
  return (
    <Layout language={reader.language} title={title} kind="form" scripts={['forms.js']}>
      {children}
    </Layout>
  )
}
