import type { StoryForm } from '../../../api/graphql/workbench.ts'
import type { Context } from '../../../bank/context.ts'
import { composeStory, stepsOf } from './compose.ts'
import { curlStory } from './curl.ts'
import { javascriptStory, RUNNERS } from './javascript.ts'
import { pytestStory } from './pytest.ts'
import { harStory } from './recordings.ts'
import { type Arrow, arrowsOf, mermaidStory } from './sequence.ts'
import type { Story } from './story.ts'

const WRITERS: Readonly<Record<StoryForm, (story: Story) => string>> = {
  VITEST: javascriptStory(RUNNERS.VITEST),
  JEST: javascriptStory(RUNNERS.JEST),
  NODE_TEST: javascriptStory(RUNNERS.NODE_TEST),
  PYTEST: pytestStory,
  CURL: curlStory,
  HAR: harStory,
  MERMAID: mermaidStory,
}

/** Calls of this world's journal as one story in a form (D104). */
export async function copyCalls(ctx: Context, ids: readonly string[], form: StoryForm): Promise<string> {
  return WRITERS[form](await composeStory(ctx, ids))
}

/** The messages of the same story, for the drawing (D106). */
export async function sequenceOf(ctx: Context, ids: readonly string[]): Promise<readonly Arrow[]> {
  return arrowsOf({ steps: await stepsOf(ctx, ids) })
}
