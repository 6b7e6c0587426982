import { type GraphqlAsk, withText } from './commands.ts'

/** A call with what GraphQL suggests where it refuses one. */
export function withSuggestion(asked: GraphqlAsk, text: string): GraphqlAsk {
  const told = text.slice(0, LONGEST_TOLD)
  for (const [words, change] of SUGGESTIONS) {
    const [match, wrong = '', meant = ''] = words.exec(told) ?? []
    if (match !== undefined) return change(asked, wrong, meant)
  }
  return asked
}

// Names can be as long as a document.
const LONGEST_TOLD = 1_000

/** What it says, and what is done: the first that fits. */
const SUGGESTIONS: readonly (readonly [RegExp, (asked: GraphqlAsk, wrong: string, meant: string) => GraphqlAsk])[] = [
  [/must have a selection of subfields\. Did you mean "(\w+) \{/, withSelection],
  [/field "(\w+)"[^?]*Did you mean to use an inline fragment on "(\w+)"/, withType],
  [/alue:? "(\w+)"[^?]*Did you mean the enum value "(\w+)"/, withValueOf],
  [/"(\w+)"[^?]*Did you mean "(\w+)"/, withName],
]

function withSelection({ query, variables }: GraphqlAsk, field: string): GraphqlAsk {
  return { query: query.replace(new RegExp(`${fieldOf(field)}(?!\\s*[({:])`), '$& { __typename }'), variables }
}

/** Only some of the types have the field. */
function withType({ query, variables }: GraphqlAsk, field: string, type: string): GraphqlAsk {
  const whole = new RegExp(`${fieldOf(field)}(?:\\s*${SELECTION})?`)
  return { query: query.replace(whole, `... on ${type} { $& }`), variables }
}

/** A value of an enum, which has no quotation marks in a document. */
function withValueOf({ query, variables }: GraphqlAsk, wrong: string, meant: string): GraphqlAsk {
  const written = new RegExp(`"${wrong}"|${named(wrong)}`, 'g')
  return { query: query.replace(written, meant), variables: withText(variables, wrong, meant) }
}

function withName({ query, variables }: GraphqlAsk, wrong: string, meant: string): GraphqlAsk {
  return { query: query.replace(new RegExp(named(wrong), 'g'), meant), variables }
}

/** As patterns: a name that is no variable's, a field with its arguments, and what is selected of one, three levels deep. */
function named(name: string): string {
  return `(?<![$\\w])${name}\\b`
}

function fieldOf(name: string): string {
  return `${named(name)}(?:\\s*\\([^()]*\\))?`
}

const SELECTION = '\\{(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*\\})*\\})*\\}'
