/** The address of a fixture's JSON Schema, below the base URL (D82). */
export const FIXTURE_SCHEMA_PATH = '/fixture.schema.json'

/** Whose life an account can be filled with (D84). */
export const PROFILES = ['household', 'savings', 'business', 'tax', 'exporter', 'card'] as const
export type Profile = (typeof PROFILES)[number]
