import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendWithEtag } from '../../../core/http/etag.ts'
import { locate } from '../../../core/http/resource.ts'
import type { WorkOf } from '../../../core/record/work.ts'
import { messageView } from '../inner/view.ts'
import type { Message } from '../message.ts'
import { type MessageDetail, messageDetail, messageEtag } from '../messages.ts'

/** Answer with a message, or with one that was just queued. */
export function sendersOf(workOf: WorkOf) {
  const sendMessage = (request: FastifyRequest, reply: FastifyReply, detail: MessageDetail) =>
    sendWithEtag(request, reply, messageEtag(detail.message), messageView(detail))
  const sendCreated = async (request: FastifyRequest, reply: FastifyReply, message: Message) => {
    const detail = await messageDetail(workOf(request), message)
    return sendMessage(request, locate(reply, `/messages/${message.id}`), detail)
  }
  return { sendMessage, sendCreated }
}
