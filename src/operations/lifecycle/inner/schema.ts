import { Type } from 'typebox'
import { CompanyDeletion, CompanyView } from '../../../company/access/companies/schema.ts'
import { changing } from '../../../core/http/operations.ts'
import { closed } from '../../../kernel/fields/shapes.ts'
import { PASSPHRASE_LENGTH_MIN } from '../archive.ts'

const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the company.' }),
})
const companies = { tags: ['Companies'], params }

export const exportCompany = {
  ...companies,
  operationId: 'exportCompany',
  summary: 'Export a company',
  description:
    'A zip of all data of your company, as one snapshot, for import into another installation. The passphrase encrypts the secrets; nothing else is encrypted. See docs/companies.md.',
  body: Type.Object(
    {
      passphrase: Type.String({
        minLength: PASSPHRASE_LENGTH_MIN,
        maxLength: 200,
        description: 'Needed to import the archive.',
        examples: ['correct horse battery staple'],
      }),
    },
    { ...closed, examples: [{ passphrase: 'correct horse battery staple' }] },
  ),
  response: {
    200: {
      description: 'The zip file, streamed.',
      content: { 'application/zip': { schema: Type.Any({ examples: ['PK…'] }) } },
    },
  },
}

export const deleteCompany = {
  ...companies,
  operationId: 'deleteCompany',
  summary: 'Delete a company',
  description:
    'From now on nothing in it can change. After 30 days all of it is deleted; until then it can be restored. While documents must be kept (`retentionYears`), this needs an archive of its current state. Owners delete their company with their password. The scope `companies` deletes any, without one.',
  body: CompanyDeletion,
  ...changing(CompanyView),
}

export const restoreCompany = {
  ...companies,
  operationId: 'restoreCompany',
  summary: 'Restore a company',
  description:
    'Cancels its deletion, within 30 days. Needs an owner of the company, or the scope `companies`.',
  ...changing(CompanyView),
}
