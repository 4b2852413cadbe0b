import { expect, test } from 'vitest'
import { validationError } from './validation.ts'

test.each([
  ['^cus_[0-9a-f-]{36}$', 'an id such as cus_019aa5d2-7c00-7000-8000-0123456789ab', 'id'],
  ['^(draft|sent)(,(draft|sent)){0,49}$', 'draft, sent; separate several by commas'],
  ['^(customer)(,(customer)){0,4}$', 'customer; separate several by commas'],
  ['^[A-Z]{3}$', 'three capital letters such as EUR', 'currency'],
  ['\\S', 'a text that is not blank', 'blank'],
  ['^x+$', 'a text that matches ^x+$'],
])('the refusal of a text that does not match %s names the form in words', (pattern, form, reason?: string) => {
  const fault = { instancePath: '/a', keyword: 'pattern', params: { pattern } }
  expect(validationError({ validation: [fault] }).faults).toEqual([
    {
      ...{ pointer: '/a', code: 'wrong_format', message: `Wrong format: use ${form}.` },
      params: reason === undefined ? undefined : { reason },
    },
  ])
})
