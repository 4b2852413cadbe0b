import { parentPort, Worker } from 'node:worker_threads'
import { AppError, type ErrorKind, overloaded } from '../errors.ts'
import { createJobQueue, QueueFull } from './job-queue.ts'

/**
 * The worker's message for a job: its result, or the fields of an expected error (classes cannot be
 * sent).
 */
export type ThreadAnswer<T> =
  | { readonly result: T }
  | {
      readonly kind: ErrorKind
      readonly code: string
      readonly message: string
      readonly details: object
    }

export interface ThreadOptions {
  /** The worker module. It posts one `ThreadAnswer` per message. */
  readonly module: URL
  readonly timeoutMs: number
  /** Thrown when a job takes too long. The thread is ended and the next job starts a new one. */
  readonly timedOut: () => AppError
  /** Thrown when a job needs more memory than a thread may use. */
  readonly outOfMemory: () => AppError
}

export interface Thread<J, T> {
  /** Runs jobs one after another. Throws `overloaded` if too many wait, or one waits too long. */
  run(job: J): Promise<T>
}

const WAITING_MAX = 20
/** A job waits at most for the time that this many jobs may take. */
const WAIT_MAX_TIMEOUTS = 2
const HEAP_MAX_MB = 256
const IDLE_MS = 30_000

/** A worker thread for long computations. It ends itself when idle. */
export function createThread<J, T>(options: ThreadOptions): Thread<J, T> {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  const queue = createJobQueue({ slots: 1, waitingMax: WAITING_MAX })

  const stop = () => {
    // A thread can still fail after its job, e.g. for lack of memory; nobody waits for it then.
    void worker?.on('error', () => {}).terminate()
    worker = null
  }

  const runNow = async (job: J): Promise<T> => {
    clearTimeout(idle)
    worker ??= startWorker(options.module)
    const answer = await answerOf<J, T>(worker, job, options).catch((error) => {
      stop()
      throw error
    })
    idle = setTimeout(stop, IDLE_MS).unref()
    if ('result' in answer) return answer.result
    throw toAppError(answer)
  }

  return {
    async run(job) {
      try {
        return await queue.run(() => runNow(job), WAIT_MAX_TIMEOUTS * options.timeoutMs)
      } catch (error) {
        throw error instanceof QueueFull ? overloaded() : error
      }
    },
  }
}

function startWorker(module: URL): Worker {
  const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB } })
  worker.unref()
  return worker
}

/** Rejects if the thread does not answer, because its state is then unknown. */
function answerOf<J, T>(worker: Worker, job: J, options: ThreadOptions): Promise<ThreadAnswer<T>> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: ThreadAnswer<T>) => settle(() => resolve(answer))
    const onError = (error: NodeJS.ErrnoException) =>
      settle(() =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? options.outOfMemory() : error),
      )
    const onExit = (code: number) => onError(new Error(`The thread ended with ${code}.`))
    const timer = setTimeout(() => onError(options.timedOut()), options.timeoutMs)
    const settle = (then: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      then()
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(job)
  })
}

const toAppError = (failure: Exclude<ThreadAnswer<never>, { readonly result: never }>): AppError =>
  new AppError(failure.kind, failure.code, failure.message, { ...failure.details })

/** The worker's side: one message per job. */
export function answerJobs<J, T>(work: (job: J) => T): void {
  const answer = (job: J): ThreadAnswer<T> => {
    try {
      return { result: work(job) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { kind, code, message, details, params, faults } = error
      return { kind, code, message, details: { ...details, params, faults } }
    }
  }
  parentPort?.on('message', (job: J) => parentPort?.postMessage(answer(job)))
}
