/**
 * One word of bash or zsh. Control characters other than newlines are spelled, since a terminal would act on them while pasting; those of direction too,
 * which would show another command than is run.
 */
export function quote(text: string): string {
  if (/[^\P{Cc}\n]|\p{Bidi_Control}/u.test(text))
    return `$'${text.replace(/[\\']/g, '\\$&').replace(/\p{Cc}|\p{Bidi_Control}/gu, spell)}'`
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** As bytes in octal, which no character after it can become a part of: a control character beyond ASCII has two bytes in UTF-8. */
function spell(character: string): string {
  return [...Buffer.from(character)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** The same, without quotation marks where a shell takes the text as it is. */
export function wordOf(text: string): string {
  return /^[\w/.:-]+$/.test(text) ? text : quote(text)
}
