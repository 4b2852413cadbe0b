// Receives webhooks in a worker, or wherever a function takes a `Request`: Hono, Deno, Bun, Next.js.
import { verifyWebhook, WebhookVerificationError } from '@billwright/sdk'

const seen = new Set<string>()

export async function receive(request: Request, secret: string): Promise<Response> {
  try {
    const event = await verifyWebhook(await request.text(), request.headers, secret)
    // An event may come twice: keep its id where the effect is kept, in one transaction with it.
    if (seen.has(event.id)) return new Response(null, { status: 204 })
    if (event.type === 'payment.recorded')
      console.log(`${event.data.amount} ${event.data.currency} for ${event.data.invoice_number}`)
    // Only after the effect: if that fails, the event comes again and is not taken as seen.
    seen.add(event.id)
    return new Response(null, { status: 204 })
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    return new Response(error.message, { status: 400 })
  }
}
