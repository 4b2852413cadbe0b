import { Type } from 'typebox'
import { nullable } from '../../../kernel/fields/shapes.ts'
import { listQuery, pageOf } from '../../http/pagination.ts'
import { JOB_STATUSES, type JobStatus } from '../job.ts'

const text = Type.String()

const JobView = Type.Object(
  {
    id: text,
    kind: Type.String({ description: 'What the job does. More kinds may be added.' }),
    key: Type.String({
      description: 'Names the occasion. A kind has at most one job with this key.',
    }),
    status: Type.String({
      enum: [...JOB_STATUSES],
      description:
        '`waiting` for its time, `running`, `retrying` after a failure, or `failed`: it waits for you.',
    }),
    payload: Type.Record(text, Type.Any(), { description: 'The parameters of the job, e.g. ids.' }),
    due_at: nullable(
      Type.String({ description: 'When it runs next. `null` while it runs or has failed.' }),
    ),
    attempts: Type.Integer({ description: 'Attempts since it last succeeded.' }),
    last_error: nullable(text),
    created_at: text,
    failed_at: nullable(text),
  },
  {
    title: 'Job',
    examples: [
      {
        id: 'job_019aa5d2-7c00-7000-8000-0123456789ab',
        kind: 'webhook.deliver',
        key: 'whk_019aa5d2-7c00-7000-8000-0123456789ab/invoice/inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10',
        status: 'retrying',
        payload: {
          webhookId: 'whk_019aa5d2-7c00-7000-8000-0123456789ab',
          lane: 'invoice/inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10',
        },
        due_at: '2026-11-21T09:30:00.000Z',
        attempts: 2,
        last_error: 'The database is unavailable.',
        created_at: '2026-11-21T09:05:00.000Z',
        failed_at: null,
      },
    ],
  },
)

const tags = ['Jobs']
const params = Type.Object({
  id: Type.String({ maxLength: 100, description: 'Id of the job.' }),
})

export const listJobs = {
  operationId: 'listJobs',
  summary: 'List background jobs',
  description: 'Jobs that wait, run or have failed, newest first. Finished jobs are deleted.',
  tags,
  querystring: listQuery(
    {
      kind: Type.Optional(Type.String({ maxLength: 60, description: 'Only jobs of this kind.' })),
      status: Type.Optional(
        Type.Unsafe<JobStatus>({
          type: 'string',
          enum: [...JOB_STATUSES],
          description: 'Only jobs of this status.',
        }),
      ),
    },
    ['created_at'],
  ),
  response: { 200: pageOf(JobView) },
}

export const retryJob = {
  operationId: 'retryJob',
  summary: 'Run a job now',
  description: 'Runs a waiting or failed job now, with all its attempts again.',
  tags,
  params,
  response: { 200: JobView },
}

export const dropJob = {
  operationId: 'dropJob',
  summary: 'Drop a job',
  description: 'Deletes a waiting or failed job. Its work is never done.',
  tags,
  params,
  response: { 204: Type.Null({ description: 'Dropped.' }) },
}
