import { getOpenApiMetadata } from '@asteasolutions/zod-to-openapi'
import { z } from '@hono/zod-openapi'
import { parse as parseYaml, stringify, YAMLParseError } from 'yaml'
import { DomainError } from '../domain/errors.ts'
import { FIXTURE_SCHEMA_PATH } from '../domain/fixtures.ts'
import { type Fixture, type FixtureDocument, fixture } from './fixtures.ts'
import { parseInput } from './parse.ts'

/** Reads a fixture from a file's text, JSON or YAML (D82). FORMAT_ERROR with the place of each fault. */
export function parseFixture(text: string): Fixture {
  const document = read(text)
  if (!isDocument(document))
    throw new DomainError(
      'FORMAT_ERROR',
      `This is no fixture: it holds ${kindOf(document)}, not a document with customers, agreements, payments and so on.`,
    )
  return parseInput(fixture, withoutSchema(document))
}

/** Writes a fixture as a file's text. */
export function writeFixture(document: FixtureDocument, form: 'json' | 'yaml'): string {
  const whole = { $schema: `.${FIXTURE_SCHEMA_PATH}`, ...document }
  return form === 'yaml' ? stringify(whole) : JSON.stringify(whole, null, 2)
}

/** What editors complete and check a fixture by: the JSON Schema of the very schema that reads it. */
export function fixtureSchema(): string {
  const schema = z.toJSONSchema(fixture, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    // What is said of each field besides its type, and what no type says.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodType) Object.assign(jsonSchema, getOpenApiMetadata(zodSchema))
    },
  })
  const properties = {
    $schema: { type: 'string', description: 'Where this schema is, for whatever completes and checks the document.' },
    ...schema.properties,
  }
  return JSON.stringify({ ...schema, title: 'Sandbank fixture', properties })
}

/** From how many characters on a document is first read as JSON: YAML takes a minute for twenty million. */
const LARGE = 200_000

// JSON is YAML too; whole numbers and texts are read as JSON has them, and days stay texts.
function read(text: string): unknown {
  try {
    return text.length > LARGE ? readLarge(text) : readYaml(text)
  } catch (error) {
    const why = error instanceof YAMLParseError || error instanceof Error ? error.message.split('\n')[0] : ''
    throw new DomainError('FORMAT_ERROR', `The document is neither JSON nor YAML: ${why}`)
  }
}

function readLarge(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return readYaml(text)
  }
}

function readYaml(text: string): unknown {
  return parseYaml(text, { schema: 'core', maxAliasCount: 0, strict: true })
}

function isDocument(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'nothing'
  return Array.isArray(value) ? 'a list' : `one ${typeof value}`
}

// What an editor finds the schema by is none of the document's business.
function withoutSchema(document: object): unknown {
  return Object.fromEntries(Object.entries(document).filter(([name]) => name !== '$schema'))
}
