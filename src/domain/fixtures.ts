/** The address of a fixture's JSON Schema, below the base URL (D82). */
export const FIXTURE_SCHEMA_PATH = '/fixture.schema.json'

/** The roles whose typical transactions can fill an account (D84). */
export const PROFILES = ['household', 'savings', 'business', 'tax', 'exporter', 'card'] as const
export type Profile = (typeof PROFILES)[number]
