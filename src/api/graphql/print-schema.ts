import { writeFileSync } from 'node:fs'
import { printedSchema } from './schema.ts'

/** `npm run schema`: writes the schema to schema.graphql at the root of the repository. */
writeFileSync(new URL('../../../schema.graphql', import.meta.url), printedSchema())
