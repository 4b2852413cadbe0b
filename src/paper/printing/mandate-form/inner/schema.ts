import { SCHEMES } from '@billwright/sepa'
import { Type } from 'typebox'
import { reading } from '../../../../core/http/operations.ts'
import { htmlContent, LANGUAGE_TAG, pdfContent } from '../../schema.ts'

const text = Type.String()
const tags = ['Direct debit']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the customer.' }),
})
const querystring = Type.Object(
  {
    reference: Type.Optional(
      Type.String({ maxLength: 35, description: 'Default: the next free reference.' }),
    ),
    scheme: Type.Optional(Type.String({ enum: [...SCHEMES], description: 'Default: `CORE`.' })),
    type: Type.Optional(
      Type.String({ enum: ['recurring', 'one_off'], description: 'Default: `recurring`.' }),
    ),
    language: Type.Optional(
      Type.String({ pattern: LANGUAGE_TAG, description: "Default: the customer's language." }),
    ),
  },
  { additionalProperties: false },
)

const Proposal = Type.Object(
  {
    reference: text,
    scheme: text,
    type: text,
    account_holder: text,
    creditor_id: text,
    creditor_name: text,
  },
  {
    title: 'MandateProposal',
    examples: [
      {
        ...{ reference: 'M1001-1', scheme: 'CORE', type: 'recurring' },
        account_holder: 'Fernweh Books GmbH',
        ...{ creditor_id: 'DE98ZZZ09999999999', creditor_name: 'Ink & Stone' },
      },
    ],
  },
)

export const getProposal = {
  operationId: 'getMandateForm',
  summary: 'Propose a mandate of a customer',
  description:
    'What the next mandate would say. Nothing is stored: record the mandate with this reference once the customer has signed the form.',
  tags,
  params,
  querystring,
  ...reading(Proposal, [404, 409, 422]),
}

export const getFormHtml = {
  operationId: 'getMandateFormHtml',
  summary: 'Mandate form as HTML',
  description:
    "A form that the customer signs, with the text of the scheme, in the customer's language or in English.",
  tags,
  params,
  querystring,
  ...reading({ description: 'HTML.', ...htmlContent }, [404, 409, 422]),
}

export const getFormPdf = {
  operationId: 'getMandateFormPdf',
  summary: 'Mandate form as PDF',
  description:
    "A form that the customer signs, with the text of the scheme, in the customer's language or in English.",
  tags,
  params,
  querystring,
  ...reading({ description: 'PDF.', ...pdfContent }, [404, 409, 422, 504]),
}
