import { expect, test } from 'vitest'
import { AppError } from '../../../../kernel/errors.ts'
import type { OutboundClient, OutboundRequest } from '../../../../platform/outbound/client.ts'
import { taxIdStatusView, toCheck } from './status.ts'
import { askVies } from './vies.ts'

const NOW = '2026-11-21T09:00:00.000Z'
const UNAVAILABLE = { vies: 'unavailable', consultation: null, name: null }

/** A stand-in for the service: answers `answer`, and notes what it was asked. */
function serviceOf(answer: unknown) {
  const asked: OutboundRequest[] = []
  const outbound: OutboundClient = {
    async send(request) {
      asked.push(request)
      if (answer instanceof Error) throw answer
      const body = new TextEncoder().encode(
        typeof answer === 'string' ? answer : JSON.stringify(answer),
      )
      return { status: 200, url: request.url, headers: {}, body }
    },
    close: async () => {},
  }
  return { outbound, asked }
}

test('a valid number, with evidence for the company', async () => {
  const answer = { valid: true, name: 'NORTHWIND ROBOTICS GMBH', requestIdentifier: 'WAPIA1' }
  const { outbound, asked } = serviceOf(answer)
  const said = await askVies(outbound, 'gr 094259216', 'DE 136.695.976')
  expect(said).toEqual({ vies: 'valid', consultation: 'WAPIA1', name: answer.name })
  expect(JSON.parse(String(asked[0]?.body))).toEqual({
    countryCode: 'EL',
    vatNumber: '094259216',
    requesterMemberStateCode: 'DE',
    requesterNumber: '136695976',
  })
})

test.each([
  ['of another name', 'Southwind AG', false],
  ['of the same name', 'Northwind Robotics', true],
  ['of a state that tells no name', '---', null],
])('a valid number %s', async (_what, name, nameMatch) => {
  const said = await askVies(serviceOf({ valid: true, name }).outbound, 'DE136695976', null)
  const check = toCheck(NOW, 'Northwind Robotics GmbH', said)
  expect(taxIdStatusView('DE136695976', check)).toEqual({
    format: 'valid',
    checked_at: NOW,
    vies: 'valid',
    consultation: null,
    name_match: nameMatch,
  })
})

test('a number that is not there', async () => {
  const { outbound } = serviceOf({ valid: false, userError: 'INVALID' })
  expect(await askVies(outbound, 'DE136695976', null)).toMatchObject({ vies: 'invalid' })
})

test.each([
  ['a state that does not answer', { valid: false, userError: 'MS_UNAVAILABLE' }],
  [
    'too many requests',
    { actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] },
  ],
  ['no JSON', '<html>'],
  ['no network', new AppError('conflict', 'upstream_unreachable', 'No answer.')],
])('%s: unavailable, never invalid', async (_what, answer) => {
  expect(await askVies(serviceOf(answer).outbound, 'DE136695976', null)).toEqual(UNAVAILABLE)
})

test.each([
  'CHE-100.155.212 MWST',
  'GB980780684',
  '12/345/67890',
])('%s: VIES is not asked', async (taxId) => {
  const { outbound, asked } = serviceOf({ valid: true })
  expect(await askVies(outbound, taxId, null)).toBeNull()
  expect(asked).toEqual([])
})
