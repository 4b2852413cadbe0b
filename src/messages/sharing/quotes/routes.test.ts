import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../../test/givens.ts'
import { ENGINES, startTestApp, type TestApp } from '../../../../test/harness.ts'
import { viewsSettled } from '../view-log.ts'

const ITEM = { description: 'Cover design', unit_price: '1000.00', tax: { rate: '19' } }
const EXTRA = { description: 'Second draft', unit_price: '300.00', optional: true }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BROWSER = { ...FORM, 'sec-fetch-site': 'same-origin', 'user-agent': 'Firefox' }

describe.each(ENGINES)('the link of a quote (%s)', (engine) => {
  let app: TestApp
  let quote: Json

  beforeAll(async () => {
    app = await startTestApp(engine)
    await call('PATCH', '/settings', { companyName: 'Nordlicht', quoteTerms: 'Half in advance.' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-11-21T08:00:00Z')
    const customer = { name: 'Fernweh Books', language: 'de' }
    const { id: customer_id } = await call('POST', '/customers', customer)
    const draft = await call('POST', '/quotes', { customer_id, items: [ITEM, EXTRA] })
    quote = await call('POST', `/quotes/${draft.id}/open`)
  })

  const call: TestApp['json'] = (...request) => app.json(...request)

  /** Without a credential. */
  const visit = (url: string) => app.server.inject({ method: 'GET', url })
  const page = (rest = '') => `/q/${quote.share_token}${rest}`
  const api = (rest = '') => `/api/v1/public/quotes/${quote.share_token}${rest}`
  const shown = () => ({ revision: quote.revision, document_hash: quote.document_hash })
  const acceptance = (rest: object = {}) => ({
    ...shown(),
    name: 'Mia Brandt',
    consent: true,
    ...rest,
  })
  const post = (url: string, payload: object, headers: Readonly<Record<string, string>> = {}) =>
    app.server.inject({ method: 'POST', url, payload, headers })
  const submit = (
    rest: string,
    form: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = BROWSER,
  ) =>
    app.server.inject({
      method: 'POST',
      url: page(rest),
      payload: new URLSearchParams(form).toString(),
      headers,
    })
  const form = (rest: Readonly<Record<string, string>> = {}) => ({
    revision: String(quote.revision),
    document_hash: quote.document_hash,
    name: 'Mia Brandt',
    consent: 'true',
    ...rest,
  })
  const read = () => call('GET', `/quotes/${quote.id}`)

  test('200: the page shows terms, choices and the form, and needs no script', async () => {
    const answer = await visit(page())
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('Half in advance.')
    expect(answer.body).toContain('Angebot annehmen')
    expect(answer.body).toContain('E-Mail (optional)')
    expect(answer.body).toContain('name="selected"')
    expect(answer.body).toContain('Neue Summe anzeigen')
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'sha256-[^']+';/)
    expect(answer.headers['content-security-policy']).toContain("form-action 'self'")
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test('200: reading the page records no answer', async () => {
    for (const url of [page(), api(), api('/html'), page('?revision=1')])
      for (const agent of ['Firefox', 'MailScanner/1.0'])
        await app.server.inject({ method: 'GET', url, headers: { 'user-agent': agent } })
    for (const url of [page('/accept'), api('/accept')])
      expect((await visit(url)).statusCode).toBeGreaterThanOrEqual(404)
    expect((await read()).status).toBe('open')
  })

  test('200: JSON names no internal notes, mail addresses or other revisions that are drafts', async () => {
    await call('POST', `/quotes/${quote.id}/revise`)
    const view = (await visit(api())).json()
    expect(view).toMatchObject({
      number: quote.number,
      status: 'open',
      current: true,
      document_hash: quote.document_hash,
      revisions: [{ revision: 1 }],
      items: [{ optional: false }, { optional: true, selected: false }],
    })
    expect(Object.keys(view)).not.toContain('internal_notes')
    expect(Object.keys(view)).not.toContain('id')
  })

  test.each([
    '__proto__',
    'constructor',
    'toString',
  ])('422: %s is no optional item', async (name) => {
    const answer = await post(api('/accept'), acceptance({ selected: [name], total: '1190.00' }))
    expect(answer.statusCode, answer.body).toBe(422)
  })

  test('200: accepted with the selection, and evidence in the record', async () => {
    const selected = [quote.items[1].id]
    const answer = await post(
      api('/accept'),
      acceptance({ selected, total: '1490.00', email: 'mia@example.org' }),
      {
        'user-agent': 'Firefox',
      },
    )
    expect(answer.json()).toMatchObject({ status: 'accepted', totals: { net: '1300.00' } })
    expect((await read()).acceptance).toMatchObject({
      by: 'customer',
      name: 'Mia Brandt',
      email: 'mia@example.org',
      address: '127.0.0.1',
      browser: 'Firefox',
      document_hash: quote.document_hash,
      consent: 'Ich nehme dieses Angebot und seine Bedingungen an.',
      language: 'de',
      selected,
    })
    const html = await app.call('GET', `/quotes/${quote.id}/html`)
    expect(html.body).toContain('Angenommen von Mia Brandt am')
  })

  test('200: in the language that the reader chooses, of which the consent is stored', async () => {
    const french = await visit(page('?language=fr'))
    expect(french.body).toContain('<html lang="fr"')
    expect(french.body).toContain('Accepter le devis')
    expect(french.body).toContain(`action="${page('/accept?language=fr')}"`)
    expect((await visit(page('?revision=1'))).body).toContain('href="?language=it&amp;revision=1"')
    expect((await visit(page('?language=xx'))).body).toContain('Accept quote')
    const wrong = await submit('/accept?language=fr', form({ name: '' }))
    expect(wrong.body).toContain('Veuillez indiquer votre nom')
    const answer = await submit('/accept?language=fr', form())
    expect(answer.headers.location).toBe(page('?language=fr'))
    expect((await read()).acceptance).toMatchObject({
      consent: 'J’accepte ce devis et ses conditions.',
      language: 'de',
    })
    expect((await visit(page('?language=fr'))).body).toContain('Accepté par Mia Brandt')
  })

  test('200: twice the same answer has one effect', async () => {
    await post(api('/accept'), acceptance())
    const again = await post(api('/accept'), acceptance({ name: 'Somebody else' }))
    expect(again.statusCode).toBe(200)
    expect((await read()).answers).toHaveLength(1)
    expect((await post(api('/decline'), shown())).json().code).toBe('invalid_transition')
  })

  test('200: without the address if the settings do not store it', async () => {
    await call('PATCH', '/settings', { evidenceKeepAddress: false })
    await post(api('/accept'), acceptance())
    expect((await read()).acceptance.address).toBeNull()
    await call('PATCH', '/settings', { evidenceKeepAddress: true })
  })

  test('409: another revision or another document', async () => {
    const other = { document_hash: '0'.repeat(64) }
    expect((await post(api('/accept'), acceptance(other))).json().code).toBe('quote_changed')
    expect((await post(api('/accept'), acceptance({ revision: 2 }))).json().code).toBe(
      'quote_changed',
    )
    const next = await call('POST', `/quotes/${quote.id}/revise`)
    await call('POST', `/quotes/${next.id}/open`)
    expect((await post(api('/accept'), acceptance())).json().code).toBe('quote_changed')
    expect((await visit(page())).body).toContain(`${quote.number}-2`)
    const earlier = await visit(page('?revision=1'))
    expect(earlier.body).toContain('Ersetzt')
    expect(earlier.body).not.toContain('<form')
  })

  test('409: after the last day, which still counts', async () => {
    await call('PATCH', `/quotes/${quote.id}`, { valid_until: '2026-11-21' })
    app.clock.set('2026-11-22T08:00:00Z')
    expect((await post(api('/accept'), acceptance())).json().code).toBe('quote_expired')
    expect((await visit(page())).body).not.toContain('<form')
    app.clock.set('2026-11-21T20:00:00Z')
    expect((await post(api('/accept'), acceptance())).statusCode).toBe(200)
  })

  test.each([
    ['too_short', '  M  '],
    ['invalid_text', 'Mia\nBrandt'],
    ['invalid_text', 'Mia \u202eBrandt'],
  ])('422 %s: a name that papers cannot print, %j', async (code, name) => {
    const answer = await post(api('/accept'), acceptance({ name }))
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ pointer: '/name', code }])
    expect((await submit('/accept', form({ name }))).statusCode).toBe(422)
    const { status } = await call('GET', `/quotes/${quote.id}`)
    expect(status).toBe('open')
  })

  test('422: no name, no consent', async () => {
    for (const wrong of [{ name: '' }, { consent: false }, { consent: 'true' }, { more: 1 }])
      expect((await post(api('/accept'), acceptance(wrong))).statusCode).toBe(422)
  })

  test('403: from the page of another site', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await post(api('/accept'), acceptance(), headers)).json().code).toBe(
        'cross_site_request',
      )
    const foreign = { ...BROWSER, 'sec-fetch-site': 'cross-site' }
    expect((await submit('/accept', form(), foreign)).statusCode).toBe(403)
    expect((await read()).status).toBe('open')
  })

  test('404: a link that opens nothing', async () => {
    const unknown = 'A'.repeat(43)
    expect((await visit(`/q/${unknown}`)).statusCode).toBe(404)
    expect((await visit(`/api/v1/public/quotes/${unknown}`)).json().code).toBe('share_not_found')
    expect((await visit(page('?revision=7'))).statusCode).toBe(404)
  })

  describe('the form', () => {
    test('303: accepts, and the page confirms it', async () => {
      const chosen = { selected: quote.items[1].id, total: '1490.00' }
      const answer = await submit('/accept', form(chosen))
      expect([answer.statusCode, answer.headers.location]).toEqual([303, page()])
      expect((await read()).totals.net).toBe('1300.00')
      const after = await visit(page())
      expect(after.body).toContain('Angenommen von Mia Brandt am')
      expect(after.body).not.toContain('<form')
    })

    test('303: declines with a reason', async () => {
      const answer = await submit('/decline', { ...form(), reason: 'Zu teuer' })
      expect(answer.statusCode).toBe(303)
      expect(await read()).toMatchObject({ status: 'declined', answers: [{ note: 'Zu teuer' }] })
    })

    test('422: names the missing field', async () => {
      const answer = await submit('/accept', form({ name: ' ' }))
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain('Bitte geben Sie Ihren Namen an')
    })

    test('409: shows that the quote has changed', async () => {
      const answer = await submit('/accept', form({ document_hash: '0'.repeat(64) }))
      expect(answer.statusCode).toBe(409)
      expect(answer.body).toContain('Das Angebot wurde geändert')
    })
  })

  describe('the total that the customer saw', () => {
    const extra = () => quote.items[1].id as string

    test.each([
      ['that of the preselected items', '1190.00'],
      ['none', undefined],
      ['no number', '1.490,00'],
      ['one that is lower', '1489.99'],
    ])('409 quote_total_changed: %s, with another item selected', async (_, total) => {
      const answer = await post(
        api('/accept'),
        acceptance({ selected: [extra()], ...(total === undefined ? {} : { total }) }),
      )
      expect([answer.statusCode, answer.json()]).toMatchObject([
        409,
        { code: 'quote_total_changed', total: '1490.00' },
      ])
      expect((await read()).status).toBe('open')
    })

    test('409: a form with an old total shows the new one, and keeps what was entered', async () => {
      const old = form({ selected: extra(), total: '1190.00', note: 'Bis Montag' })
      const answer = await submit('/accept', old)
      expect(answer.statusCode).toBe(409)
      expect(answer.body).toMatch(/Mit Ihrer Auswahl beträgt die Summe 1\.?490,00.€/)
      expect(answer.body).toContain('name="total" value="1490.00"')
      expect(answer.body).toContain(`value="${extra()}" checked`)
      expect(answer.body).toContain('Bis Montag')
      expect(answer.body).toContain('value="Mia Brandt"')
      expect((await read()).status).toBe('open')
    })

    test('200: the new total, as a page, for the script, and for programs; stores nothing', async () => {
      const shown = await submit('/total', form({ selected: extra() }))
      expect(shown.statusCode).toBe(200)
      expect(shown.body).toMatch(/<span data-shown="total">1\.?490,00.€/)
      expect(shown.body).not.toMatch(/1\.?190,00/)
      const json = await submit(
        '/total',
        { selected: extra() },
        { ...BROWSER, accept: 'application/json' },
      )
      expect(json.json()).toMatchObject({ total: '1490.00', shown: { total: expect.any(String) } })
      const unknown = await submit('/total', { selected: 'itm_unknown' })
      expect(unknown.body).toContain('name="total" value="1190.00"')
      expect((await visit(api(`?selected=${extra()}`))).json()).toMatchObject({
        totals: { total: '1490.00' },
        items: [{}, { selected: true }],
      })
      expect((await visit(api('?selected='))).json().totals.total).toBe('1190.00')
      expect((await visit(api('?selected=itm_x'))).statusCode).toBe(422)
      expect(await read()).toMatchObject({ status: 'open', totals: { total: '1190.00' } })
    })

    test('what is payable is on the button and follows the selection; the total stays the evidence', async () => {
      const { customer_id } = quote
      const withholdings = [{ kind: 'income_tax', rate: '20' }]
      const draft = await call('POST', '/quotes', {
        ...{ customer_id, items: [ITEM, EXTRA], withholdings },
      })
      quote = await call('POST', `/quotes/${draft.id}/open`)
      const { body } = await visit(page())
      expect(body).toMatch(/<span data-shown="total">1\.?190,00/)
      expect(body).toMatch(/Offener Betrag<\/dt><dd><span data-shown="payable">990,00/)
      expect(body).toMatch(/· <span data-shown="payable">990,00.€<\/span><\/button>/)
      expect(body).toMatch(
        /<span data-shown="payableLabel">Offener Betrag<\/span><\/span> <span data-shown="payable">990,00/,
      )
      expect(body).toContain('name="total" value="1190.00"')
      const json = await submit(
        '/total',
        { selected: extra() },
        { ...BROWSER, accept: 'application/json' },
      )
      expect(json.json().total).toBe('1490.00')
      expect(json.json().shown).toMatchObject({
        total: expect.stringMatching(/^1\.?490,00/),
        payable: expect.stringMatching(/^1\.?230,00/),
        payableLabel: 'Offener Betrag',
      })
    })

    test('the accepted total is kept as evidence', async () => {
      await post(api('/accept'), acceptance({ total: '1190' }))
      expect(await read()).toMatchObject({ acceptance: { total: '1190' } })
    })

    test('a deposit is shown before accepting, and follows the selection', async () => {
      const { customer_id } = quote
      const draft = await call('POST', '/quotes', {
        customer_id,
        items: [ITEM, EXTRA],
        on_accept: 'draft_deposit',
        deposit_percent: '30',
      })
      quote = await call('POST', `/quotes/${draft.id}/open`)
      const label = /Anzahlung 30 ?%/
      expect((await visit(page())).body).toMatch(
        /Anzahlung 30.?%<\/dt><dd><span data-shown="deposit">357,00/,
      )
      const json = await submit(
        '/total',
        { selected: extra() },
        { ...BROWSER, accept: 'application/json' },
      )
      expect(json.json().shown.deposit).toMatch(/^447,00/)
      expect((await visit(api())).json().deposit).toEqual({ percent: '30', total: '357.00' })
      expect((await visit(api('/html'))).body.replaceAll('\u00a0', ' ')).toMatch(label)
    })
  })

  test('200 or 409: of 64 answers and two revisions at once, one decides', async () => {
    const next = await call('POST', `/quotes/${quote.id}/revise`)
    const all = await Promise.all([
      ...Array.from({ length: 64 }, () => post(api('/accept'), acceptance())),
      app.call('POST', `/quotes/${next.id}/open`),
      app.call('POST', `/quotes/${next.id}/open`),
    ])
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const [before, after] = [await read(), await call('GET', `/quotes/${next.id}`)]
    const isAccepted = before.status === 'accepted'
    expect([before.status, after.status]).toEqual(
      isAccepted ? ['accepted', 'draft'] : ['superseded', 'open'],
    )
    expect(before.answers).toHaveLength(isAccepted ? 1 : 0)
    expect(all.slice(0, 64).every(({ statusCode }) => (statusCode === 200) === isAccepted)).toBe(
      true,
    )
  })

  test('quote.viewed: once an hour by people; HEAD, OPTIONS, prefetch and scanners leave no trace', async () => {
    const open = async (url: string, headers: object = BROWSER, method = 'GET') => {
      const answer = await app.server.inject({
        method: method as 'GET',
        url,
        headers: { ...headers },
      })
      await viewsSettled(app.work().app)
      return answer.statusCode
    }
    const trace = async () => [
      await read(),
      (await call('GET', `/events?resource_id=${quote.id}&limit=100`)).data,
    ]
    const before = await trace()
    for (const url of [page(), api(), api('/html'), page('?utm_source=mail')]) {
      for (const agent of ['MailScanner/1.0', 'Slackbot-LinkExpanding 1.0', 'python-requests/2'])
        await open(url, { 'user-agent': agent })
      await open(url, { ...BROWSER, 'sec-purpose': 'prefetch;prerender' })
      for (const method of ['HEAD', 'OPTIONS']) await open(url, BROWSER, method)
    }
    for (const rest of ['/accept', '/decline'])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
        expect(await open(page(rest), BROWSER, method)).toBeGreaterThanOrEqual(404)
    expect(await trace()).toEqual(before)
    await open(page())
    await open(api('/html'))
    const { data } = await call('GET', `/events?resource_id=${quote.id}&type=quote.viewed`)
    expect(data).toMatchObject([{ actor: { id: 'service' }, data: { status: 'open' } }])
    expect(await read()).toEqual(before[0])
  })

  test('200: 64 answers at once are one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => post(api('/accept'), acceptance())),
    )
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect((await read()).answers).toHaveLength(1)
  })

  test.each([
    ['quote', 'Angebot'],
    ['order-confirmation', 'Auftragsbestätigung'],
    ['pro-forma', 'keine Rechnung'],
    ['delivery-note', 'Lieferschein'],
  ])('200: HTML as %s', async (as, words) => {
    const answer = await app.call('GET', `/quotes/${quote.id}/html?as=${as}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain(words)
    expect(answer.body.includes('nicht enthalten')).toBe(as === 'quote')
    expect(answer.body.includes('<h2>Bedingungen</h2>')).toBe(as === 'quote')
  })
})

test('429: more than ten answers a minute by one link, as a page or a problem', async () => {
  const app = await startTestApp('sqlite', { RATE_LIMIT_PER_MINUTE: '6000' })
  await app.call('PATCH', '/settings', { companyName: 'Nordlicht' })
  const { id: customer_id } = (await app.call('POST', '/customers', { name: 'Mia' })).json()
  const draft = (await app.call('POST', '/quotes', { customer_id, items: [ITEM] })).json()
  const { share_token: token } = (await app.call('POST', `/quotes/${draft.id}/open`)).json()
  const payload = { revision: 1, document_hash: '0'.repeat(64) }
  const answer = (url: string, headers = {}) =>
    app.server.inject({ method: 'POST', url, payload, headers })
  const api = `/api/v1/public/quotes/${token}`
  for (let tries = 0; tries < 10; tries++)
    expect((await answer(`${api}/decline`)).json().code).toBe('quote_changed')
  expect((await answer(`${api}/decline`)).json().code).toBe('rate_limited')
  const page = await app.server.inject({
    method: 'POST',
    url: `/q/${token}/accept`,
    payload: 'name=Mia',
    headers: { ...BROWSER, 'accept-language': 'fr-CH, fr;q=0.9' },
  })
  expect(page.statusCode).toBe(429)
  expect(page.headers['retry-after']).toMatch(/^\d+$/)
  expect(page.body).toContain('Trop de tentatives')
  expect((await app.server.inject({ method: 'GET', url: `/q/${token}` })).statusCode).toBe(200)
  await app.close()
})

test('200: the PDF that was printed is part of the evidence', async () => {
  const app = await startTestApp('sqlite')
  await app.call('PATCH', '/settings', { companyName: 'Nordlicht' })
  const { id: customer_id } = (await app.call('POST', '/customers', { name: 'Mia' })).json()
  const draft = (await app.call('POST', '/quotes', { customer_id, items: [ITEM] })).json()
  const quote = (await app.call('POST', `/quotes/${draft.id}/open`)).json()
  const pdf = await app.server.inject({
    method: 'GET',
    url: `/api/v1/public/quotes/${quote.share_token}/pdf`,
  })
  expect(pdf.headers['content-disposition']).toContain(`${quote.number}.pdf`)
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const accepted = (await app.call('POST', `/quotes/${draft.id}/accept`, {})).json()
  expect(accepted.acceptance.pdf_sha256).toMatch(/^[0-9a-f]{64}$/)
  await app.close()
})
