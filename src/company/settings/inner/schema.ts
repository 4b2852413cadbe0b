import { type TSchema, Type } from 'typebox'
import { ConditionalHeaders } from '../../../core/http/etag.ts'
import { reading } from '../../../core/http/operations.ts'
import { problems } from '../../../core/http/problem.ts'
import { nullable } from '../../../kernel/fields/shapes.ts'
import { FIELDS, GROUPS, type Group, isGroup, KEYS, mapParts, type Path } from '../fields.ts'
import { SettingsInput } from '../input.ts'
import { SETTINGS_EXAMPLE } from './example.ts'
import type { settingsView } from './view.ts'

const text = Type.String()

const outputOf = (path: Path): TSchema => FIELDS[path].output

function partsOutput(key: Group): TSchema {
  const { needs = [] } = GROUPS[key]
  const properties = mapParts(key, (path, part) => (needs.includes(part) ? text : outputOf(path)))
  return needs.length > 0 ? nullable(Type.Object(properties)) : Type.Object(properties)
}

const OUTPUT: Readonly<Record<string, TSchema>> = Object.fromEntries(
  KEYS.map((key) => [key, isGroup(key) ? partsOutput(key) : outputOf(key as Path)]),
)

const SettingsView = Type.Unsafe<ReturnType<typeof settingsView>>(
  Type.Object(
    { ...OUTPUT, logo: nullable(Type.String({ description: 'A data URL.' })) },
    { title: 'Settings', examples: [SETTINGS_EXAMPLE] },
  ),
)

const tags = ['Settings']

const read = {
  summary: 'Read the settings',
  description: 'All settings, or their defaults. You can send the response back with PUT.',
  tags,
  ...reading(SettingsView),
}

const change = {
  tags,
  headers: ConditionalHeaders,
  body: SettingsInput,
  response: { 200: SettingsView, ...problems(502) },
}

const put = {
  ...change,
  summary: 'Set settings',
  description:
    'Replaces each setting you send as a whole. Others keep their value. `null` restores the default.',
}

const patch = {
  ...change,
  summary: 'Patch the settings',
  description:
    'JSON Merge Patch (RFC 7396): omitted parts keep their value, `null` restores the default.',
}

const older = { deprecated: true, description: 'Deprecated: use `/settings`, which does the same.' }

/** The operations at their path, and the same at the older path. */
export const OPERATIONS = [
  {
    path: '/settings',
    get: { operationId: 'getSettings', ...read },
    put: { operationId: 'putSettings', ...put },
    patch: { operationId: 'patchSettings', ...patch },
  },
  {
    path: '/admin/settings',
    get: { operationId: 'getAdminSettings', ...read, ...older },
    put: { operationId: 'putAdminSettings', ...put, ...older },
    patch: { operationId: 'patchAdminSettings', ...patch, ...older },
  },
]
