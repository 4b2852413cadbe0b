/** What says that a form cannot be sent as it is. */
const FAULT = '[aria-invalid="true"], .mantine-InputWrapper-error, [role="alert"]'
const FIELD = 'input:not([type="hidden"]), textarea, select, button'

/**
 * Shows the first fault of a form that was sent: it may be outside the visible part. Waits for the
 * answer of the service, unless the person types first.
 */
export function showFaultsOfForms(): void {
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    const done = new AbortController()
    const look = () => {
      if (!target.isConnected || (!isBusy(target) && showFirstFault(target))) done.abort()
    }
    const observer = new MutationObserver(() => requestAnimationFrame(look))
    observer.observe(target, { subtree: true, childList: true, attributes: true })
    done.signal.addEventListener('abort', () => observer.disconnect())
    for (const event of ['input', 'submit'])
      target.addEventListener(event, () => done.abort(), { signal: done.signal })
    // A fault that was shown before changes nothing.
    requestAnimationFrame(look)
  })
}

/** Scrolls to the first fault within an element and focuses it. Returns whether there is one. */
export function showFirstFault(within: HTMLElement): boolean {
  const fault = [...within.querySelectorAll<HTMLElement>(FAULT)].find((it) => it.checkVisibility())
  if (!fault) return false
  const field = fieldOf(fault)
  // Who typed a wrong password types it again; the alert is read out without the focus.
  const isTyping = field === null && within.querySelector(':is(input, textarea):focus') !== null
  fault.scrollIntoView({ block: 'center' })
  if (isTyping) return true
  if (field === null) fault.tabIndex = -1
  ;(field ?? fault).focus({ preventScroll: true })
  return true
}

function fieldOf(fault: HTMLElement): HTMLElement | null {
  if (fault.matches(FIELD)) return fault
  if (fault.matches('[role="alert"]')) return null
  return fault.closest('.mantine-InputWrapper-root')?.querySelector<HTMLElement>(FIELD) ?? null
}

const isBusy = (form: HTMLElement): boolean => form.querySelector('[data-loading]') !== null
