import type { Child } from 'hono/jsx'
import { FIXTURE_SCHEMA_PATH } from '../../../../domain/fixtures.ts'
import { fieldOf } from '../../../../domain/given.ts'
import { TextField } from '../../editor/text-field.tsx'
import { Form } from '../../fields.tsx'
import { Program, plainName } from '../../parts.tsx'
import { type ActionFault, isBelow } from '../actions/outcomes.ts'
import { Faults, named } from '../actions/page.tsx'
import { isFirst } from './first-values.ts'
import { MOST_OFFERED, type Offer } from './offers.ts'
import { isFree, type OfferName, offerNameAt, type SheetField } from './sheet-fields.ts'
import {
  countAt,
  countOf,
  inputName,
  isGiven,
  isSameCurrency,
  namingIn,
  places,
  type SheetValues,
  valueAt,
} from './sheet-values.ts'
import type { Sheet } from './sheets.ts'

export type SheetProps = {
  readonly sheet: Sheet
  readonly entered: SheetValues
  readonly example: unknown
  readonly offers: ReadonlyMap<OfferName, readonly Offer[]>
  readonly faults: readonly ActionFault[]
  readonly token: string
  /** The address that the form is sent to, and the page without the sheet. */
  readonly action: string
  readonly close: string
  /** The mutation for what is entered, and GraphiQL with it; or why there is none yet. Undefined until it is asked for. */
  readonly graphql: { readonly query: string; readonly href: string } | { readonly missing: string } | undefined
}

type Part = SheetProps & {
  readonly field: SheetField
  readonly path: readonly string[]
  /** The labels of the groups around it. */
  readonly within?: string
  /** Whether others stand beside it, under one name that says what they are. */
  readonly isBeside?: boolean
  /** Whether its place has the focus when the page opens. */
  readonly focus: string | undefined
}

/** A form over the page: what it makes or changes, its fields, and the same in GraphQL. Without scripts it stands beside the list, with them above it. */
export function SheetOver(props: SheetProps) {
  const { sheet, faults, token, action, close, graphql } = props
  const { title, does, fields } = sheet
  const here = fieldPaths(sheet, fields, [], props.entered)
  const others = faults.filter(({ path = '' }) => !here.some(one => isBelow(path, one)))
  const focus =
    faults.find(fault => !others.includes(fault))?.path ??
    here.find(path => isOpen(props, path)) ??
    here.find(path => path !== 'id')
  return (
    <dialog id="making" class="making" open aria-labelledby="making-title" data-close={close}>
      <Form action={action} token={token} isUpload={hasDocument(fields)}>
        {/* Enter in a field presses the first button. */}
        <button type="submit" hidden>
          {title}
        </button>
        <div class="heading">
          <h2 class="first" id="making-title">
            {title}
          </h2>
          <a class="button second" href={close}>
            Close
          </a>
        </div>
        <Faults faults={others} id="making-fault" />
        <FieldList {...props} fields={fields} at={[]} focus={focus} />
        <div class="actions">
          <button type="submit">{does === 'new' ? title.replace('New', 'Make') : 'Save'}</button>
          <button type="submit" class="second" name="step" value="graphql">
            {'Show as GraphQL'}
          </button>
        </div>
        <div id="making-graphql" aria-live="polite">
          <AsGraphql graphql={graphql} />
        </div>
      </Form>
    </dialog>
  )
}

const hasDocument = (fields: readonly SheetField[]): boolean =>
  fields.some(field => field.kind === 'document' || hasDocument(field.fields))

function AsGraphql({ graphql }: Pick<SheetProps, 'graphql'>) {
  if (graphql === undefined) return null
  if ('missing' in graphql)
    return <p class="soft">{graphql.missing} The GraphQL appears here when the form is complete.</p>
  return (
    <>
      <Program language="graphql" text={graphql.query} />
      <p>
        <a href={graphql.href}>Open it in GraphiQL</a>
      </p>
    </>
  )
}

/** The paths of the fields that a person enters, in their order. */
function fieldPaths(
  sheet: Sheet,
  fields: readonly SheetField[],
  at: readonly string[],
  entered: SheetValues,
): string[] {
  return fields.flatMap(field => {
    const path = [...at, field.name]
    if (isSameCurrency(sheet, path)) return []
    if (field.kind === 'group') return [...fieldPaths(sheet, field.fields, path, entered), path.join('.')]
    if (field.kind === 'entries')
      return [
        ...places(countAt(entered, path)).flatMap(place => fieldPaths(sheet, field.fields, [...path, place], entered)),
        path.join('.'),
      ]
    return [path.join('.')]
  })
}

/** The first field that still has to be filled. */
function isOpen({ sheet, entered }: SheetProps, path: string): boolean {
  const field = sheet.fields.find(({ name }) => name === path)
  return field?.isRequired === true && valueAt(entered, [path]) === ''
}

type ListProps = SheetProps & {
  readonly fields: readonly SheetField[]
  readonly at: readonly string[]
  readonly within?: string
  readonly focus: string | undefined
}

/** Fields that are needed, and the others behind "More". */
function FieldList(props: ListProps) {
  const { fields, at, entered, faults, focus } = props
  const all = fields.map(field => ({ field, path: [...at, field.name] }))
  const rest = restOf(props, all)
  const isTouched = rest.some(
    ({ field, path }) =>
      isGiven(field, path, entered) || faults.some(fault => isBelow(fault.path ?? '', path.join('.'))),
  )
  return (
    <>
      {all.flatMap(({ field, path }) =>
        isFirst(props.sheet, field, path, exampleAt(props.example, at)) ? (
          <FieldOf {...props} field={field} path={path} focus={focus} />
        ) : (
          []
        ),
      )}
      {rest.length === 0 ? null : (
        <details class="fold" open={isTouched}>
          <summary>More</summary>
          {rest.map(({ field, path, within }) => (
            <FieldOf {...props} field={field} path={path} within={within} focus={focus} />
          ))}
        </details>
      )}
    </>
  )
}

type Place = { readonly field: SheetField; readonly path: readonly string[]; readonly within?: string }

/** What stands behind "More": whole fields, and those of groups that can be left out of them. */
function restOf(props: ListProps, all: readonly Place[]): readonly Required<Place>[] {
  return all.flatMap(({ field, path, within = '' }) => {
    if (!isFirst(props.sheet, field, path, exampleAt(props.example, path.slice(0, -1))))
      return [{ field, path, within }]
    if (field.kind !== 'group') return []
    const own = field.fields.map(one => ({ field: one, path: [...path, one.name], within: `${field.label}: ` }))
    return restOf(props, own)
  })
}

/** What the example has at a place. Every entry of a list is as its first ones. */
const exampleAt = (example: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => fieldOf(at, name) ?? (Array.isArray(at) ? at[0] : undefined), example)

function FieldOf(props: Part) {
  const { sheet, field, path } = props
  if (isSameCurrency(sheet, path)) return null
  const id = idOf(path)
  if (field.kind === 'group') return <Group {...props} />
  if (field.kind === 'entries') return <Entries {...props} />
  if (field.kind === 'one') return <OneOf {...props} />
  if (field.kind === 'several' && choicesOf(props) !== undefined) return <Ticks {...props} />
  if (sheet.does === 'change' && path.join('.') === 'id')
    return <input type="hidden" name={inputName(path)} value={valueAt(props.entered, path)} />
  return (
    <div class="field">
      <label for={id}>{labelIn(props)}</label>
      <Said {...props} />
      <Input {...props} />
    </div>
  )
}

const idOf = (path: readonly string[]) => `in-${path.join('-')}`
const labelIn = ({ within = '', field }: Part) => `${within}${within === '' ? field.label : lowered(field.label)}`
const lowered = (label: string) => (/^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1))

/** What a field is, and what is wrong with it. */
function Said(props: Part) {
  const { field, path } = props
  const id = idOf(path)
  const faults = faultsAt(props)
  return (
    <>
      {isSaid(props) ? (
        <p class="hint" id={`${id}-hint`} title={field.about}>
          {hintOf(field)}
        </p>
      ) : null}
      <Faults
        faults={faults.map(fault => named(fault, { name: path.join('.'), label: field.label }))}
        id={`${id}-fault`}
        of={path.join('.')}
      />
    </>
  )
}

/** Of so few words, such as "The account's id.", the label says all. */
const FEW_WORDS = 5
const isSaid = ({ field, isBeside = false }: Part) => !isBeside && hintOf(field).split(' ').length > FEW_WORDS

/** How a description begins; all of it is the title. */
const hintOf = ({ about }: SheetField) => about.split(/[.:;](?= |$)/, 1).join('')

/** The faults of a field; of a group and of a list those that none of their fields has. */
function faultsAt({ faults, field, path, sheet, entered }: Part): readonly ActionFault[] {
  const own = path.join('.')
  const inner =
    field.kind === 'entries' || field.kind === 'group' ? fieldPaths(sheet, [field], path.slice(0, -1), entered) : []
  return faults.filter(({ path: at = '' }) => isBelow(at, own) && !inner.some(one => one !== own && isBelow(at, one)))
}

type InputMarks = {
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: 'true'
  readonly required?: boolean
  readonly autofocus?: boolean
}

function describedBy(props: Part): InputMarks {
  const id = idOf(props.path)
  const isFaulty = faultsAt(props).length > 0
  const said = [...(isFaulty ? [`${id}-fault`] : []), ...(isSaid(props) ? [`${id}-hint`] : [])]
  return {
    ...(said.length === 0 ? {} : { 'aria-describedby': said.join(' ') }),
    ...(isFaulty ? { 'aria-invalid': 'true' } : {}),
    ...(props.field.isRequired ? { required: true } : {}),
    ...(props.focus === props.path.join('.') ? { autofocus: true } : {}),
  }
}

function Input(props: Part) {
  const { field, path, entered } = props
  const [id, name, value] = [idOf(path), inputName(path), valueAt(entered, path)]
  const choices = choicesOf(props)
  const described = describedBy(props)
  if (field.kind === 'document')
    return (
      <>
        <TextField
          id={id}
          name={name}
          value={value}
          rows={8}
          language="yaml"
          schema={FIXTURE_SCHEMA_PATH}
          faults={faultsAt(props)}
        />
        <p>
          <label for={`${id}-file`}>Or a file</label>{' '}
          <input type="file" id={`${id}-file`} name={name} accept=".json,.yaml,.yml" />
        </p>
      </>
    )
  if (field.kind === 'lines' || field.kind === 'several')
    return (
      <textarea id={id} name={name} rows={3} spellcheck={false} {...described}>
        {(entered.get(path.join('.')) ?? []).join('\n')}
      </textarea>
    )
  if (choices !== undefined && !isFree(path))
    return (
      <select id={id} name={name} {...described}>
        {field.isRequired && value !== '' ? null : (
          <option value="">{field.isRequired ? 'Choose …' : 'Not given'}</option>
        )}
        <Options choices={choices} value={value} />
      </select>
    )
  const listed = choices ?? field.choices?.map(([word]) => ({ value: word, title: '' }))
  // What is no day could not be shown in a field for days.
  const isDay = field.kind === 'day' && (value === '' || /^\d{4}-\d\d-\d\d$/.test(value))
  return (
    <>
      <input
        type={isDay ? 'date' : 'text'}
        id={id}
        name={name}
        value={value}
        autocomplete="off"
        spellcheck={false}
        {...(field.kind === 'number' ? { inputmode: 'decimal' } : {})}
        {...placeholderOf(props)}
        {...(listed === undefined ? {} : { list: `${id}-offers` })}
        {...described}
      />
      {listed === undefined ? null : (
        <datalist id={`${id}-offers`}>
          {listed.map(({ value: one, title }) => (
            <option value={one}>{plainName(title)}</option>
          ))}
        </datalist>
      )}
    </>
  )
}

function placeholderOf({ field, path, example }: Part): { readonly placeholder?: string } {
  const known = exampleAt(example, path) ?? field.example
  return typeof known === 'string' || typeof known === 'number' ? { placeholder: String(known) } : {}
}

function Options({ choices, value }: { readonly choices: readonly Offer[]; readonly value: string }) {
  const all = value === '' || choices.some(one => one.value === value) ? choices : [...choices, { value, title: value }]
  const groups = [...new Set(all.map(({ group }) => group))]
  const option = (one: Offer) => (
    <option value={one.value} selected={one.value === value}>
      {plainName(one.title)}
    </option>
  )
  return (
    <>
      {groups.map(group => {
        const own = all.filter(one => one.group === group)
        return group === undefined ? own.map(option) : <optgroup label={plainName(group)}>{own.map(option)}</optgroup>
      })}
    </>
  )
}

const YES_OR_NO: readonly Offer[] = [
  { value: 'true', title: 'Yes' },
  { value: 'false', title: 'No' },
]

/** What a person chooses among; undefined where there is too much, or nothing, to choose from. */
function choicesOf({ field, path, offers }: Part): readonly Offer[] | undefined {
  if (field.kind === 'flag') return YES_OR_NO
  if (field.offers !== undefined) {
    const all = offers.get(offerNameAt(field.offers, path)) ?? []
    return all.length === 0 || all.length >= MOST_OFFERED ? undefined : all
  }
  return field.kind === 'choice' || field.kind === 'several'
    ? field.choices?.map(([value, about]) => ({
        value,
        title: about.length > 0 && about.length < SHORT ? `${value}: ${about}` : value,
      }))
    : undefined
}

const SHORT = 60

/** Several of the offered values. */
function Ticks(props: Part) {
  const { path, entered } = props
  const chosen = new Set(entered.get(path.join('.')) ?? [])
  const { 'aria-describedby': said, autofocus = false } = describedBy(props)
  return (
    <fieldset id={idOf(path)} aria-describedby={said}>
      <legend>{labelIn(props)}</legend>
      <Said {...props} />
      {(choicesOf(props) ?? []).map(({ value, title }, place) => (
        <label class="tick-line">
          <input
            type="checkbox"
            name={inputName(path)}
            value={value}
            checked={chosen.has(value)}
            autofocus={place === 0 && autofocus}
          />
          {plainName(title)}
        </label>
      ))}
    </fieldset>
  )
}

/** An object: its needed fields under its name. One that has a single such field is that field. */
function Group(props: Part) {
  const { sheet, field, path, example, faults } = props
  const shown = field.fields.filter(one => {
    const at = [...path, one.name]
    return isFirst(sheet, one, at, exampleAt(example, path)) && !isSameCurrency(sheet, at)
  })
  // Behind "More" all of a group stands together.
  const all = isFirst(sheet, field, path, exampleAt(example, path.slice(0, -1))) ? shown : field.fields
  const naming = namingIn(field)
  const parts = all.map(one => ({ ...one, isRequired: field.isRequired && (one.isRequired || one === naming) }))
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) {
    const at = [...path, only.name]
    const moved = faults.map(fault => (fault.path === path.join('.') ? { ...fault, path: at.join('.') } : fault))
    const part = { ...only, label: field.label, about: field.about }
    return <FieldOf {...props} field={part} path={at} faults={moved} />
  }
  return (
    <fieldset class="group">
      <legend>{labelIn(props)}</legend>
      <Said {...props} />
      <div class="side-by-side">
        {parts.map(one => (
          <FieldOf {...props} within="" isBeside={true} field={one} path={[...path, one.name]} />
        ))}
      </div>
    </fieldset>
  )
}

/** Several objects of one kind; one more is a submit. */
function Entries(props: Part) {
  const { field, path, entered } = props
  const count = countAt(entered, path)
  const noun = lowered(field.label).replace(/s$/, '')
  return (
    <fieldset class="group" id={idOf(path)}>
      <legend>{labelIn(props)}</legend>
      <Said {...props} />
      <input type="hidden" name={inputName([countOf(path)])} value={String(count)} />
      {places(count).map(place => (
        <EntryOf {...props} place={place} isOnly={count === 1 && field.isRequired} />
      ))}
      <p class="row-actions">
        <StepButton step={`add ${path.join('.')}`}>
          Add {/^[aeiou]/.test(noun) ? 'an' : 'a'} {noun}
        </StepButton>
        {count === 0 || (count === 1 && field.isRequired) ? null : (
          <StepButton step={`drop ${path.join('.')}`}>Leave the last one out</StepButton>
        )}
      </p>
    </fieldset>
  )
}

function EntryOf(props: Part & { readonly place: string; readonly isOnly: boolean }) {
  const { field, path, place, isOnly } = props
  const list = <FieldList {...props} within="" fields={field.fields} at={[...path, place]} />
  return isOnly ? (
    list
  ) : (
    <fieldset class="entry">
      <legend>
        {field.label.replace(/s$/, '')} {Number(place) + 1}
      </legend>
      {list}
    </fieldset>
  )
}

function StepButton({ step, children }: { readonly step: string; readonly children: Child }) {
  return (
    <button type="submit" class="second" name="step" value={step}>
      {children}
    </button>
  )
}

/** Fields of which one is given, as cards: the chosen one shows what it takes. */
function OneOf(props: Part) {
  const { field, path, entered } = props
  const chosen = valueAt(entered, path)
  return (
    <fieldset class="options">
      <legend>{labelIn(props)}</legend>
      <Said {...props} />
      {field.fields.map(one => (
        <div class="option">
          <label class="choice">
            <input type="radio" name={inputName(path)} value={one.name} checked={one.name === chosen} />
            <span>
              <strong>{one.label}</strong>
              <small>{hintOf(one)}.</small>
            </span>
          </label>
          {one.kind === 'flag' ? null : (
            <div class="opened">
              <FieldOf
                {...props}
                within=""
                field={{ ...one, about: '', isRequired: one.name === chosen }}
                path={[...path, one.name]}
              />
            </div>
          )}
        </div>
      ))}
    </fieldset>
  )
}
