import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { flushCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { runInNewContext } from 'node:vm'
import { AppError, type ErrorKind, overloaded } from '../kernel/errors.ts'
import { createFairQueue, QueueFull } from './fair-queue.ts'

/**
 * The worker's message for a job: its result, the fields of an expected error (its class cannot be
 * sent), or an unexpected error.
 */
type WorkerAnswer<T> =
  | { readonly result: T }
  | { readonly unexpected: Error }
  | { readonly isOutOfMemory: true }
  | {
      readonly kind: ErrorKind
      readonly code: string
      readonly message: string
      readonly details: object
    }

interface WorkerOptions {
  /** The worker's module. It calls `answerJobs`. */
  readonly module: URL
  readonly timeoutMs: number
  /** Thrown when a job takes too long. The worker is ended and the next job starts a new one. */
  readonly timedOut: () => AppError
  /** Thrown when a job needs more memory than a worker may use. */
  readonly outOfMemory: () => AppError
}

export interface Worker<J, T> {
  /**
   * Runs jobs one after another; companies take turns. Throws `overloaded` if too many of a company
   * wait, or one waits too long.
   */
  run(company: bigint, job: J): Promise<T>
}

const WAITING_MAX = 20
/** A job waits at most for the time that this many jobs may take. */
const WAIT_MAX_TIMEOUTS = 2
const HEAP_MAX_MB = 256
/** Of V8, buffers and libraries together. Node maps some 600 of them at its start. */
const MEMORY_MAX_MB = 1280
/** A worker ends its job after the time of this many jobs, in case the service that would end it is gone. */
const ALONE_TIMEOUTS = 2
const IDLE_MS = 30_000

/**
 * A separate process for long computations on strangers' files. Not a thread, because V8 ends the
 * whole process if one long step, such as `JSON.parse`, runs out of memory. It ends when idle.
 */
export function createWorker<J, T>(options: WorkerOptions): Worker<J, T> {
  let worker: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  const queue = createFairQueue({ slots: 1, waitingMax: WAITING_MAX })

  const stop = () => {
    worker?.kill('SIGKILL')
    worker = null
  }

  const runNow = async (job: J): Promise<T> => {
    clearTimeout(idle)
    if (!worker?.connected) worker = startWorker(options)
    const answer = await answerOf<J, T>(worker, job, options).catch((error) => {
      stop()
      throw error
    })
    idle = setTimeout(stop, IDLE_MS).unref()
    if ('result' in answer) return answer.result
    if ('isOutOfMemory' in answer) {
      stop()
      throw options.outOfMemory()
    }
    throw 'unexpected' in answer ? answer.unexpected : toAppError(answer)
  }

  return {
    async run(company, job) {
      try {
        return await queue.run(() => runNow(job), WAIT_MAX_TIMEOUTS * options.timeoutMs, company)
      } catch (error) {
        throw error instanceof QueueFull ? overloaded() : error
      }
    },
  }
}

/** Without the service's environment, so without secrets; only with the folder of compiled code. */
function startWorker({ module, timeoutMs }: WorkerOptions): ChildProcess {
  const compiled = getCompileCacheDir()
  const worker = fork(module, [`${ALONE_TIMEOUTS * timeoutMs}`], {
    // Node keeps a folder for each of its versions in it.
    env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
    ...limitedNode(),
    serialization: 'advanced',
    // V8 prints a page when it runs out of memory; `answerJobs` reports errors instead.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  worker.on('error', () => {})
  worker.unref()
  worker.channel?.unref()
  return worker
}

/** The limit of V8's heap; and on Linux one of all memory, which a shell sets before it becomes Node. */
function limitedNode(): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  const heap = `--max-old-space-size=${HEAP_MAX_MB}`
  if (process.platform !== 'linux') return { execArgv: [heap] }
  const script = `ulimit -d ${MEMORY_MAX_MB * 1024}; exec "$0" "$@"`
  return { execPath: '/bin/sh', execArgv: ['-c', script, process.execPath, heap] }
}

/** V8 aborts without memory; the system kills who takes too much. Codes are those of Windows. */
const OUT_OF_MEMORY: readonly (string | number | null)[] = ['SIGABRT', 'SIGTRAP', 'SIGKILL', 134]

/** Rejects if the worker does not answer, because its state is then unknown. */
function answerOf<J, T>(
  worker: ChildProcess,
  job: J,
  options: WorkerOptions,
): Promise<WorkerAnswer<T>> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: unknown) => settle(() => resolve(answer as WorkerAnswer<T>))
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      const end = signal ?? code
      const isOutOfMemory = OUT_OF_MEMORY.includes(end)
      onError(isOutOfMemory ? options.outOfMemory() : new Error(`The worker ended with ${end}.`))
    }
    const timer = setTimeout(() => onError(options.timedOut()), options.timeoutMs)
    const settle = (then: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      then()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.send(job as object, (error) => error && onError(error))
  })
}

/** What buffers, Node, SQLite and zlib throw when the system gives no more. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Array buffer allocation failed' ||
    ('code' in error &&
      ['ERR_MEMORY_ALLOCATION_FAILED', 'SQLITE_NOMEM', 'Z_MEM_ERROR'].includes(String(error.code))))

const toAppError = (
  failure: Extract<WorkerAnswer<never>, { readonly kind: ErrorKind }>,
): AppError => new AppError(failure.kind, failure.code, failure.message, { ...failure.details })

/**
 * The worker's side: one message per job. A signal to stop reaches the worker as well; the service ends
 * it when its job is done. It exits when the service is gone.
 */
export function answerJobs<J, T>(work: (job: J) => T): void {
  const timeout = Number(process.argv[2])
  const answer = (job: J): WorkerAnswer<T> => {
    try {
      return { result: runInNewContext('work()', { work: () => work(job) }, { timeout }) }
    } catch (error) {
      if (isOutOfMemory(error)) return { isOutOfMemory: true }
      if (!(error instanceof AppError))
        return { unexpected: error instanceof Error ? error : new Error(String(error)) }
      const { kind, code, message, details, params, faults } = error
      return { kind, code, message, details: { ...details, params, faults } }
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  process.on('message', (job: J) => process.send?.(answer(job)))
  // Node would keep its compiled code when it ends, but it is killed.
  flushCompileCache()
}
