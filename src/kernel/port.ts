/**
 * A function of a higher room that a lower room calls. `connect-ports.ts` connects each one to its
 * function before the first request.
 */
interface Port<Run> {
  readonly run: Run
  connect(run: Run): void
}

export function port<Run>(name: string): Port<Run> {
  let connected: { readonly run: Run } | undefined
  return {
    get run() {
      if (!connected) throw new Error(`The port ${name} is not connected.`)
      return connected.run
    },
    connect(run) {
      connected = { run }
    },
  }
}
