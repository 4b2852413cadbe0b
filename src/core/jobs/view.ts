import type { Job } from './job.ts'

export const jobView = (job: Job) => ({
  id: job.id,
  kind: job.kind,
  key: job.key,
  status: job.status,
  payload: job.payload,
  due_at: job.dueAt,
  attempts: job.attempts,
  last_error: job.lastError,
  created_at: job.createdAt,
  failed_at: job.failedAt,
})
