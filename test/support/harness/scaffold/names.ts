/** A name that the scaffold cannot take. Its text says what would be right. */
export class WrongName extends Error {}

/** The forms of a name in code and in sentences. */
export type Forms = {
  /** `savings-goals`: the file of the noun in each room. */
  readonly file: string
  /** `savingsGoal` and `savingsGoals`. */
  readonly one: string
  readonly many: string
  /** `SavingsGoal` and `SavingsGoals`. */
  readonly One: string
  readonly Many: string
  /** `savings goal` and `savings goals`, and the first with its article. */
  readonly word: string
  readonly words: string
  readonly aWord: string
}

/** The forms of a noun, from its plural in kebab-case, and its singular where that does not follow. */
export function nounForms(name: string, given?: string): Forms {
  for (const one of [name, ...(given === undefined ? [] : [given])]) {
    const kebab = kebabOf(one)
    if (kebab !== one) throw new WrongName(`"${one}" is not kebab-case: ${didYouMean('noun', kebab)}`)
  }
  const singular = given ?? singularOf(name)
  if (singular === undefined)
    throw new WrongName(
      `"${name}" is no noun in the plural: ${didYouMean('noun', pluralOf(name))}, or name its singular behind it, as in people person.`,
    )
  if (singular === name)
    throw new WrongName(`"${name}" is the same in the singular, so a list could not be named: take another noun.`)
  const word = singular.replaceAll('-', ' ')
  return {
    file: name,
    one: camel(singular),
    many: camel(name),
    One: capital(camel(singular)),
    Many: capital(camel(name)),
    word,
    words: name.replaceAll('-', ' '),
    aWord: withArticle(word),
  }
}

/** The words of an operation, from its name in kebab-case: what is done, and to what, in kebab-case too. */
export function operationWords(name: string): { readonly verb: string; readonly noun: string } {
  const kebab = kebabOf(name)
  if (kebab !== name) throw new WrongName(`"${name}" is not kebab-case: ${didYouMean('operation', kebab)}`)
  const [verb = '', ...noun] = name.split('-')
  if (noun.length === 0)
    throw new WrongName(`"${name}" names no noun: say what is done and to what, such as ${name}-account.`)
  return { verb, noun: noun.join('-') }
}

/** A name with its letters in lower case and a hyphen between its words. */
export function kebabOf(name: string): string {
  const kebab = name
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, '-$&')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  if (kebab === '') throw new WrongName(`"${name}" has no letters: a name is words of a to z, such as savings-goals.`)
  return kebab
}

export function didYouMean(kind: string, name: string): string {
  return `npm run scaffold -- ${kind} ${name}`
}

function singularOf(name: string): string | undefined {
  if (!/[^s]s$/.test(name) || /[iu]s$/.test(name)) return undefined
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y')
  return name.replace(/(ss|(?<![ao])us|x|ch|sh)es$|s$/, '$1')
}

export function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return name.replace(/y$/, 'ies')
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

export function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}
