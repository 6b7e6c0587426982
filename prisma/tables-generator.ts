// A generator of Prisma's: writes what the prepared calls of src/platform/store/queries/ must know of the tables, from Prisma's own data model.
import { writeFileSync } from 'node:fs'
import type { DMMF } from '@prisma/generator-helper'
import generatorHelper from '@prisma/generator-helper'

generatorHelper.generatorHandler({
  onManifest: () => ({ defaultOutput: '../src/generated/tables.ts', prettyName: 'tables of the prepared calls' }),
  onGenerate: async ({ dmmf, generator }) => {
    const enums = new Map(dmmf.datamodel.enums.map(({ name, values }) => [name, values.map(value => value.name)]))
    const tables = dmmf.datamodel.models.map(model => tableOf(model, dmmf.datamodel.models, enums))
    const text = `/* Written by prisma/tables-generator.ts. */\nexport const TABLES = ${JSON.stringify(tables, null, 1)} as const\n`
    writeFileSync(generator.output?.value ?? '', text)
  },
})

function tableOf(model: DMMF.Model, models: readonly DMMF.Model[], enums: ReadonlyMap<string, string[]>) {
  const scalars = model.fields.filter(field => field.kind !== 'object')
  const key = model.primaryKey
  const keys = [
    ...scalars.filter(field => field.isId || field.isUnique).map(field => [field.name, [field.name]]),
    ...(key == null ? [] : [[key.name ?? key.fields.join('_'), key.fields]]),
    ...model.uniqueIndexes.map(unique => [unique.name ?? unique.fields.join('_'), unique.fields]),
  ]
  return {
    name: model.name,
    sql: model.dbName ?? model.name,
    fields: scalars.map(field => ({
      name: field.name,
      type: field.kind === 'enum' ? 'Enum' : field.type,
      nullable: !field.isRequired,
      values: enums.get(field.type) ?? [],
      ...defaultOf(field),
    })),
    uniques: Object.fromEntries(keys),
    relations: model.fields.filter(field => field.kind === 'object').map(field => relationOf(field, model, models)),
  }
}

/** Only what is written in the schema; what a function makes, such as now(), is left to Prisma. */
function defaultOf({ default: value, type, hasDefaultValue, isUpdatedAt }: DMMF.Field) {
  if (!hasDefaultValue && isUpdatedAt !== true) return {}
  if (typeof value === 'object' || isUpdatedAt === true) return { made: true }
  return { default: type === 'BigInt' ? Number(value) : value }
}

function relationOf(field: DMMF.Field, model: DMMF.Model, models: readonly DMMF.Model[]) {
  const other = models.find(one => one.name === field.type)
  const back = other?.fields.find(one => one.relationName === field.relationName && (one !== field || other !== model))
  const own = field.relationFromFields ?? []
  return {
    name: field.name,
    table: field.type,
    list: field.isList,
    from: own.length > 0 ? own : (back?.relationToFields ?? []),
    to: own.length > 0 ? (field.relationToFields ?? []) : (back?.relationFromFields ?? []),
  }
}
