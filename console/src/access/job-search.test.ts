import { expect, test } from 'vitest'
import { toJobSearch } from './job-search.ts'

test('the page of jobs accepts a known status in its URL', () => {
  expect(toJobSearch({ status: 'retrying', other: 1 })).toEqual({ status: 'retrying' })
  expect(toJobSearch({ status: 'lost' })).toEqual({})
})
