/** Ends a test or a hook that hangs. Far more than a busy machine needs, so no test sets its own. */
export const LIMIT_MS = 10 * 60_000

/** For what takes a moment: what is not there after this never comes. */
export const WAIT = { timeout: 90_000, interval: 50 }
