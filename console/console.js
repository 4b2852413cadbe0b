import {
  API,
  byId,
  call,
  element,
  onClick,
  onCopy,
  onSubmit,
  outLink,
  withoutEmpty,
} from './forms.js'

const PAGE_SIZE = 10
const SAMPLE = {
  customer: { name: 'Fernweh Books' },
  items: [{ description: 'Cover design', quantity: '2', unit_price: '80' }],
}

const page = document.body.dataset.page

if (page === 'setup') startSetup()
else startHome()

// --- Pages -----------------------------------------------------------------------------------

function startSetup() {
  const token = location.hash.slice(1)
  byId(token === '' ? 'no-token' : 'setup').hidden = false
  // A second link opened in the same tab changes only what stands after the `#`.
  addEventListener('hashchange', () => location.reload())
  onSubmit(byId('setup').querySelector('form'), async (values) => {
    await call('POST', '/setup', { token, ...withoutEmpty(values) })
    location.replace('/')
  })
}

async function startHome() {
  onSubmit(byId('sign-in').querySelector('form'), async (values, form) => {
    await call('POST', '/session', values)
    form.reset()
    await showHome()
  })
  onClick(byId('sign-out'), async () => {
    await call('DELETE', '/session')
    location.reload()
  })
  onClick(byId('more'), showMoreInvoices)
  onSubmit(byId('create-key'), createKey)
  for (const button of document.querySelectorAll('[data-copy]')) onCopy(button)
  await showHome()
}

async function showHome() {
  const person = await whoAmI()
  byId('sign-in').hidden = person !== null
  byId('home').hidden = person === null
  byId('top').hidden = person === null
  if (person === null) return byId('email').focus()
  byId('person').textContent = person.name ?? person.email ?? ''
  showCurl('$BILLWRIGHT_KEY')
  const isAdmin = person.scopes.includes('admin')
  byId('keys-card').hidden = !isAdmin
  const shown = await Promise.allSettled([
    showCompany(),
    showInvoices(),
    isAdmin ? showKeys() : null,
  ])
  byId('problem').textContent = shown.find((it) => it.reason)?.reason.message ?? ''
}

async function whoAmI() {
  try {
    return await call('GET', '/session')
  } catch (refusal) {
    if (refusal.status !== 401) {
      byId('sign-in').querySelector('.problem').textContent = refusal.message
    }
    return null
  }
}

async function showCompany() {
  const { companyName } = await call('GET', '/settings')
  byId('company').textContent = companyName || 'Billwright'
  document.title = companyName ? `${companyName} – Billwright` : 'Billwright'
}

// --- Invoices --------------------------------------------------------------------------------

let nextCursor = null

async function showInvoices() {
  byId('invoices').replaceChildren()
  nextCursor = null
  await showMoreInvoices()
}

async function showMoreInvoices() {
  const cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`
  const query = `limit=${PAGE_SIZE}&sort=-created_at&include=total${cursor}`
  const { data, total, next_cursor: next } = await call('GET', `/invoices?${query}`)
  byId('invoices').append(...data.map(invoiceRow))
  byId('invoices-count').textContent =
    total === 0 ? 'None yet: make the first one.' : `${total} in all`
  nextCursor = next
  byId('more').hidden = next === null
}

function invoiceRow(invoice) {
  const address = `${API}/invoices/${encodeURIComponent(invoice.id)}`
  const name = invoice.number ?? 'Draft'
  const links = element('span', { className: 'links' }, [
    outLink(`${address}/html`, 'HTML', `${name} as a page`),
    outLink(`${address}/pdf`, 'PDF', `${name} as PDF`),
  ])
  if (invoice.published) addPublicLink(links, invoice, name)
  const state = invoice.overdue ? 'overdue' : invoice.status
  return element('li', {}, [
    element('span', { className: 'number', textContent: name }),
    element('span', { className: 'customer', textContent: invoice.customer_name }),
    element('span', { className: 'date soft', textContent: day(invoice.issue_date) }),
    element('span', { className: 'total', textContent: money(invoice.total, invoice.currency) }),
    element('span', { className: `state ${state}`, textContent: capital(state) }),
    links,
  ])
}

async function addPublicLink(links, { id }, name) {
  const { share_url: url } = await call('GET', `/invoices/${encodeURIComponent(id)}`)
  if (url !== null) links.append(outLink(url, 'Public link', `${name} as its customer sees it`))
}

/** The amount as it came, a decimal string: it never becomes a binary fraction. */
const money = (amount, currency) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)

const day = (date) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

const capital = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

// --- API keys --------------------------------------------------------------------------------

async function showKeys() {
  const { data } = await call('GET', '/api-keys?limit=100')
  byId('keys').replaceChildren(...data.map(keyRow))
}

function keyRow(key) {
  const used = key.last_used_at === null ? 'never used' : `last used ${moment(key.last_used_at)}`
  const ends = key.expires_at === null ? '' : `, ends ${moment(key.expires_at)}`
  return element('li', {}, [
    element('div', {}, [
      element('p', { className: 'number', textContent: key.name }),
      element('p', {
        className: 'soft small',
        textContent: `${key.scopes.join(', ')} · ${used}${ends}`,
      }),
    ]),
    revokeButton(key),
  ])
}

/** Asks by its own text before it acts: a second press within the row revokes. */
function revokeButton({ id, name }) {
  const button = element('button', {
    type: 'button',
    className: 'quiet small',
    textContent: 'Revoke',
  })
  button.setAttribute('aria-label', `Revoke ${name}`)
  const calm = () => {
    button.classList.remove('danger')
    button.textContent = 'Revoke'
    button.setAttribute('aria-label', `Revoke ${name}`)
  }
  button.addEventListener('blur', calm)
  onClick(button, async () => {
    if (!button.classList.contains('danger')) {
      button.classList.add('danger')
      button.textContent = 'Really revoke?'
      button.setAttribute('aria-label', `Really revoke ${name}? It stops at once.`)
      return
    }
    await call('DELETE', `/api-keys/${encodeURIComponent(id)}`)
    await showKeys()
    byId('keys-title').focus()
  })
  return button
}

async function createKey(values, form) {
  const scopes = new FormData(form).getAll('scopes')
  const expiresAt = values.expires_at === '' ? null : `${values.expires_at}T23:59:59Z`
  const { key } = await call('POST', '/api-keys', {
    name: values.name,
    scopes,
    expires_at: expiresAt,
  })
  byId('new-key-text').textContent = key
  byId('new-key').hidden = false
  showCurl(key)
  form.reset()
  form.closest('details').open = false
  await showKeys()
  byId('new-key').scrollIntoView({ block: 'nearest' })
}

function showCurl(key) {
  byId('curl').textContent = [
    `curl ${location.origin}${API}/invoices \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify(SAMPLE)}'`,
  ].join('\n')
}

const moment = (instant) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(instant))
