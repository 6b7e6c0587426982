export const filled = (text: string, length: number, { before = '', after = '' } = {}) =>
  before + text.repeat(Math.max(1, Math.floor((length - before.length - after.length) / text.length))) + after

/** Documents that make a careless reader of GraphQL slow, or fail: each as long as one that is mended may be, and as long as any that is kept. */
export const HOSTILE_DOCUMENTS: readonly (readonly [what: string, document: string])[] = [1_990, 60_000].flatMap(
  length =>
    (
      [
        ['selections within each other', filled('{a', length)],
        ['lists within each other', filled('[', length, { before: '{clock(x:' })],
        ['objects within each other', filled('{a:', length, { before: '{clock(x:' })],
        ['arguments within each other', filled('{a(', length)],
        ['unknown fields', filled('clok nw ', length, { before: '{', after: '}' })],
        ['fields that conflict', filled('a: clock{now} a: world{name} ', length, { before: '{', after: '}' })],
        [
          'fields that conflict, of one type',
          filled('a: clock{now} b: clock{a: now} ', length, { before: '{', after: '}' }),
        ],
        ['single quotes', filled("'", length)],
        ['quotes', filled('"', length)],
        ['curled quotes', filled('\u201c', length)],
        ['directives', filled('@a ', length, { before: '{clock ', after: '{now}}' })],
        ['variables', filled('$v ', length, { before: '{clock(a: [', after: ']){now}}' })],
        ['fragments that are not used', filled('fragment F on Clock{now} ', length, { before: '{clock{now}} ' })],
        ['spreads of a fragment', filled('...F ', length, { before: 'fragment F on Query{...F} {', after: '}' })],
        ['operations', filled('{clock{now}} ', length)],
        ['brackets that end', filled('}', length)],
        ['words', filled('query ', length)],
      ] as const
    ).map(([what, document]) => [`${document.length} characters of ${what}`, document] as const),
)
