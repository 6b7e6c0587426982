import { remember } from './remembered.ts'

/** The name of a header in small letters. There is room for more names than the clients of a bank use. */
export const inSmallLetters = remember(name => name.toLowerCase(), { most: 1_000, longest: 60 })
