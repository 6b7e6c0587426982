import { Table } from '../parts.tsx'
import { Cited } from '../whole-words.tsx'
import { TERMS } from './terms.ts'

/** The terms of the product (D107). A guard checks all texts against the same table. */
export function Words() {
  return (
    <>
      <h1>Words</h1>
      <p class="lead">Each thing has one word here, in the console, in GraphQL and in the command line.</p>
      <Table
        head={['Word', 'What it is']}
        named={0}
        rows={TERMS.map(({ word, means }) => [word, <Cited text={means} />])}
      />
    </>
  )
}
