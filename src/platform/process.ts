/** Sentences for the person at the terminal; the log has its own stream. */
export const announce = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const EXIT_CONFIG = 78

/** Says why the service cannot start and ends the process: 78 for a wrong configuration. */
export function fail(error: unknown, { isExpected }: { readonly isExpected: boolean }): never {
  const isPortTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const sentence = isPortTaken
    ? `${error.message}: another program listens there. Choose another port, e.g. PORT=3001.`
    : error instanceof Error && isExpected
      ? error.message
      : error instanceof Error
        ? error.stack
        : String(error)
  process.stderr.write(`Billwright cannot start. ${sentence}\n`)
  process.exit(isExpected ? EXIT_CONFIG : 1)
}

/** Runs `stop` at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function onStopSignal(stop: () => Promise<void>): void {
  let isStopping = false
  const handle = () => {
    if (isStopping) process.exit(130)
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error, { isExpected: false }),
    )
  }
  process.on('SIGTERM', handle)
  process.on('SIGINT', handle)
}

/** The machine's own IANA zone. */
export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
