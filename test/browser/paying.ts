import type { Page } from 'playwright-core'
import type { Json } from '../givens.ts'
import type { TestApp } from '../harness.ts'
import { runNow } from '../jobs.ts'
import { reaching } from '../providers/app.ts'
import { type PlayedStripe, playStripe } from '../providers/stripe.ts'
import { type ConsoleSite, startConsole } from './console-site.ts'

/** A console whose customers can go to a provider, and what happens there. */
export interface PayingSite extends ConsoleSite {
  readonly stripe: PlayedStripe
  readonly call: TestApp['json']
  /** What the provider says of the newest checkout of an invoice. One that only keeps a method has no payment. */
  says(invoice: Pick<Json, 'id'>, status: 'paid' | 'failed'): Promise<void>
  /** The customer presses a button that leads to the provider. */
  leave(page: Page, button?: string | RegExp): Promise<void>
  /** The customer comes back, to the address of the test instead of the public one. */
  back(page: Page, language?: string): Promise<void>
  /** Time passes, and jobs do what is due. */
  goTo(instant: string): Promise<void>
}

export async function startPaying(): Promise<PayingSite> {
  const stripe = await playStripe()
  const site = await startConsole(reaching({ stripe }))
  const { app, origin } = site
  const linkOf = (page: Page) => page.getByRole('link', { name: 'Back to the shop' })
  return {
    ...site,
    stripe,
    call: (...request) => app.json(...request),
    async says({ id }, status) {
      const [checkout] = (await app.json('GET', `/invoices/${id}/checkouts`)).data
      const at = Number(BigInt(app.clock.now()) / 1000n)
      const amount = Number(checkout.amount.replace('.', ''))
      const fee = status === 'paid' ? { amount: 198, currency: 'EUR' } : undefined
      const payment = { ref: 'p', status, amount, currency: 'EUR', at, fee }
      const payments = checkout.kind === 'save' ? [] : [payment]
      stripe.of(checkout.id).facts = { status, payments }
    },
    async leave(page, button) {
      const buttons = button ? page.getByRole('button', { name: button }) : page.locator(FIRST)
      await buttons.first().click()
      await linkOf(page).waitFor()
    },
    async back(page, language) {
      const { pathname, searchParams } = new URL(String(await linkOf(page).getAttribute('href')))
      if (language !== undefined) searchParams.set('language', language)
      await page.goto(`${origin}${pathname}?${searchParams}`)
    },
    async goTo(instant) {
      app.clock.set(instant)
      stripe.nowSeconds = Number(BigInt(app.clock.now()) / 1000n)
      for (let n = 0; n < 2; n += 1) {
        await app.services.jobRunner.runDue()
        await runNow(app, 'collection.watch')
      }
      await app.services.jobRunner.runDue()
    },
    async close() {
      await site.close()
      await stripe.close()
    },
  }
}

const FIRST = 'form.online button'
