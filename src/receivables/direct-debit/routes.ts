import { REPORT_BYTES_MAX } from '@billwright/sepa'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendFile } from '../../core/files/replies.ts'
import { issue, read, write } from '../../core/http/access.ts'
import { pageView } from '../../core/http/pagination.ts'
import { answersOf, changeOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import { collectionEtag } from '../collections/read.ts'
import { collectionView } from '../collections/view.ts'
import { approveRun } from './approve.ts'
import { changeRun, createRun, deleteRun, previewRun } from './draft.ts'
import { reportTooLarge } from './errors.ts'
import * as schema from './inner/schema.ts'
import { noteOutcome } from './outcome.ts'
import { getRun, getRunFile, type ItemizedRun, listRuns, runEtag } from './read.ts'
import { takeReport } from './report.ts'
import { cancelRun, noteRunSubmitted, refuseRun } from './settle.ts'
import { itemizedView, runView } from './view.ts'

interface Options {
  readonly workOf: WorkOf
}

export const directDebitRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  await app.register(runRoutes, options)
  await app.register(reportRoutes, options)
}

const answers = answersOf(({ run }: ItemizedRun) => runEtag(run), itemizedView)

const runRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { workOf }) => {
  const { send } = answers
  const { entry } = answersOf(runEtag, runView)

  app.get('/direct-debit-runs', read(schema.listRuns), async (request) =>
    pageView(await listRuns(workOf(request), request.query), entry),
  )

  app.post('/direct-debit-runs', write(schema.createRun), async (request, reply) => {
    const { dry_run: isDry, ...body } = request.body
    if (isDry === true) return send(request, reply, await previewRun(workOf(request), body))
    const made = await createRun(workOf(request), body)
    return send(request, locate(reply, `/direct-debit-runs/${made.run.id}`), made)
  })

  app.get('/direct-debit-runs/:id', read(schema.getRun), async (request, reply) =>
    send(request, reply, await getRun(workOf(request), request.params.id)),
  )

  app.patch('/direct-debit-runs/:id', write(schema.patchRun), async (request, reply) =>
    send(request, reply, await changeRun(workOf(request), changeOf(request), request.body)),
  )

  app.delete('/direct-debit-runs/:id', write(schema.deleteRun), async (request, reply) => {
    await deleteRun(workOf(request), changeOf(request))
    return reply.code(204).send(null)
  })

  for (const [name, described, act] of [
    ['approve', schema.approveRun, approveRun],
    ['cancel', schema.cancelRun, cancelRun],
  ] as const)
    app.post(`/direct-debit-runs/:id/${name}`, issue(described), async (request, reply) =>
      send(request, reply, await act(workOf(request), changeOf(request))),
    )

  app.post('/direct-debit-runs/:id/submitted', issue(schema.submitRun), async (request, reply) =>
    send(request, reply, await noteRunSubmitted(workOf(request), changeOf(request), request.body)),
  )

  app.post('/direct-debit-runs/:id/refused', issue(schema.refuseRun), async (request, reply) =>
    send(request, reply, await refuseRun(workOf(request), changeOf(request), request.body)),
  )

  const collection = answersOf(collectionEtag, collectionView)
  app.post('/collections/:id/outcome', issue(schema.noteOutcome), async (request, reply) => {
    const changed = await noteOutcome(workOf(request), changeOf(request), request.body)
    return collection.send(request, reply, changed)
  })

  app.get('/direct-debit-runs/:id/files/:n', issue(schema.getRunFile), async (request, reply) => {
    const { id, n } = request.params
    const it = await getRunFile(workOf(request), id, n)
    const bytes = Buffer.from(it.content)
    const file = {
      id: `${it.runId}-${it.number}`,
      name: `${it.messageRef}.xml`,
      mediaType: 'application/xml',
      size: bytes.length,
      sha256: it.sha256,
    }
    return sendFile(request, reply, { file, bytes })
  })
}

const reportRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { workOf }) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const tooLarge = { bodyTooLarge: () => reportTooLarge(REPORT_BYTES_MAX) }

  app.post(
    '/direct-debit-runs/:id/report',
    { ...issue(schema.takeReport, tooLarge), bodyLimit: REPORT_BYTES_MAX },
    async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : new Uint8Array()
      const run = await takeReport(workOf(request), request.params.id, bytes)
      return answers.send(request, reply, run)
    },
  )
}
