import { expect, test } from 'vitest'
import { toOutboxSearch } from './outbox-search.ts'

const ID = '0192aaaa-0000-7000-8000-0123456789ab'

test.each([
  [{}, {}],
  [
    { status: 'failed', q: 'fern' },
    { status: 'failed', q: 'fern' },
  ],
  [{ q: 42 }, { q: '42' }],
  [{ status: 'nonsense', q: '', message: 'msg_1' }, {}],
  [
    { subject_id: `inv_${ID}`, customer_id: `cus_${ID}`, message: `msg_${ID}` },
    { subject_id: `inv_${ID}`, customer_id: `cus_${ID}`, message: `msg_${ID}` },
  ],
  [{ customer_id: `inv_${ID}`, more: 1 }, {}],
])('%j shows %j', (search, shown) => expect(toOutboxSearch(search)).toEqual(shown))
