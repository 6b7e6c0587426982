import type { Context as HonoContext } from 'hono'
import type { Child } from 'hono/jsx'
import type { Context } from '../../../../bank/context.ts'
import { FIXTURE_SCHEMA_PATH } from '../../../../domain/fixtures.ts'
import { nameOf, worldBasePath } from '../../../../domain/worlds.ts'
import { TextField } from '../../editor/text-field.tsx'
import { Form } from '../../fields.tsx'
import { plainName } from '../../parts.tsx'
import { withCode } from '../../whole-words.tsx'
import { Elsewhere } from '../elsewhere.tsx'
import type { Choice } from '../filter-form.tsx'
import { ConsoleFrame } from '../frame.tsx'
import { ACTIONS, type Action, type ActionChoice, type ActionField, type ActionName, hasUndo } from './actions.ts'
import { documentOf, type FieldValues, fieldsThatCount, optionOf } from './documents.ts'
import { type ActionFault, faultsOf, isBelow } from './outcomes.ts'
import { sentenceOfScenario } from './scenario-sentence.ts'

type Props = {
  readonly c: HonoContext
  readonly ctx: Context
  readonly name: ActionName
  readonly token: string
  /** Entered or known values. */
  readonly entered: FieldValues
  /** The entered fixture, if it could be read. */
  readonly fixture?: object | undefined
  readonly back: string
  readonly faults: readonly ActionFault[]
  /** The choices of the fields. */
  readonly offers: ReadonlyMap<string, readonly Choice[]>
}

/** The page of one action: its fields, its question, and its GraphQL and command (D98). */
export function ActionPage(props: Props) {
  const { c, ctx, name, token, entered, fixture, back, faults, offers } = props
  const base = worldBasePath(ctx.world)
  const action: Action = ACTIONS[name]
  const { title, text, question, fields } = action
  const hasFile = fields.some(({ kind }) => kind === 'fixture')
  const own = fields.filter(({ of }) => of !== undefined)
  const first = own.length === 0 ? fields.length : fields.findIndex(({ of }) => of !== undefined)
  const show = (field: ActionField) => (
    <Field
      field={field}
      value={entered[field.name] ?? ''}
      offers={offers.get(field.name) ?? []}
      faults={faults.filter(fault => isAt(field, fault))}
      isFixed={field.kind === 'id' && entered[field.name] !== undefined}
    />
  )
  const others = faults.filter(fault => !fieldsThatCount(action, entered).some(field => isAt(field, fault)))
  return (
    <ConsoleFrame title={`${title}: ${nameOf(ctx.world)}`} scripts={['copy.js', 'actions.js']}>
      <h1>{title}</h1>
      <p>
        {text} {hasUndo(action) ? 'Undo takes it back.' : null}
      </p>
      <Faults faults={others} />
      <div class="card" id="action">
        <Form action={`${base}/console/do/${name}`} token={token} hidden={{ back }} isUpload={hasFile}>
          {question === undefined ? null : (
            <p class="error" id="question">
              {question}
            </p>
          )}
          {fields.slice(0, first).map(show)}
          {action.choice === undefined ? null : (
            <Options choice={action.choice} chosen={optionOf(action, entered)}>
              {option => own.filter(({ of }) => of === option).map(show)}
            </Options>
          )}
          <div class={action.choice === undefined ? undefined : 'inputs'}>
            {fields
              .slice(first)
              .filter(({ of }) => of === undefined)
              .map(show)}
          </div>
          <div class="actions">
            <button type="submit" class={question === undefined ? undefined : 'destroys'}>
              {question === undefined ? title : `Yes: ${title.toLowerCase()}`}
            </button>
            <a class="button second" href={back}>
              {question === undefined && !title.startsWith('Cancel') ? 'Cancel' : 'No'}
            </a>
          </div>
        </Form>
      </div>
      <div id="follows" aria-live="polite">
        {name === 'setScenario' && faultsOf(name, entered).length === 0 ? (
          <p class="lead">{sentenceOfScenario(optionOf(action, entered), entered)}</p>
        ) : null}
        <SameElsewhere c={c} ctx={ctx} name={name} entered={entered} fixture={fixture} />
      </div>
    </ConsoleFrame>
  )
}

/** Cards, of which the chosen one shows its fields; also without scripts. */
function Options(props: {
  readonly choice: ActionChoice
  readonly chosen: string | undefined
  readonly children: (option: string) => Child
}) {
  const { choice, chosen, children } = props
  return (
    <fieldset class="options">
      <legend>{choice.legend}</legend>
      {Object.entries(choice.options).map(([option, [title, detail]]) => (
        <div class="option">
          <label class="choice">
            <input type="radio" name={choice.name} value={option} checked={option === chosen} />
            <span>
              <strong>{title}</strong>
              <small>{detail}</small>
            </span>
          </label>
          <div class="opened">{children(option)}</div>
        </div>
      ))}
    </fieldset>
  )
}

/** Whether a fault belongs to a field, or to a line of the document in it. */
function isAt({ name, kind }: ActionField, { path = '', line }: ActionFault): boolean {
  if (kind === 'fixture' && line !== undefined) return true
  return isBelow(path, name)
}

/** A fault in the words of the graph, with the label of the field. */
export function named(fault: ActionFault, { name, label }: Pick<ActionField, 'name' | 'label'>): ActionFault {
  return fault.path === name && /^[a-z]/.test(fault.text) ? { ...fault, text: `${label} ${fault.text}` } : fault
}

export function Faults(props: { readonly faults: readonly ActionFault[]; readonly id?: string; readonly of?: string }) {
  const { faults, id = 'fault', of } = props
  if (faults.length === 0) return null
  return (
    <div class="error" role="alert" id={id}>
      <ul class="faults">
        {faults.map(({ text, path, line }) => (
          <li>
            {line === undefined ? null : <strong>Line {line}: </strong>}
            {path === undefined || path === '' || path === of ? null : (
              <>
                <code>{path}</code>{' '}
              </>
            )}
            {withCode(text)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Field(props: {
  readonly field: ActionField
  readonly value: string
  readonly offers: readonly Choice[]
  readonly faults: readonly ActionFault[]
  /** Whether it names the thing of the action, which cannot be changed here. */
  readonly isFixed: boolean
}) {
  const { field, value, offers, faults, isFixed } = props
  const { name, label, hint, kind, choices, titles, required } = field
  const id = `field-${name.replace('.', '-')}`
  const said = [...(faults.length === 0 ? [] : [`${id}-fault`]), ...(hint === undefined ? [] : [`${id}-hint`])]
  const described = {
    ...(said.length === 0 ? {} : { 'aria-describedby': said.join(' ') }),
    ...(faults.length === 0 ? {} : { 'aria-invalid': 'true' as const }),
    ...(required === true ? { required: true } : {}),
  }
  // When there are more choices than a page offers, a name is entered.
  const isShort = offers.length > 0 && offers.length < MOST_OFFERED
  const known = value === '' || offers.some(([one]) => one === value) ? offers : [...offers, [value, value] as const]
  const chosen = choices?.map(one => [one, titles?.[one] ?? one] as const) ?? (isShort ? known : undefined)
  if (isFixed)
    return (
      <p class="field">
        {label} <strong>{value}</strong>
        <input type="hidden" name={name} value={value} />
      </p>
    )
  if (kind === 'flag')
    return (
      <p class="field">
        <label>
          <input type="checkbox" name={name} value="true" checked={value === 'true'} /> {label}
        </label>
      </p>
    )
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {required === true ? <span class="soft"> required</span> : null}
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Faults faults={faults.map(fault => named(fault, field))} id={`${id}-fault`} of={name} />
      {kind === 'fixture' ? (
        <FixtureField id={id} name={name} value={value} faults={faults} />
      ) : chosen === undefined ? (
        <TextInput id={id} field={field} value={value} offers={offers} described={described} />
      ) : (
        <Select id={id} field={field} value={value} chosen={chosen} described={described} />
      )}
    </div>
  )
}

type InputProps = {
  readonly id: string
  readonly field: ActionField
  readonly value: string
  readonly described: object
}

function TextInput(props: InputProps & { readonly offers: readonly Choice[] }) {
  const { id, field, value, offers, described } = props
  return (
    <>
      <input
        type="text"
        id={id}
        name={field.name}
        value={value}
        autocomplete="off"
        spellcheck={false}
        {...(offers.length === 0 ? {} : { list: `${id}-offers` })}
        {...described}
      />
      {offers.length === 0 ? null : (
        <datalist id={`${id}-offers`}>
          {offers.map(([one, shown]) => (
            <option value={one}>{plainName(shown)}</option>
          ))}
        </datalist>
      )}
    </>
  )
}

function Select(props: InputProps & { readonly chosen: readonly Choice[] }) {
  const { id, field, value, chosen, described } = props
  const { name, required, preset, titles } = field
  return (
    <select id={id} name={name} {...described}>
      {(required === true || preset !== undefined) && value !== '' ? null : (
        <option value="">{required === true ? 'Choose …' : (titles?.[''] ?? 'Any')}</option>
      )}
      {chosen.map(([choice, shown]) => (
        <option value={choice} selected={choice === value}>
          {plainName(shown)}
        </option>
      ))}
    </select>
  )
}

function FixtureField(props: {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly faults: readonly ActionFault[]
}) {
  const { id, name, value, faults } = props
  return (
    <>
      <p class="hint" id={`${id}-hint`}>
        JSON or YAML, here or in a file of up to 2 MiB; a larger one by <code>npx sandbank fixture apply FILE</code>.
      </p>
      <TextField
        id={id}
        name={name}
        value={value}
        rows={12}
        language="yaml"
        schema={FIXTURE_SCHEMA_PATH}
        describedBy={faults.length > 0 ? `${id}-fault ${id}-hint` : `${id}-hint`}
        faults={faults}
      />
      <p>
        <label for={`${id}-file`}>Or a file</label>{' '}
        <input type="file" id={`${id}-file`} name={name} accept=".json,.yaml,.yml" />
      </p>
    </>
  )
}

const MOST_SHOWN = 4_000
const MOST_OFFERED = 100

/** The mutation and the command for the entered values; a sentence instead while a value is missing. */
function SameElsewhere(props: Pick<Props, 'c' | 'ctx' | 'name' | 'entered' | 'fixture'>) {
  const { c, ctx, name, entered, fixture } = props
  const missing = faultsOf(name, entered).filter(({ path }) => path !== 'fixture')
  if (missing.length > 0)
    return <p class="soft">{missing[0]?.text} The GraphQL and the command appear here when the form is complete.</p>
  return <Elsewhere c={c} ctx={ctx} {...shownAs(name, entered, fixture)} />
}

/** The mutation, with variables unless a document is too long to be shown or could not be read. */
function shownAs(name: ActionName, entered: FieldValues, fixture: object | undefined) {
  const { fixture: text = '' } = entered
  const takesFixture = fieldsThatCount(ACTIONS[name], entered).some(({ kind }) => kind === 'fixture')
  if (!takesFixture || (fixture !== undefined && text.length <= MOST_SHOWN)) return documentOf(name, entered, fixture)
  return { ...documentOf(name, { ...entered, fixture: '{}' }), variables: undefined }
}
