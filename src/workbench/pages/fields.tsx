import type { Child } from 'hono/jsx'
import type { Login } from '../../bank/resolvers/customers.ts'
import type { Account, CardAccount } from '../../generated/client.ts'
import { TOKEN_FIELD } from './forms.ts'
import { Name } from './parts.tsx'
import type { Texts } from './texts-en.ts'

const ERROR_ID = 'fault'

/** A form with the token that it needs. */
export function Form({
  action,
  token,
  hidden = {},
  sendAfter,
  isUpload = false,
  id,
  children,
}: {
  readonly action: string
  readonly token: string
  readonly hidden?: Readonly<Record<string, string | undefined>>
  readonly sendAfter?: number
  /** Whether it may contain a file. */
  readonly isUpload?: boolean
  /** The id by which a script finds it. */
  readonly id?: string
  readonly children?: Child
}) {
  const fields = Object.entries({ [TOKEN_FIELD]: token, ...hidden })
  return (
    <form
      id={id}
      method="post"
      action={action}
      novalidate
      enctype={isUpload ? 'multipart/form-data' : undefined}
      data-send-after={sendAfter}
    >
      {fields.map(([name, value]) => (value === undefined ? null : <input type="hidden" name={name} value={value} />))}
      {children}
    </form>
  )
}

/** The fault of a field. Screen readers read it when the page opens. */
export function Fault({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="error" role="alert" id={ERROR_ID}>
      {text}
    </p>
  )
}

/** The login of this bank. */
export function NumberField({ texts, value, fault }: { texts: Texts; value: string; fault: string | undefined }) {
  return (
    <>
      <label for="customerNumber">{texts.common.customerNumber}</label>
      <p class="hint" id="hint">
        {texts.common.customerNumberHint}
      </p>
      <Fault text={fault} />
      <input
        type="text"
        id="customerNumber"
        name="customerNumber"
        value={value}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        required
        data-focus
        aria-describedby={fault === undefined ? 'hint' : `${ERROR_ID} hint`}
        {...(fault === undefined ? {} : { 'aria-invalid': 'true' })}
      />
    </>
  )
}

/** A button for each customer who could log in, so that no number has to be looked up. */
export function LoginPicks(props: {
  readonly logins: readonly Login[]
  readonly texts: Texts
  readonly path: string
  readonly token: string
}) {
  const { logins, texts, path, token } = props
  if (logins.length === 0) return null
  return (
    <section class="pick">
      <h2>{texts.common.pick}</h2>
      <ul>
        {logins.map(({ customerNumber, name }) => (
          <li>
            <Form action={path} token={token} hidden={{ customerNumber, action: 'continue' }}>
              <button type="submit" class="second">
                <Name text={name} /> <span class="number">{customerNumber}</span>
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A question with several answers. */
export function Choices(props: {
  readonly type: 'radio' | 'checkbox'
  readonly name: string
  readonly legend: Child
  readonly choices: readonly { readonly value: string; readonly title: string; readonly detail: string }[]
  readonly fault?: string | undefined
}) {
  const { type, name, legend, choices, fault } = props
  return (
    <fieldset {...(fault === undefined ? {} : { 'aria-describedby': ERROR_ID })}>
      <legend>{legend}</legend>
      <Fault text={fault} />
      {choices.map(({ value, title, detail }, place) => (
        <label class="choice">
          <input type={type} name={name} value={value} autofocus={place === 0 && fault !== undefined} />
          <span>
            <strong>{title}</strong>
            <small class="number">{detail}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** The account number for its owner: a Norwegian one in groups of 4, 2 and 5 digits. */
export function accountDetail({ bban, currency }: Account): string {
  return `${bban.replace(/^(\d{4})(\d{2})(\d{5})$/, '$1.$2.$3')} · ${currency}`
}

export function cardDetail({ maskedPan, currency }: CardAccount): string {
  return `${maskedPan} · ${currency}`
}
