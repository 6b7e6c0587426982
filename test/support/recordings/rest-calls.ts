import { ROUTES } from '../../../src/api/rest/routes.ts'
import type { Recorder } from './recorder.ts'

/** Each operation of REST once with success, by its heading: what a client gets, and what is stored then. */
export async function recordOperations({ scene }: Recorder): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const { operation, tag } of ROUTES) {
    const file = `rest-${fileName(tag)}`
    const text = await scene(fileName(operation), async actor => {
      const answer = await actor.example(operation)
      if (answer.status >= 300) throw new Error(`The example of ${operation} is refused: ${answer.text}`)
      return answer
    })
    texts.set(file, (texts.get(file) ?? '') + text)
  }
  return texts
}

/** In small letters with hyphens. */
export function fileName(words: string): string {
  return words
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll(/\W+/g, '-')
    .toLowerCase()
}
