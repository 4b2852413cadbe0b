export const API = '/api/v1'

export const byId = (id) => document.getElementById(id)

/** A refusal, with the problem document that says why. */
class Refusal extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? `The service answered ${status}.`)
    this.status = status
    this.code = problem?.code
    this.faults = problem?.errors ?? []
  }
}

export async function call(method, path, body) {
  const response = await send(method, path, body)
  const text = await response.text()
  const answer = /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : null
  if (response.ok) return answer
  if (response.status === 401 && path !== '/session') location.replace('/')
  throw new Refusal(response.status, answer)
}

async function send(method, path, body) {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
  try {
    return await fetch(`${API}${path}`, init)
  } catch {
    throw new Refusal(0, { detail: 'The service cannot be reached. Is it running?' })
  }
}

/** Sends a form by `action`, once at a time, and puts each fault beside the field it is about. */
export function onSubmit(form, action) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    clearFaults(form)
    const button = form.querySelector('button.primary')
    button.disabled = true
    try {
      await action(Object.fromEntries(new FormData(form)), form)
    } catch (error) {
      showRefusal(form, error)
    } finally {
      button.disabled = false
    }
  })
}

/** Runs `action`, and says above the page why it failed. */
export function onClick(button, action) {
  button.addEventListener('click', async () => {
    const problem = byId('problem')
    problem.textContent = ''
    try {
      await action()
    } catch (error) {
      problem.textContent = error.message
    }
  })
}

function showRefusal(form, error) {
  const unplaced = (error.faults ?? []).filter((fault) => !showFault(form, fault))
  const first = form.querySelector('[aria-invalid="true"]')
  if (first === null || unplaced.length > 0) {
    form.querySelector(':scope > .problem').textContent = error.message
  }
  first?.focus()
}

/** Whether the form has the field that the fault names (`/email`, `/scopes/0`). */
function showFault(form, fault) {
  const { pointer } = fault
  const name = pointer.split('/')[1]
  const field = name ? form.querySelector(`[name="${CSS.escape(name)}"]`) : null
  if (field === null) return false
  if (field.getAttribute('aria-invalid') === 'true') return true
  const note = element('p', {
    id: `${name}-fault`,
    className: 'problem',
    textContent: wordsFor(field, fault),
  })
  field.closest('.field').append(note)
  field.setAttribute('aria-invalid', 'true')
  field.dataset.describedBy = field.getAttribute('aria-describedby') ?? ''
  field.setAttribute('aria-describedby', `${field.dataset.describedBy} ${note.id}`.trim())
  return true
}

/** What the service says is written for programs where it is about the form of a value. */
function wordsFor(field, { code, message }) {
  if (field.value === '') return 'Please fill this in.'
  if (code === 'too_short') return `This needs at least ${field.minLength} characters.`
  if (code === 'wrong_format' && field.type === 'email') return 'This is not an e-mail address.'
  if (code === 'too_few_items') return 'Choose at least one.'
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}`
}

function clearFaults(form) {
  form.querySelector(':scope > .problem').textContent = ''
  for (const note of form.querySelectorAll('.field .problem')) note.remove()
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid')
    field.setAttribute('aria-describedby', field.dataset.describedBy)
  }
}

export const withoutEmpty = (values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

export function onCopy(button) {
  const said = button.textContent
  button.addEventListener('click', async () => {
    const target = byId(button.dataset.copy)
    button.textContent = (await copy(target)) ? 'Copied' : 'Selected: press Ctrl+C'
    setTimeout(() => {
      button.textContent = said
    }, 2500)
  })
}

/** Without TLS browsers have no clipboard for pages; then the text is selected at least. */
async function copy(target) {
  try {
    await navigator.clipboard.writeText(target.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(target)
    return false
  }
}

export function outLink(href, text, label) {
  const link = element('a', { href, textContent: text, target: '_blank', rel: 'noopener' })
  link.setAttribute('aria-label', `${text}: ${label}`)
  return link
}

export function element(name, properties, children = []) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
