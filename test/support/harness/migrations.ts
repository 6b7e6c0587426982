import { fileURLToPath } from 'node:url'

/** Each has migrations of its own, for the same models. */
export type Provider = 'sqlite' | 'postgresql'

export const migrationsPath = (provider: Provider): string =>
  fileURLToPath(new URL(`../../../prisma/migrations/${provider}/`, import.meta.url))
