import type { Command } from 'commander'

/** Only for the help: `bin/billwright.js` runs it in a process of its own before it gets here. */
export function registerServe(program: Command): void {
  program
    .command('serve')
    .description('run the service until SIGTERM or Ctrl-C')
    .option('--demo', 'fill an empty installation with sample data')
}
