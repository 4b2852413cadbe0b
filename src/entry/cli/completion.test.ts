import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { completionScript } from './completion.ts'
import { registerEvents } from './listen.ts'
import { operationsOf } from './operations.ts'

/** The generated document: `test/global-setup.ts` keeps it current. */
const document = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'))

const program = () => {
  const own = new Command('billwright')
  own.command('import').command('customers').option('--dry-run')
  own.command('recurring').command('paused')
  registerEvents(own)
  return own
}

const script = (shell: string) => completionScript(shell, program(), operationsOf(document()))

/** The words that bash offers for the last one of the line. */
function completed(line: readonly string[]): readonly string[] {
  const words = ['billwright', ...line].map((word) => `'${word}'`).join(' ')
  const asked = `COMP_WORDS=(${words}); COMP_CWORD=${line.length}; _billwright; echo "\${COMPREPLY[@]}"`
  const answer = execFileSync('bash', ['--norc', '-c', `${script('bash')}\n${asked}`], {
    encoding: 'utf8',
  })
  return answer.trim().split(' ').filter(Boolean).sort()
}

test.each([
  [['invoices'], ['invoices']],
  [['im'], ['import', 'imports']],
  [['import', ''], ['customers']],
  [['import', 'customers', '--d'], ['--dry-run']],
  // A command of the program hides the resource of the same name.
  [['recurring', ''], ['paused']],
  // Of the program and of the service.
  [['events', 're'], ['resend']],
  [['events', 'li'], ['list']],
  [['invoices', 'pay'], ['payments']],
  [['invoices', 'payments', 'get', 'inv_1', 'pay_1', '--out'], ['--output']],
  [
    ['invoices', 'list', '--status', 'sent', '--due-'],
    ['--due-from', '--due-to'],
  ],
  [['invoices', 'list', '--meta'], ['--metadata.']],
  // The value of an option: bash offers files.
  [['invoices', 'pdf', 'inv_1', '--output', ''], []],
])('bash completes %j with %j', (line, expected) => {
  expect(completed(line)).toEqual(expected)
})

test('zsh uses the completions of bash, and fish has its own', () => {
  expect(script('zsh')).toContain(script('bash'))
  expect(script('fish')).toMatch(/case 'invoices payments'\n +set words list/)
})

test('a service with a command name like shell code adds no completions', () => {
  const hostile = { words: ['invoices', "'; touch x; '"], filters: ['$(touch x)'] }
  const [known] = operationsOf(document())
  if (!known) throw new Error('The document has no operation.')
  const text = completionScript('bash', program(), [{ ...known, ...hostile }])
  expect(text).not.toContain('touch')
})
