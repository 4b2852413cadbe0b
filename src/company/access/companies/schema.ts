import { LIMIT_NAMES } from '@billwright/rules/limits'
import { Type } from 'typebox'
import { COMPANY_STATUSES, type Limits } from '../../../core/companies/company.ts'
import { CachedHeaders, ConditionalHeaders } from '../../../core/http/etag.ts'
import { changing } from '../../../core/http/operations.ts'
import { entryOf, listQuery, pageOf } from '../../../core/http/pagination.ts'
import { closed } from '../../../kernel/fields/shapes.ts'
import { AnyPassword, Email, INSTANT, NAME_LENGTH_MAX } from '../inner/fields.ts'
import { ROLES } from '../people/user.ts'

const Name = Type.String({
  minLength: 1,
  maxLength: NAME_LENGTH_MAX,
  pattern: '\\S',
  examples: ['Atelier Nord'],
})

const LimitsInput = Type.Unsafe<Limits>(
  Type.Object(
    Object.fromEntries(
      LIMIT_NAMES.map((name) => [
        name,
        Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      ]),
    ),
    { ...closed, examples: [{ customers: 500 }] },
  ),
)

export const CompanyView = Type.Object(
  {
    id: Type.String(),
    handle: Type.String({ description: 'Names the company in links.' }),
    name: Type.String(),
    status: Type.String({ enum: [...COMPANY_STATUSES] }),
    limits: Type.Record(Type.String(), Type.Integer()),
    delete_at: Type.Union([Type.String(), Type.Null()], {
      description: 'When it is deleted, in the status `deleting`.',
    }),
    first: Type.Boolean({ description: 'The first of the installation. It cannot be deleted.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  {
    title: 'Company',
    examples: [
      {
        id: 'com_019aa5d2-7c00-7000-8000-0123456789ab',
        handle: 'k7q2m4xa',
        name: 'Atelier Nord',
        status: 'active',
        limits: {},
        delete_at: null,
        first: false,
        created_at: INSTANT,
        updated_at: INSTANT,
      },
    ],
  },
)

const CompanyOfCaller = Type.Object(
  {
    ...CompanyView.properties,
    role: Type.Union([Type.String({ enum: [...ROLES] }), Type.Null()], {
      description: 'Your role in it. Null for a key, and for operators who do not belong to it.',
    }),
  },
  { title: 'Company' },
)

export const CompanyDeletion = Type.Object(
  { password: Type.Optional(AnyPassword) },
  { ...closed, examples: [{ password: 'nine quiet lighthouses' }] },
)

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the company.' }),
})
const companies = { tags: ['Companies'] }

export const listCompanies = {
  ...companies,
  operationId: 'listCompanies',
  summary: 'List companies',
  description:
    'The companies that you belong to; for operators, all of them; for a key, its company.',
  querystring: listQuery(
    {
      mine: Type.Optional(
        Type.Boolean({
          description: '`true`: only companies that you belong to, also for operators.',
        }),
      ),
      support: Type.Optional(
        Type.Boolean({
          description: '`true`: only companies that give operators access now.',
        }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(entryOf(CompanyOfCaller)) },
}

export const createCompany = {
  ...companies,
  operationId: 'createCompany',
  summary: 'Create a company',
  description:
    'Needs the scope `companies`. You become its owner, or the person with the address `owner` does. With a key, name the owner.',
  body: Type.Object(
    { name: Name, owner: Type.Optional(Email) },
    { ...closed, examples: [{ name: 'Fernweh Books GmbH', owner: 'ada@example.org' }] },
  ),
  response: { 201: CompanyView },
}

export const getCompany = {
  ...companies,
  operationId: 'getCompany',
  summary: 'Read a company',
  description: 'A company that you belong to; for operators, any.',
  params,
  headers: CachedHeaders,
  response: { 200: CompanyView },
}

export const changeCompany = {
  ...companies,
  operationId: 'updateCompany',
  summary: "Change a company's name or limits",
  description:
    'Owners change the name, operators the name and the limits. The name is also `companyName` of the settings, which documents show.',
  params,
  headers: ConditionalHeaders,
  body: Type.Object(
    {
      name: Type.Optional(Name),
      limits: Type.Optional(LimitsInput),
    },
    { ...closed, minProperties: 1, examples: [{ limits: { customers: 500 } }] },
  ),
  response: { 200: CompanyView },
}

export const suspend = {
  ...companies,
  operationId: 'suspendCompany',
  summary: 'Suspend a company',
  description:
    'The company can no longer issue documents. Reading, exports, links and payments keep working.',
  params,
  ...changing(CompanyView),
}

export const resume = {
  ...companies,
  operationId: 'resumeCompany',
  summary: 'Resume a company',
  description: 'The company can issue documents again.',
  params,
  ...changing(CompanyView),
}
