import { Type } from 'typebox'
import { problems } from '../../../../core/http/problem.ts'
import { closed } from '../../../../kernel/fields/shapes.ts'

const COMPANY = 'com_019aa5d2-7c00-7000-8000-0123456789ab'

const CopyView = Type.Object(
  {
    id: Type.String({ description: 'Id of the new customer.' }),
    company: Type.String({ description: 'Id of the company that has it.' }),
  },
  {
    title: 'CustomerCopy',
    examples: [{ id: 'cus_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10', company: COMPANY }],
  },
)

export const copyCustomer = {
  operationId: 'copyCustomer',
  summary: 'Copy a customer into another company',
  description:
    'For people who belong to both companies. The copy has the same details except reminder plan, number series, contacts and files. It is independent of the original. A second copy is refused with 409 `external_id_taken`, which names the first.',
  tags: ['Customers'],
  params: Type.Object({ id: Type.String({ description: 'Id of the customer.' }) }),
  body: Type.Object(
    {
      company: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id or handle of the other company.',
        examples: [COMPANY],
      }),
    },
    { ...closed, examples: [{ company: COMPANY }] },
  ),
  response: { 201: CopyView, ...problems(409) },
}
