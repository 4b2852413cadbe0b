import { parentPort, Worker } from 'node:worker_threads'
import { AppError, type ErrorKind, overloaded } from '../errors.ts'
import { createJobQueue, QueueFull } from './job-queue.ts'

/** What the thread posts for a job: its result, or an expected failure taken apart (classes do not travel). */
export type ThreadAnswer<T> =
  | { readonly result: T }
  | {
      readonly kind: ErrorKind
      readonly code: string
      readonly message: string
      readonly details: object
    }

export interface ThreadOptions {
  /** The module to run: for each message it posts one `ThreadAnswer`. */
  readonly module: URL
  readonly timeoutMs: number
  /** Thrown when a job takes longer; the thread is ended and the next job gets a new one. */
  readonly timedOut: () => AppError
  /** Thrown when a job needs more memory than a thread may have. */
  readonly outOfMemory: () => AppError
}

export interface Thread<J, T> {
  /** Jobs are done one after the other. Throws `overloaded` when too many wait, or one too long. */
  run(job: J): Promise<T>
}

const WAITING_MAX = 20
/** A job waits for as long as so many may take. */
const WAIT_MAX_TIMEOUTS = 2
const HEAP_MAX_MB = 256
const IDLE_MS = 30_000

/** A thread for computations too long for the one that answers requests; it ends itself when idle. */
export function createThread<J, T>(options: ThreadOptions): Thread<J, T> {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  const queue = createJobQueue(1, WAITING_MAX)

  const stop = () => {
    // After its job a thread can still fail, e.g. for want of memory; nobody waits for it then.
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

/** Rejects when the thread gives no answer: its state is unknown then. */
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

/** The thread's side: one answer for each job. */
export function answerJobs<J, T>(work: (job: J) => T): void {
  const answer = (job: J): ThreadAnswer<T> => {
    try {
      return { result: work(job) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { kind, code, message, details, faults } = error
      return { kind, code, message, details: { ...details, faults } }
    }
  }
  parentPort?.on('message', (job: J) => parentPort?.postMessage(answer(job)))
}
