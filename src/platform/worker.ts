import { Worker } from 'node:worker_threads'
import { AppError, type ErrorKind } from '../errors.ts'

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
}

export interface Thread<J, T> {
  /** Jobs are done one after the other. */
  run(job: J): Promise<T>
}

const HEAP_MAX_MB = 256
const IDLE_MS = 30_000

/** A thread for computations too long for the one that answers requests; it ends itself when idle. */
export function createThread<J, T>(options: ThreadOptions): Thread<J, T> {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const stop = () => {
    void worker?.terminate()
    worker = null
  }

  const runNow = async (job: J): Promise<T> => {
    clearTimeout(idle)
    worker ??= startWorker(options.module)
    try {
      return await answerOf<J, T>(worker, job, options)
    } catch (error) {
      // An expected failure is an answer; after any other the thread's state is unknown.
      if (!(error instanceof AppError) || error.kind === 'timeout') stop()
      throw error
    } finally {
      idle = setTimeout(stop, IDLE_MS).unref()
    }
  }

  return {
    run(job) {
      const done = last.then(() => runNow(job))
      last = done.catch(() => {})
      return done
    },
  }
}

function startWorker(module: URL): Worker {
  const worker = new Worker(module, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB } })
  worker.unref()
  return worker
}

function answerOf<J, T>(worker: Worker, job: J, options: ThreadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (answer: ThreadAnswer<T>) => {
      settle()
      if ('result' in answer) resolve(answer.result)
      else reject(toAppError(answer))
    }
    const onError = (error: Error) => {
      settle()
      reject(error)
    }
    const timer = setTimeout(() => onError(options.timedOut()), options.timeoutMs)
    const settle = () => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError)
    }
    worker.on('message', onMessage).on('error', onError)
    worker.postMessage(job)
  })
}

const toAppError = (failure: Exclude<ThreadAnswer<never>, { readonly result: never }>): AppError =>
  new AppError(failure.kind, failure.code, failure.message, { ...failure.details })
