import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin } from '../http/access.ts'
import { pageView } from '../http/pagination.ts'
import type { WorkOf } from '../record/work.ts'
import { dropJob, listJobs, retryJob } from './failed.ts'
import * as schema from './inner/schema.ts'
import { jobView } from './view.ts'

interface JobRoutesOptions {
  readonly workOf: WorkOf
}

export const jobRoutes: FastifyPluginAsyncTypebox<JobRoutesOptions> = async (app, { workOf }) => {
  app.get('/jobs', admin(schema.listJobs), async (request) =>
    pageView(await listJobs(workOf(request), request.query), jobView),
  )

  app.post('/jobs/:id/retry', admin(schema.retryJob), async (request) =>
    jobView(await retryJob(workOf(request), request.params.id)),
  )

  app.delete('/jobs/:id', admin(schema.dropJob), async (request, reply) => {
    await dropJob(workOf(request), request.params.id)
    return reply.code(204).send(null)
  })
}
