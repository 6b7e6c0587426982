import type { Context as HonoContext } from 'hono'
import { STORY_FORMS, type StoryForm } from '../../../api/graphql/workbench.ts'
import type { Context } from '../../../bank/context.ts'
import { namesOfTpps } from '../../../bank/resolvers/tpps.ts'
import { DomainError } from '../../../domain/errors.ts'
import { distinctNames } from '../../../domain/tpps.ts'
import { worldBasePath } from '../../../domain/worlds.ts'
import { pageOfRequests } from '../../../sandbox/journal/requests.ts'
import { stepsOf } from '../../explain/stories/compose.ts'
import type { StoryTpp } from '../../explain/stories/story.ts'
import { counted } from '../language.ts'
import type { PagesOptions } from '../options.ts'
import { Code, Empty } from '../parts.tsx'
import { respond } from '../respond.tsx'
import { type CallQuery, callQueryOf, filterOf, searchOf } from './calls.tsx'
import { Select } from './filter-form.tsx'
import { ConsoleFrame } from './frame.tsx'

/** The table of the forms of a story: the title and the file name of each. */
const FORMS = {
  VITEST: ['vitest', 'story.test.mjs'],
  JEST: ['jest', 'story.test.cjs'],
  NODE_TEST: ['node:test', 'story.test.mjs'],
  PYTEST: ['pytest', 'test_story.py'],
  CURL: ['curl in bash', 'story.sh'],
  HAR: ['HAR', 'story.har'],
  MERMAID: ['Mermaid', 'story.mmd'],
} as const satisfies Record<StoryForm, readonly [title: string, file: string]>

/** When no call is ticked, the story has this many of the latest filtered calls. */
const LATEST = 50

/** Copies the ticked calls of a list as one story (D104). The boxes of the rows belong to this form, which is shown while one is ticked. */
export function TickedStory({ action }: { readonly action: string }) {
  return (
    <form id="story" method="get" action={action} class="story ticked">
      <FormChoice />
      <span class="soft">A story has also what PSUs and the operator did between its calls.</span>
    </form>
  )
}

function FormChoice({ form }: { readonly form?: StoryForm }) {
  return (
    <>
      <span>As one story in</span>
      <Select
        name="form"
        label="As one story"
        chosen={form}
        choices={STORY_FORMS.map(one => [one, FORMS[one][0]] as const)}
      />
      <button type="submit" class="second">
        Show story
      </button>
      <button type="submit" class="second" name="download" value="yes">
        Download
      </button>
    </>
  )
}

/** The page of a story, or its file. */
export function showStory({ copyCalls }: PagesOptions) {
  return async (c: HonoContext, ctx: Context): Promise<Response> => {
    const query = await callQueryOf(c, ctx)
    const form = STORY_FORMS.find(one => one === c.req.query('form')) ?? 'VITEST'
    const ticked = c.req.queries('id') ?? []
    const ids = ticked.length > 0 ? ticked : await latestOf(ctx, query)
    const base = worldBasePath(ctx.world)
    const found = ids.length === 0 ? undefined : await copyCalls(ctx, ids, form).catch(unlessRefused)
    const [text, refusal] = found instanceof DomainError ? [undefined, found] : [found, undefined]
    const [title, file] = FORMS[form]
    if (text !== undefined && c.req.query('download') !== undefined)
      return c.body(text, 200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file}"`,
        'Cache-Control': 'no-store',
      })
    return respond(
      c,
      <ConsoleFrame title={`A story as ${title}`} here="calls" scripts={['copy.js']}>
        <p class="crumbs">
          <a href={`${base}/requests${searchOf(query).size === 0 ? '' : `?${searchOf(query)}`}`}>Calls</a>
        </p>
        <h1>{`${counted(ids.length, 'call')} as ${title}`}</h1>
        <form method="get" action={`${base}/requests/story`} class="story">
          {ids.map(id => (
            <input type="hidden" name="id" value={id} />
          ))}
          <FormChoice form={form} />
        </form>
        {refusal !== undefined ? (
          <Refusal
            refusal={refusal}
            choices={await choicesByTpp(ctx, ids)}
            address={`${base}/requests/story?form=${form}`}
          />
        ) : text === undefined ? (
          <Empty>The journal has no call of a TPP that the filter leaves.</Empty>
        ) : (
          <div class="kept">
            <Code>{text}</Code>
          </div>
        )}
      </ConsoleFrame>,
      { isPrivate: true, refusal },
    )
  }
}

function unlessRefused(error: unknown): DomainError {
  if (error instanceof DomainError && error.code === 'FORMAT_ERROR') return error
  throw error
}

type TppChoice = { readonly name: string; readonly ids: readonly string[] }

/** Why these calls have no such form, and those of each TPP alone if there are several. */
function Refusal(props: {
  readonly refusal: DomainError
  readonly choices: readonly TppChoice[]
  readonly address: string
}) {
  const { refusal, choices, address } = props
  return (
    <>
      <p class="error" role="alert">
        {refusal.faults.map(({ text }) => text).join(' ')}
      </p>
      {choices.length < 2 ? null : (
        <ul>
          {choices.map(({ name, ids }) => (
            <li>
              <a href={`${address}${ids.map(id => `&id=${id}`).join('')}`}>
                {ids.length === 1 ? 'The call' : `The ${counted(ids.length, 'call')}`} of {name} alone
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The calls of each TPP; none where the journal has not all of them. */
async function choicesByTpp(ctx: Context, ids: readonly string[]): Promise<TppChoice[]> {
  const steps = await stepsOf(ctx, ids).catch(unlessRefused)
  if (steps instanceof DomainError) return []
  const names = new Map(distinctNames(await namesOfTpps(ctx)))
  const callsOf = new Map<StoryTpp, string[]>()
  for (const step of steps)
    if (step.kind === 'CALL') callsOf.set(step.tpp, [...(callsOf.get(step.tpp) ?? []), step.call.id])
  return [...callsOf].map(([tpp, own]) => ({ name: names.get(tpp.id ?? '') ?? tpp.name, ids: own }))
}

async function latestOf(ctx: Context, query: CallQuery): Promise<string[]> {
  const { rows } = await pageOfRequests(ctx, { first: LATEST }, { ...filterOf(query), by: ['TPP'] })
  return rows.map(({ id }) => id)
}
