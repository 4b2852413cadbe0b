import { type TSchema, Type } from 'typebox'
import { nullable } from '../../kernel/fields/shapes.ts'
import { FIELDS, GROUPS, type Group, isGroup, KEYS, mapParts, type Path } from './fields.ts'
import { OLDER_NAMES, snakeCase } from './inner/aliases.ts'

type Properties = Record<string, TSchema>

/** A part may be null, and is accepted in both spellings. */
function partsInput(key: Group): TSchema {
  const { description, textLengthMax } = GROUPS[key]
  return Type.Unsafe<object>({
    // One schema and no union, so that a fault inside is not also reported as "must be a text".
    type: textLengthMax === undefined ? ['object', 'null'] : ['object', 'string', 'null'],
    ...(textLengthMax === undefined ? {} : { maxLength: textLengthMax }),
    properties: bothSpellings(mapParts(key, inputOf)),
    additionalProperties: false,
    description,
  })
}

const inputOf = (path: Path): TSchema => FIELDS[path].input

const OWN: Properties = Object.fromEntries([
  ...KEYS.filter((key) => !isGroup(key)).map((key) => [key, inputOf(key as Path)]),
  ...Object.keys(GROUPS).map((key) => [key, partsInput(key as Group)]),
])

/** Older names with another form than their current key. */
const OLDER_FORMS: Properties = {
  defaultPricesIncludeTax: nullable(
    Type.Union([Type.Boolean(), Type.String({ enum: ['true', 'false'] })]),
  ),
  defaultRoundingMode: nullable(Type.String({ enum: ['document', 'total', 'line'] })),
}

const olderKeys = (): Properties =>
  Object.fromEntries(
    Object.entries(OLDER_NAMES).map(([name, target]) => {
      const own = OWN[target] ?? inputOf(target as Path)
      return [
        name,
        { ...(OLDER_FORMS[name] ?? own), deprecated: true, description: `Older: ${target}.` },
      ]
    }),
  )

export const SettingsInput = Type.Unsafe<object>(
  Type.Object(
    bothSpellings({ ...mapValues(OWN, Type.Optional), ...mapValues(olderKeys(), Type.Optional) }),
    {
      title: 'SettingsInput',
      additionalProperties: false,
      examples: [
        { companyName: 'Ink & Stone', companyAddress: { city: 'Berlin', countryCode: 'DE' } },
      ],
    },
  ),
)

function mapValues<V, W>(record: Readonly<Record<string, V>>, map: (value: V) => W) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function bothSpellings(properties: Properties): Properties {
  const snake = Object.entries(properties)
    .filter(([name]) => snakeCase(name) !== name)
    .map(([name, schema]) => [
      snakeCase(name),
      Type.Optional({ ...schema, deprecated: true, description: `Same as \`${name}\`.` }),
    ])
  return { ...mapValues(properties, Type.Optional), ...Object.fromEntries(snake) }
}
