import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { admin, issue, read } from '../../core/http/access.ts'
import { answersOf, locate } from '../../core/http/resource.ts'
import type { WorkOf } from '../../core/record/work.ts'
import * as schema from './inner/schema.ts'
import type { TransmissionFormat } from './inner/transmission.ts'
import { accessPointView, transmissionView } from './inner/view.ts'
import {
  accessPointEtag,
  deleteAccessPoint,
  findAccessPoint,
  lookUpRecipient,
  requireTransmission,
  saveAccessPoint,
  transmissionEtag,
  transmitInvoice,
} from './transmit.ts'

export const accessPointRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
}> = async (app, { workOf }) => {
  const { send } = answersOf(accessPointEtag, accessPointView)
  const transmissions = answersOf(transmissionEtag, transmissionView)

  app.get('/access-point', read(schema.getAccessPoint), async (request, reply) =>
    send(request, reply, await findAccessPoint(workOf(request))),
  )

  app.put('/access-point', admin(schema.putAccessPoint), async (request, reply) => {
    const change = { input: request.body, ifMatch: request.headers['if-match'] }
    return send(request, reply, await saveAccessPoint(workOf(request), change))
  })

  app.delete('/access-point', admin(schema.deleteAccessPoint), async (request, reply) => {
    await deleteAccessPoint(workOf(request), request.headers['if-match'])
    return reply.code(204).send(null)
  })

  app.get('/access-point/recipients/:address', read(schema.lookUpRecipient), async (request) => {
    const { address } = request.params
    return { address, reachable: await lookUpRecipient(workOf(request), address) }
  })

  app.post('/invoices/:id/transmit', issue(schema.transmitInvoice), async (request, reply) => {
    const { params, body } = request
    const format = body.format as TransmissionFormat | undefined
    const it = await transmitInvoice(workOf(request), params.id, format)
    return transmissions.send(request, locate(reply, `/invoices/${params.id}/transmission`), it)
  })

  app.get('/invoices/:id/transmission', read(schema.getTransmission), async (request, reply) =>
    transmissions.send(
      request,
      reply,
      await requireTransmission(workOf(request), request.params.id),
    ),
  )
}
