import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlayedGoCardless, playGoCardless } from '../../../../test/providers/gocardless.ts'
import { type PlayedMollie, playMollie } from '../../../../test/providers/mollie.ts'
import { kindOf } from '../kinds.ts'
import type { ChargeOrder, Order, PaymentPort } from '../port.ts'

/* Methods that providers keep, at the port. Those of Stripe are tested with the collections. */

const ORDER: Order = {
  ...{ checkoutId: 'chk_00000000-0001', currency: 'EUR', method: null, description: 'INV-1' },
  statementText: null,
  ...{
    asked: '10.00',
    language: 'en',
    returnUrl: 'https://a.example/i/1',
    purpose: 'pay_and_save',
  },
  hookUrl: 'https://a.example/hooks/1',
  ...{ createdAt: '2026-05-04T10:00:00.000Z', expiresAt: '2026-05-04T11:00:00.000Z' },
}
const KEY = 'played12345678901234567890'

describe('methods kept at Mollie', () => {
  let mollie: PlayedMollie
  let port: PaymentPort
  beforeAll(async () => {
    mollie = await playMollie()
    const { open } = kindOf({ kind: 'mollie' })
    port = await open({ apiKey: `test_${KEY}`, origin: mollie.origin, fetch })
  })
  afterAll(() => mollie.close())

  test('the first payment makes a mandate, which is charged once for each key, and forgotten', async () => {
    const { ref } = await port.create(ORDER)
    expect((await port.read(ref))?.saved).toBeNull()
    mollie.of(ORDER.checkoutId).facts = { status: 'paid', paidAt: '2026-05-04T10:00:00Z' }
    const saved = (await port.read(ref))?.saved
    expect(saved).toMatchObject({
      ...{ kind: 'creditcard', label: 'Visa •••• 4242', expiresOn: '2027-04-30' },
      ref: expect.stringMatching(/^cst_\w+ mdt_/),
    })
    const charge: ChargeOrder = {
      ...{ ...ORDER, checkoutId: 'chk_00000000-0002' },
      ...{ ref: saved?.ref ?? '', kind: 'creditcard' },
    }
    const made = await port.charge?.(charge)
    expect(await port.charge?.(charge)).toBe(made)
    expect(JSON.parse(mollie.of(charge.checkoutId).body)).toMatchObject({
      ...{ sequenceType: 'recurring', metadata: { checkout: charge.checkoutId } },
      mandateId: saved?.ref.split(' ')[1],
    })
    mollie.of(charge.checkoutId).facts = { status: 'failed', reason: 'card_expired' }
    const facts = await port.read(made ?? '')
    expect(facts).toMatchObject({ status: 'failed', failure: { code: 'card_expired' } })
    expect(kindOf({ kind: 'mollie' }).traits.saving?.hardCodes.has('card_expired')).toBe(true)
    await port.revoke?.(saved?.ref ?? '')
    expect(mollie.revoked).toEqual([saved?.ref.split(' ')[1]])
  })

  test('a payment of zero keeps a card, and is no payment', async () => {
    const alone = { ...ORDER, checkoutId: 'chk_00000000-0005', purpose: 'save' as const }
    const { ref } = await port.create({ ...alone, asked: '0.00' })
    expect(JSON.parse(mollie.of(alone.checkoutId).body)).toMatchObject({
      ...{ sequenceType: 'first', method: 'creditcard' },
      amount: { value: '0.00', currency: 'EUR' },
    })
    mollie.of(alone.checkoutId).facts = { status: 'paid', paidAt: '2026-05-04T10:00:00Z' }
    expect(await port.read(ref)).toMatchObject({
      ...{ status: 'paid', payments: [], checkoutId: alone.checkoutId },
      saved: { kind: 'creditcard', label: 'Visa •••• 4242' },
    })
  })
})

describe('mandates kept at GoCardless', () => {
  let gocardless: PlayedGoCardless
  let port: PaymentPort
  const order = { ...ORDER, asked: '1000', method: 'sepa_core' }
  beforeAll(async () => {
    gocardless = await playGoCardless()
    const { open } = kindOf({ kind: 'gocardless' })
    port = await open({ apiKey: `sandbox_${KEY}`, origin: gocardless.origin, fetch })
  })
  afterAll(() => gocardless.close())

  test('the mandate of a paid checkout is charged once for each key, and forgotten', async () => {
    const { ref } = await port.create(order)
    gocardless.approve(order.checkoutId)
    gocardless.paymentStatus = 'confirmed'
    const facts = await port.read(ref, { completes: true })
    expect(facts).toMatchObject({
      ...{ status: 'paid', saved: { kind: 'sepa_core', label: 'NORD-1' } },
      payments: [{ minor: 1000n, currency: 'EUR', paidAt: '2026-05-04T12:00:00.000Z' }],
    })
    const mandate = facts?.saved?.ref ?? ''
    const charge = { ...order, checkoutId: 'chk_00000000-0003', ref: mandate, kind: 'sepa_core' }
    const made = (await port.charge?.(charge)) ?? ''
    expect(await port.charge?.(charge)).toBe(made)
    const since = '2026-05-04T09:00:00.000Z'
    expect(await port.find(charge.checkoutId, since)).toBe(made)
    expect(await port.find(order.checkoutId, since)).toBe(ref)
    expect(await port.find('chk_00000000-9999', since)).toBeNull()
    expect(await port.read(made)).toMatchObject({ ref: made, checkoutId: charge.checkoutId })
    gocardless.change(made, { status: 'failed' })
    expect(await port.read(made)).toMatchObject({
      ...{ status: 'failed', failure: { code: 'insufficient_funds' } },
    })
    await port.revoke?.(mandate)
    expect(gocardless.revoked).toEqual([mandate])
  })

  test('a mandate is kept without a payment, also if the customer chooses the scheme', async () => {
    const alone = { ...order, checkoutId: 'chk_00000000-0006', purpose: 'save' as const }
    const { ref } = await port.create({ ...alone, method: null, asked: '0.00' })
    expect(gocardless.of(alone.checkoutId).body).toEqual({
      metadata: { checkout: alone.checkoutId, saves: 'only' },
      mandate_request: { currency: 'EUR' },
    })
    expect(await port.read(ref, { completes: true })).toMatchObject({ status: 'open' })
    gocardless.approve(alone.checkoutId)
    const before = gocardless.payments.size
    expect(await port.read(ref, { completes: true })).toMatchObject({
      ...{ status: 'paid', payments: [], saved: { kind: 'sepa_core', label: 'NORD-1' } },
    })
    expect(gocardless.payments.size).toBe(before)
  })

  test('a mandate that the customer did not agree to keep is not kept', async () => {
    const once = { ...order, checkoutId: 'chk_00000000-0004', purpose: 'pay' as const }
    const { ref } = await port.create(once)
    gocardless.approve(once.checkoutId)
    expect(await port.read(ref, { completes: true })).toMatchObject({ saved: null })
  })
})
