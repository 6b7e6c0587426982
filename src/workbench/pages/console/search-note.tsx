import { MOST_FOUND, SEARCHED } from '../../../bank/resolvers/search.ts'
import { formatCount } from '../language.ts'

/** Says among how many rows a word was searched for, where that may not be all, and that more was found than is shown. */
export function SearchNote(props: { readonly word: string; readonly of: string; readonly found: number | undefined }) {
  const { word, of, found } = props
  return (
    <p class="soft">
      The beginning of a word in {word} is searched for among the newest {formatCount(SEARCHED)} {of}; all else is found
      exactly.{found !== MOST_FOUND ? '' : ` These are the newest ${MOST_FOUND} that were found.`}
    </p>
  )
}
