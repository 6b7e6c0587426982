import { CALLS } from './calls.ts'
import { COMPARE } from './compare.ts'
import { EVERY_DAY } from './every-day.ts'
import { JOURNAL } from './journal.ts'
import { PROGRAMS } from './programs.ts'
import { WORLDS } from './worlds.ts'

export const EFFECTS = { ...CALLS, ...COMPARE, ...EVERY_DAY, ...JOURNAL, ...WORLDS, ...PROGRAMS }

/** Options of what runs as a process of its own, or needs PostgreSQL. */
const APART = /^(?:start|exec|proxy|move|mcp) |^log --follow/

export const EFFECTS_HERE = Object.entries(EFFECTS).filter(([option]) => !APART.test(option))
export const EFFECTS_APART = Object.entries(EFFECTS).filter(([option]) => APART.test(option))
