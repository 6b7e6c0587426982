import { isDay } from '../domain/calendar.ts'

/** A value converted to the required form; undefined where that is ambiguous. */
type Near = (found: unknown) => string | undefined

/** An amount that is a number, or has a comma, spaces, a currency or too many digits. */
export const nearAmount =
  (digits = 2): Near =>
  found => {
    const text = textOf(found).replaceAll(/[A-Za-z]{3}(?=\s)|\s/g, '')
    const mark = /[.,](?=\d{1,2}$)/.exec(text)?.index ?? (text.match(/[.,]/g)?.length === 1 ? text.indexOf('.') : -1)
    const [whole, rest] = mark < 0 ? [text, ''] : [text.slice(0, mark), text.slice(mark + 1)]
    const plain = whole.replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '')
    if (!/^\d{1,13}$/.test(plain) || !/^\d*$/.test(rest) || /^0*$/.test(plain + rest)) return undefined
    return digits === 0 ? plain : `${plain}.${rest.slice(0, digits).padEnd(digits, '0')}`
  }

/** A currency in lower case. */
export const nearCurrency: Near = found => matching(textOf(found).trim().toUpperCase(), /^[A-Z]{3}$/)

/** An IBAN in lower case, or with hyphens or dots. */
export const nearIban: Near = found =>
  matching(
    textOf(found)
      .replaceAll(/[\s.-]/g, '')
      .toUpperCase(),
    /^[A-Z]{2}\d{2}[A-Z\d]{1,30}$/,
  )

/** A day with its time, without hyphens, or as people write it: the month comes first where the second number is over 12. */
export const nearDay: Near = found => {
  const written = textOf(found)
    .trim()
    .replace(/^(\d{4})-?(\d\d)-?(\d\d)(?:[T ].*)?$/, '$1-$2-$3')
    .replace(/^(\d{1,2})[./](\d{1,2})[./](\d{4})$/, (_, one: string, other: string, year: string) =>
      (Number(other) > 12 ? [year, one, other] : [year, other, one]).map(part => part.padStart(2, '0')).join('-'),
    )
  return isDay(written) ? written : undefined
}

/** A number or boolean as a text. */
export const nearText: Near = found =>
  typeof found === 'number' || typeof found === 'boolean' || (typeof found === 'string' && found !== '')
    ? String(found)
    : undefined

function matching(text: string, pattern: RegExp): string | undefined {
  return pattern.test(text) ? text : undefined
}

function textOf(found: unknown): string {
  return typeof found === 'string' || typeof found === 'number' ? String(found) : ''
}
