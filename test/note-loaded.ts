import { subscribe } from 'node:diagnostics_channel'
import { registerHooks } from 'node:module'
import type { Socket } from 'node:net'

/* For `--import`: a service says which package of a payment provider it loads, and to whom it connects. */

const OF_PROVIDER = /\/node_modules\/stripe\/|\/stripe\.esm/

registerHooks({
  load(url, context, next) {
    if (OF_PROVIDER.test(url)) process.stderr.write('LOADED stripe\n')
    return next(url, context)
  },
})
subscribe('net.client.socket', (message) => {
  const { socket } = message as { readonly socket: Socket }
  socket.on('connectionAttempt', (address, port) =>
    process.stderr.write(`CONNECTED ${address}:${port}\n`),
  )
})
