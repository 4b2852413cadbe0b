import { Type } from 'typebox'
import { CachedHeaders } from '../../../core/http/etag.ts'
import { deleting } from '../../../core/http/operations.ts'
import { ETAG_EXAMPLE, etag } from '../../../core/http/pagination.ts'
import { problems } from '../../../core/http/problem.ts'
import { closed } from '../../../kernel/fields/shapes.ts'
import { ASSET_TYPES } from '../../../platform/asset-bytes.ts'

const out = Type.Union([Type.String(), Type.Null()])

const RemovedView = Type.Array(Type.Object({ what: Type.String(), where: Type.String() }), {
  description: 'Blocked code that was removed, with its position.',
})

const WarningsView = Type.Array(
  Type.Object({
    code: Type.String({
      description:
        '`tax_not_printed`, `total_not_printed`, `amount_due_not_printed`, `number_not_printed`, `issue_date_not_printed`, `seller_not_printed` or `buyer_not_printed`. We may add others.',
    }),
    message: Type.String(),
  }),
  { description: 'Required figures that the template does not print.' },
)

const entry = {
  id: Type.String(),
  name: Type.String(),
  version: Type.String({ description: 'The current version: the one installed last.' }),
  versions: Type.Array(Type.String()),
  source: Type.String({ enum: ['builtin', 'manifest', 'upload', 'file'] }),
  isDefault: Type.Boolean({ description: 'Whether `settings.templateId` is this id.' }),
  builtIn: Type.Boolean(),
  sha256: Type.String({ description: 'SHA-256 of the original content.' }),
  license: out,
  homepage: out,
  manifestUrl: out,
  createdAt: Type.String(),
  updatedAt: Type.String(),
}

const EXAMPLE = {
  id: 'minimalist-clean',
  name: 'Minimalist Clean',
  version: '1.0.0',
  versions: ['1.0.0'],
  source: 'builtin',
  isDefault: true,
  builtIn: true,
  sha256: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
  license: 'MIT',
  homepage: null,
  manifestUrl: null,
  createdAt: '2026-11-21T09:00:00.000Z',
  updatedAt: '2026-11-21T09:00:00.000Z',
}

const TemplateEntryView = Type.Object(
  { ...entry, etag },
  { title: 'TemplateEntry', examples: [{ ...EXAMPLE, etag: ETAG_EXAMPLE }] },
)
const TemplateView = Type.Object(
  { ...entry, html: Type.String(), removed: RemovedView, warnings: WarningsView },
  {
    title: 'Template',
    examples: [{ ...EXAMPLE, html: '<!DOCTYPE html>…', removed: [], warnings: [] }],
  },
)

const naming = {
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  version: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
}

const TemplateCreate = Type.Object(
  { ...naming, html: Type.String({ minLength: 1 }) },
  {
    title: 'TemplateCreate',
    ...closed,
    examples: [{ id: 'own', name: 'Own', html: '<h1>{{invoiceNumber}}</h1>' }],
  },
)
const TemplateInstall = Type.Object(
  { url: Type.String({ minLength: 1, maxLength: 2048 }) },
  {
    title: 'TemplateInstall',
    ...closed,
    examples: [{ url: 'https://templates.example/clean-lines/manifest.yaml' }],
  },
)
const TemplateLoad = Type.Object(
  { ...naming, path: Type.String({ minLength: 1, maxLength: 1000 }) },
  { title: 'TemplateLoad', ...closed, examples: [{ path: 'own/invoice.html', id: 'own' }] },
)
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the template.' }),
})
const tags = ['Templates']
const querystring = Type.Object(
  {
    strict: Type.Optional(
      Type.Boolean({
        description: 'Refuse templates with blocked code (422) instead of removing it.',
      }),
    ),
  },
  closed,
)
const installed = {
  200: TemplateView,
  201: TemplateView,
}

export const listTemplates = {
  operationId: 'listTemplates',
  summary: 'List templates',
  description: '`isDefault` follows the setting `templateId`. Without the HTML.',
  tags,
  response: {
    200: Type.Object({
      data: Type.Array(TemplateEntryView),
      has_more: Type.Boolean(),
      next_cursor: out,
    }),
  },
}

export const getTemplate = {
  operationId: 'getTemplate',
  summary: 'Read a template with its HTML',
  description: 'The newest version, with its sanitized HTML.',
  tags,
  params,
  headers: CachedHeaders,
  response: { 200: TemplateView },
}

export const createTemplate = {
  operationId: 'createTemplate',
  summary: 'Install a template from raw HTML',
  description: 'The HTML is sanitized before it is stored. `removed` lists the blocked code.',
  tags,
  querystring,
  body: TemplateCreate,
  response: { ...installed, ...problems(504) },
}

export const installTemplate = {
  operationId: 'installTemplateFromManifest',
  summary: 'Install a template from a remote manifest (YAML or JSON)',
  description:
    'Installing the same version with the same content again has no effect (200). A new version becomes the current one. Installing does not activate a template.',
  tags,
  querystring,
  body: TemplateInstall,
  response: { ...installed, ...problems(502, 504) },
}

export const loadTemplate = {
  operationId: 'loadTemplateFromFile',
  summary: 'Install a template from a file in the templates directory',
  description:
    'The path is relative to the templates directory. The HTML is sanitized as in every installation.',
  tags,
  querystring,
  body: TemplateLoad,
  response: { ...installed, ...problems(504) },
}

export const deleteTemplate = {
  operationId: 'deleteTemplate',
  summary: 'Delete a template',
  description:
    'Deleting the active template activates minimalist-clean. You cannot delete built-in templates.',
  tags,
  params,
  ...deleting,
}

const ASSET_CONTENT = Object.fromEntries(
  [...ASSET_TYPES, 'text/plain'].map((type) => [type, { schema: Type.Any() }]),
)

export const getAsset = {
  operationId: 'getTemplateAsset',
  summary: 'Read an asset of a template version',
  tags: ['Public'],
  // No length limits: a path that is too long is a 404 like any other unknown path.
  params: Type.Object({
    id: Type.String({ description: 'Id of the template.' }),
    version: Type.String({ description: 'Version of the template.' }),
    '*': Type.String({ description: 'Path of the file within the template; may contain `/`.' }),
  }),
  description: 'A font or image, or the HTML of the template as text.',
  response: {
    200: { description: 'The file.', content: ASSET_CONTENT },
  },
}
