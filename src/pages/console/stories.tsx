import type { Context as HonoContext } from 'hono'
import type { Context } from '../../context.ts'
import { worldBasePath } from '../../domain/worlds.ts'
import { STORY_FORMS, type StoryForm } from '../../explain/stories/story.ts'
import { pageOfRequests } from '../../journal/requests.ts'
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

/** Copies the ticked calls of a list, or else the filtered ones, as one story (D104). The boxes of the rows belong to this form. */
export function CopyStory(props: {
  readonly action: string
  readonly given: URLSearchParams
  readonly form?: StoryForm
}) {
  const { action, given, form } = props
  return (
    <form id="story" method="get" action={action} class="filters story">
      {[...given].map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <Select
        name="form"
        id="story-form"
        label={form === undefined ? `Ticked calls as one story; the latest ${LATEST} when none is` : 'In another form'}
        chosen={form}
        choices={STORY_FORMS.map(one => [one, FORMS[one][0]] as const)}
      />
      <button type="submit" class="second small">
        Show story
      </button>
      <button type="submit" class="second small" name="download" value="yes">
        Download
      </button>
      {form === undefined ? (
        <span class="soft">
          What PSU and operator did between its calls is in it: for an approval, tick a call after it, too.
        </span>
      ) : null}
    </form>
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
    const text = ids.length === 0 ? undefined : await copyCalls(ctx, ids, form)
    const [title, file] = FORMS[form]
    if (text !== undefined && c.req.query('download') !== undefined)
      return c.body(text, 200, {
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Disposition': `attachment; filename="${file}"`,
        'Cache-Control': 'no-store',
      })
    const given = new URLSearchParams(ids.map(id => ['id', id]))
    return respond(
      c,
      <ConsoleFrame title={`A story as ${title}`} here="calls" scripts={['copy.js']}>
        <p class="crumbs">
          <a href={`${base}/requests${searchOf(query).size === 0 ? '' : `?${searchOf(query)}`}`}>Calls</a>
        </p>
        <h1>{`${ids.length === 1 ? '1 call' : `${ids.length} calls`} as ${title}`}</h1>
        <CopyStory action={`${base}/requests/story`} given={given} form={form} />
        {text === undefined ? (
          <Empty>The journal has no call of a TPP that the filter leaves.</Empty>
        ) : (
          <div class="kept">
            <Code>{text}</Code>
          </div>
        )}
      </ConsoleFrame>,
      { isPrivate: true },
    )
  }
}

async function latestOf(ctx: Context, query: CallQuery): Promise<string[]> {
  const { rows } = await pageOfRequests(ctx, { first: LATEST }, { ...filterOf(query), by: ['TPP'] })
  return rows.map(({ id }) => id)
}
