/**
 * One word of bash or zsh. Control characters other than newlines are escaped, since a terminal would obey them while pasting; so are those of
 * direction, which would show another command than the one that runs.
 */
export function quote(text: string): string {
  if (/[^\P{Cc}\n]|\p{Bidi_Control}/u.test(text))
    return `$'${text.replace(/[\\']/g, '\\$&').replace(/\p{Cc}|\p{Bidi_Control}/gu, spell)}'`
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** As octal bytes, which cannot join with a character after them: a control character beyond ASCII has two bytes in UTF-8. */
function spell(character: string): string {
  return [...Buffer.from(character)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** A header as curl and `sandbank call` take it: a name with a colon and no value would leave the header out. */
export function headerWord(name: string, value: string): string {
  return value === '' ? `${name};` : `${name}: ${value}`
}

/** The same as quote, without quotation marks if a shell accepts the text as it is. */
export function wordOf(text: string): string {
  return /^[\w/.:-]+$/.test(text) ? text : quote(text)
}
