import { afterAll, expect } from 'vitest'
import { endChildren } from './children.ts'

afterAll(() => expect(endChildren(), 'servers that the tests of this file left running').toEqual([]))
