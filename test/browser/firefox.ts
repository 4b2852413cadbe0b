import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Json } from '../givens.ts'
import { WAIT } from '../patience.ts'

type Role = 'button' | 'checkbox' | 'field' | 'option'

/** A page in Firefox. Names are those that a screen reader says. */
export interface FirefoxPage {
  goto(url: string): Promise<void>
  /** Types over what the field contains, as on a keyboard. */
  fill(name: string, text: string): Promise<void>
  click(role: Exclude<Role, 'field'>, name: string): Promise<void>
  /** Waits until the page shows a text that matches. */
  sees(pattern: RegExp): Promise<void>
  value(name: string): Promise<string>
}

export interface Firefox {
  /** Of another person: it shares no cookies with the pages opened before. */
  newPage(): Promise<FirefoxPage>
  close(): Promise<void>
}

/** `FIREFOX_PATH`, or `firefox-esr` in `PATH`; null: there is none. */
export function findFirefox(): string | null {
  const { FIREFOX_PATH, PATH = '' } = process.env
  if (FIREFOX_PATH) return FIREFOX_PATH
  const paths = PATH.split(delimiter).map((folder) => join(folder, 'firefox-esr'))
  return paths.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Nothing is fetched from elsewhere, and nothing moves. */
const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  'intl.accept_languages': 'en-GB',
  'ui.prefersReducedMotion': 1,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'signon.rememberSignons': false,
}
const CONTROL = '\uE009'

/**
 * Drives an installed Firefox by WebDriver BiDi. Playwright needs its own build of Firefox, or commands that the
 * long-term release does not have.
 */
export async function startFirefox(path: string): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'billwright-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    (it) => `user_pref(${JSON.stringify(it).slice(1, -1)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--remote-debugging-port=0', '--profile', profile]
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const url = await eventually('Firefox', async () => {
    const found = /BiDi listening on (ws:\S+)/.exec(said)?.[1]
    if (child.exitCode !== null) throw new Error(`Firefox ended and said: ${said}`)
    return found
  })
  const send = await connect(`${url}/session`)
  await send('session.new', { capabilities: {} })
  return {
    async newPage() {
      const { userContext } = await send('browser.createUserContext', {})
      const { context } = await send('browsingContext.create', { type: 'tab', userContext })
      return pageOf(send, context)
    },
    async close() {
      await send('browser.close', {})
      await exited
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

type Send = (method: string, params: object) => Promise<Json>

/** Sends commands, and resolves or rejects with the answer of each. */
async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, (answer: Json) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data))
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  await once(socket, 'open')
  let count = 0
  return async (method, params) => {
    count += 1
    const id = count
    const answered = new Promise<Json>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { type, message, result } = await answered
    if (type === 'error') throw new Error(`${method}: ${message}`)
    return result
  }
}

function pageOf(send: Send, context: string): FirefoxPage {
  const run = async (functionDeclaration: string, ...given: readonly object[]): Promise<Json> => {
    const { type, result, exceptionDetails } = await send('script.callFunction', {
      ...{ functionDeclaration, arguments: given, target: { context }, awaitPromise: true },
    })
    if (type === 'exception') throw new Error(exceptionDetails.text)
    return result
  }
  const find = (role: Role, name: string): Promise<Json> =>
    eventually(name, async () => {
      const values = [SELECTORS[role], name].map((value) => ({ type: 'string', value }))
      const { sharedId } = await run(FIND, ...values)
      return sharedId && { sharedId }
    })
  const act = (source: Json) => send('input.performActions', { context, actions: [source] })
  /** Presses it again if it moved away meanwhile. */
  const press = (role: Role, name: string) =>
    eventually(name, async () => {
      const element = await find(role, name)
      await act({
        ...{ type: 'pointer', id: 'mouse' },
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element } },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
      return (await run(IS_PRESSED)).value
    })
  const type = (text: string) =>
    act({
      ...{ type: 'key', id: 'keys' },
      actions: [
        { type: 'keyDown', value: CONTROL },
        ...strokes('a'),
        { type: 'keyUp', value: CONTROL },
        ...strokes(text),
      ],
    })
  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async fill(name, text) {
      await press('field', name)
      await type(text)
    },
    async click(role, name) {
      await press(role, name)
    },
    async sees(pattern) {
      await eventually(`${pattern}`, async () =>
        pattern.test((await run('() => document.body.innerText')).value),
      )
    },
    value: async (name) => (await run('(it) => it.value', await find('field', name))).value,
  }
}

const SELECTORS: Readonly<Record<Role, string>> = {
  button: 'button',
  checkbox: 'input[type=checkbox]',
  field: 'input:not([type=checkbox]), textarea',
  option: '[role=option]',
}

/**
 * The first element of that name that a person can use: it stands still, and nothing lies over it. Locating by
 * Firefox's accessibility tree takes seconds on a long page.
 */
const FIND = `async (selector, name) => {
  const textOf = (it) => {
    const copy = it.cloneNode(true)
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    return copy.textContent.trim().replace(/\\s+/g, ' ')
  }
  const nameOf = (it) => it.ariaLabel ?? textOf(it.labels?.[0] ?? it)
  const rectOf = (it) => JSON.stringify(it.getBoundingClientRect())
  for (const it of document.querySelectorAll(selector)) {
    if (it.disabled || it.ariaDisabled === 'true' || !it.checkVisibility() || nameOf(it) !== name) continue
    it.scrollIntoView({ block: 'center', behavior: 'instant' })
    const before = rectOf(it)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const { left, top, width, height } = it.getBoundingClientRect()
    const over = document.elementFromPoint(left + width / 2, top + height / 2)
    const isFree = it.contains(over) || [...(it.labels ?? [])].some((label) => label.contains(over))
    if (rectOf(it) !== before || !isFree) continue
    window.isMissed = true
    // React may draw another element in its place.
    const look = ({ target }) => {
      const pressed = target.closest(selector)
      if (pressed && nameOf(pressed) === name) window.isMissed = false
    }
    window.addEventListener('click', look, { capture: true })
    return it
  }
  return null
}`

/** Since FIND found it. Another page has opened if nothing is known. */
const IS_PRESSED = `async () => {
  for (let frames = 0; window.isMissed && frames < 30; frames += 1)
    await new Promise((done) => requestAnimationFrame(done))
  return !window.isMissed
}`

const strokes = (text: string) =>
  [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])

/** The first answer that is not empty. Elements may be replaced meanwhile, so it asks again after an error. */
async function eventually<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  const untilMs = performance.now() + WAIT.timeout
  for (;;) {
    const answer = await ask().catch((error: Error) => error)
    if (answer && !(answer instanceof Error)) return answer as NonNullable<T>
    if (performance.now() > untilMs)
      throw answer instanceof Error ? answer : new Error(`Not found: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, WAIT.interval))
  }
}
