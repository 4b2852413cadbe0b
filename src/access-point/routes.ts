import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { sendWithEtag } from '../http/etag.ts'
import { API_PREFIX } from '../http/openapi/document.ts'
import type { WorkOf } from '../record/work.ts'
import * as schema from './schema.ts'
import { type AccessPointService, accessPointEtag, transmissionEtag } from './service.ts'
import type { TransmissionFormat } from './transmission.ts'
import { accessPointView, transmissionView } from './view.ts'

export const accessPointRoutes: FastifyPluginAsyncTypebox<{
  readonly workOf: WorkOf
  readonly accessPoint: AccessPointService
}> = async (app, { workOf, accessPoint }) => {
  const read = { config: { access: 'read' } } as const
  const issue = { config: { access: 'issue' } } as const
  const admin = { config: { access: 'admin' } } as const

  app.get('/access-point', { ...read, schema: schema.getAccessPoint }, async (request, reply) => {
    const stored = await accessPoint.find(workOf(request))
    return sendWithEtag(request, reply, accessPointEtag(stored), accessPointView(stored))
  })

  app.put('/access-point', { ...admin, schema: schema.putAccessPoint }, async (request, reply) => {
    const change = { input: request.body, ifMatch: request.headers['if-match'] }
    const stored = await accessPoint.save(workOf(request), change)
    return sendWithEtag(request, reply, accessPointEtag(stored), accessPointView(stored))
  })

  app.delete(
    '/access-point',
    { ...admin, schema: schema.deleteAccessPoint },
    async (request, reply) => {
      await accessPoint.delete(workOf(request), request.headers['if-match'])
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/access-point/recipients/:address',
    { ...read, schema: schema.lookUpRecipient },
    async (request) => {
      const { address } = request.params
      return { address, reachable: await accessPoint.lookUp(workOf(request), address) }
    },
  )

  app.post(
    '/invoices/:id/transmit',
    { ...issue, schema: schema.transmitInvoice },
    async (request, reply) => {
      const { params, body } = request
      const format = body.format as TransmissionFormat | undefined
      const it = await accessPoint.transmit(workOf(request), params.id, format)
      reply.code(201).header('location', `${API_PREFIX}/invoices/${params.id}/transmission`)
      return sendWithEtag(request, reply, transmissionEtag(it), transmissionView(it))
    },
  )

  app.get(
    '/invoices/:id/transmission',
    { ...read, schema: schema.getTransmission },
    async (request, reply) => {
      const it = await accessPoint.require(workOf(request), request.params.id)
      return sendWithEtag(request, reply, transmissionEtag(it), transmissionView(it))
    },
  )
}
