const WEBHOOK_ID = 'whk_019aa5d2-7c00-7000-8000-0123456789ab'
const DELIVERY_ID = 'dlv_019aa5d2-8c00-7000-8000-0123456789ab'
const EVENT_ID = 'evt_019aa5d2-8c00-7000-8000-fedcba987654'
const INVOICE_ID = 'inv_019a9e2c-6f04-7c3b-9d52-6f5d5b7f2a10'
const AT = '2026-11-21T09:30:00.000Z'

export const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

export const WEBHOOK_EXAMPLE = {
  id: WEBHOOK_ID,
  url: 'https://shop.example.org/hooks/billwright',
  description: 'Ships paid orders',
  event_types: ['invoice.*', 'webhook.paused'],
  status: 'enabled',
  paused_reason: null,
  paused_at: null,
  last_success_at: AT,
  last_failure_at: null,
  previous_secret_until: null,
  version: 1,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
}

const RESOURCE = { type: 'invoice', id: INVOICE_ID }

export const DELIVERY_EXAMPLE = {
  id: DELIVERY_ID,
  webhook_id: WEBHOOK_ID,
  event_id: EVENT_ID,
  event_type: 'invoice.paid',
  resource: RESOURCE,
  status: 'delivered',
  attempt_count: 2,
  next_attempt_at: null,
  last_http_status: 204,
  last_error: null,
  last_error_code: null,
  created_at: AT,
  finished_at: '2026-11-21T09:30:05.310Z',
}

export const DELIVERY_DETAIL_EXAMPLE = {
  ...DELIVERY_EXAMPLE,
  body: JSON.stringify({
    id: EVENT_ID,
    type: 'invoice.paid',
    timestamp: AT,
    resource: RESOURCE,
    data: { id: INVOICE_ID, number: 'INV-2026-0042', status: 'paid' },
  }),
  attempts: [
    {
      number: 1,
      at: AT,
      duration_ms: 182,
      http_status: 503,
      error: 'The receiver answered with status 503.',
      error_code: 'receiver_status',
      answer: 'starting up',
    },
    {
      number: 2,
      at: '2026-11-21T09:30:05.210Z',
      duration_ms: 96,
      http_status: 204,
      error: null,
      error_code: null,
      answer: '',
    },
  ],
}
