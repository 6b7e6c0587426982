/** D95: the last 10,000 calls of a world, or 24 hours, each with this much of its bodies. */
export const JOURNAL_LIMITS = { calls: 10_000, ms: 86_400_000, bodyBytes: 65_536 } as const

/** How many records of losses are stored, for all worlds together. */
export const MOST_LOSSES = 1_000
