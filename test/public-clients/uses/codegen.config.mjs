export default {
  schema: 'schema.graphql',
  documents: ['graphql-codegen.ts'],
  generates: {
    './codegen-client/': {
      preset: 'client',
      config: {
        documentMode: 'string',
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: SCALARS(),
      },
    },
  },
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
}

/** Each scalar of the schema goes over the wire as text, but JSON. */
function SCALARS() {
  return Object.fromEntries(
    ['Date', 'DateTime', 'Decimal', 'Duration', 'Currency', 'FixtureLine']
      .map(name => [name, 'string'])
      .concat([['JSON', 'unknown']]),
  )
}
