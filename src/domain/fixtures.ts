/** The address of a fixture's JSON Schema, below the base URL (D82). */
export const FIXTURE_SCHEMA_PATH = '/fixture.schema.json'

/** The roles whose typical transactions can fill an account (D84). */
export const PROFILES = ['household', 'savings', 'business', 'tax', 'exporter', 'card'] as const
export type Profile = (typeof PROFILES)[number]

/** The largest document (D82), and the way on with more. */
export const MOST_DOCUMENT_BYTES = 16_777_216
export const SEVERAL_DOCUMENTS =
  'Send a fixture as several documents, one after the other: each names by its key what one before it made.'
