import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type MappedError,
  type SqlDriverAdapter,
  type SqlQuery,
} from '@prisma/driver-adapter-utils'
import { codeOf, messageOf } from '../errors.ts'
import type { Database, Statement, Value } from './driver.ts'

/** What Prisma's engine needs of an open connection, as its own adapters for SQLite do it. Transactions are for the caller to add. */
export function adapterFor(database: Database): Omit<SqlDriverAdapter, 'startTransaction'> {
  return {
    provider: 'sqlite',
    adapterName: 'sandbank',
    queryRaw: query => answer(() => readRows(database, query)),
    executeRaw: query => answer(() => database.prepare(query.sql).run(toValues(query)).changes),
    executeScript: script => answer(() => void database.exec(script)),
    dispose: async () => database.close(),
  }
}

async function answer<T>(run: () => T): Promise<T> {
  try {
    return run()
  } catch (error) {
    const originalCode = codeOf(error)
    if (originalCode === undefined) throw error
    const originalMessage = messageOf(error)
    throw new DriverAdapterError({ originalCode, originalMessage, ...faultOf(originalCode, originalMessage) })
  }
}

function readRows(database: Database, query: SqlQuery) {
  const statement: Statement<unknown[]> = database.prepare(query.sql)
  const columns = statement.columns()
  const rows = statement.raw().safeIntegers().all(toValues(query))
  const columnTypes = columns.map(({ type }, place) => DECLARED[type?.toUpperCase() ?? ''] ?? typeOfFirst(rows, place))
  return {
    columnNames: columns.map(({ name }) => name),
    columnTypes,
    rows: rows.map(row => row.map((value, place) => toAnswer(value, columnTypes[place]))),
  }
}

/** The types that migrations declare. */
const DECLARED: Readonly<Record<string, ColumnType>> = {
  TEXT: ColumnTypeEnum.Text,
  INTEGER: ColumnTypeEnum.Int32,
  'UNSIGNED BIG INT': ColumnTypeEnum.Int64,
  BIGINT: ColumnTypeEnum.Int64,
  REAL: ColumnTypeEnum.Double,
  DATETIME: ColumnTypeEnum.DateTime,
  BOOLEAN: ColumnTypeEnum.Boolean,
  JSONB: ColumnTypeEnum.Json,
}

/** A computed column has the type of its first value. */
function typeOfFirst(rows: readonly unknown[][], place: number): ColumnType {
  const first = rows.find(row => row[place] !== null)?.[place]
  switch (typeof first) {
    case 'string':
      return ColumnTypeEnum.Text
    case 'bigint':
      return ColumnTypeEnum.Int64
    case 'number':
      return ColumnTypeEnum.UnknownNumber
    default:
      return ColumnTypeEnum.Int32
  }
}

function toAnswer(value: unknown, type: ColumnType | undefined): unknown {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value
  if (type === ColumnTypeEnum.DateTime) return new Date(Number(value)).toISOString()
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  return type === ColumnTypeEnum.Int32 || type === ColumnTypeEnum.Int64 ? Math.trunc(value) : value
}

const toValues = ({ args, argTypes }: SqlQuery): Value[] =>
  args.map((value, place) => toValue(value, argTypes[place]?.scalarType))

function toValue(value: unknown, type: ArgType['scalarType'] | undefined): Value {
  if (typeof value === 'boolean') return Number(value)
  if (value instanceof Date) return `${value.toISOString().slice(0, -1)}+00:00`
  if (typeof value === 'string') {
    if (type === 'int' || type === 'bigint') return BigInt(value)
    if (type === 'float' || type === 'decimal') return Number(value)
    return type === 'datetime' ? toValue(new Date(value), type) : value
  }
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`SQLite stores no ${typeof value}.`)
}

/** A fault in one of the kinds that Prisma knows. */
function faultOf(code: string, message: string): MappedError {
  const [, names = ''] = message.split('constraint failed: ')
  const fields = names.split(', ').map(name => name.slice(name.lastIndexOf('.') + 1))
  if (/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(code))
    return { kind: 'UniqueConstraintViolation', constraint: { fields } }
  if (code === 'SQLITE_CONSTRAINT_NOTNULL') return { kind: 'NullConstraintViolation', constraint: { fields } }
  if (/^SQLITE_CONSTRAINT_(FOREIGNKEY|TRIGGER)$/.test(code))
    return { kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } }
  if (code.startsWith('SQLITE_BUSY')) return { kind: 'SocketTimeout' }
  const [, table] = /^no such table: (.*)/.exec(message) ?? []
  if (table !== undefined) return { kind: 'TableDoesNotExist', table }
  const [, column] = /^no such column: (.*)|has no column named (.*)/.exec(message)?.filter(Boolean) ?? []
  if (column !== undefined) return { kind: 'ColumnNotFound', column }
  return { kind: 'sqlite', extendedCode: 1, message }
}
