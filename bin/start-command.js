import { environment, exitWith, serviceCommand } from './runtime.js'

/** Prints what `bin/start` becomes, as a line of the shell. */
async function print() {
  // A person reads this terminal: requests are logged only on demand.
  const { NODE_COMPILE_CACHE, LOG_LEVEL } = environment({ LOG_LEVEL: 'warn', ...filled() })
  const variables = [`NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE}`, `LOG_LEVEL=${LOG_LEVEL}`]
  const words = ['env', ...variables, ...(await serviceCommand())]
  process.stdout.write(words.map(quoted).join(' '))
}

/** The environment without what is set to nothing. */
const filled = () => Object.fromEntries(Object.entries(process.env).filter(([, value]) => value))

const quoted = (word) => `'${word.replaceAll("'", `'\\''`)}'`

await exitWith(print())
