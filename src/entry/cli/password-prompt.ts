import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { wrongUsage } from './exit.ts'
import { note } from './terminal.ts'

/**
 * Reads a password from standard input, never from the arguments, which every user of the machine
 * can see. A terminal asks twice without showing it; otherwise the first line counts.
 */
export async function readPassword(): Promise<string> {
  return readTwice('Password: ')
}

/** Asks for the passphrase of an archive, once if the archive exists. */
export async function readPassphrase({ isNew }: { readonly isNew: boolean }): Promise<string> {
  if (isNew) return readTwice('Passphrase: ')
  return process.stdin.isTTY ? ask('Passphrase: ') : firstLine()
}

async function readTwice(question: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  const first = await ask(question)
  const second = await ask('Once more: ')
  if (first !== second) throw wrongUsage('The two differ. Nothing was changed.')
  return first
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  throw wrongUsage('Standard input is empty. Send the password on one line.')
}

function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  return new Promise((resolve, reject) => {
    terminal.once('SIGINT', () => {
      terminal.close()
      reject(wrongUsage('Canceled. Nothing was changed.'))
    })
    terminal.question('', (answer) => {
      terminal.close()
      note('')
      resolve(answer)
    })
  })
}
