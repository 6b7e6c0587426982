import { expect, it } from 'vitest'
import { withoutEnd } from '../../src/domain/texts.ts'

it.each([
  ['', ''],
  ['=', ''],
  ['==', ''],
  ['a', 'a'],
  ['a=', 'a'],
  ['a===', 'a'],
  ['=a=b==', '=a=b'],
  ['a= ', 'a= '],
])('%j without each = that it ends with is %j', (text, left) => expect(withoutEnd(text, '=')).toBe(left))
