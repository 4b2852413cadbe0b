import { code, group, list, required, text, type Values } from '../../kernel/fields/field.ts'
import * as rules from '../../kernel/fields/rules.ts'

const AMOUNT = '^[0-9]{1,11}(\\.[0-9]{1,3})?$'

const WHEN = {
  method: code('method', '^[a-z0-9_]{1,60}$', "The provider's own name, such as `card`."),
  currency: code('currency', '^[A-Z]{3}$', 'ISO 4217.', rules.currency),
  country: code('country', '^[A-Z]{2}$', 'Of the customer, ISO 3166-1.', rules.country),
  customerId: text('customer_id', 100),
  from: code('from', AMOUNT, 'From this amount.'),
  to: code('to', AMOUNT, 'Up to this amount.'),
}

const PARTS = {
  when: group('when', WHEN, {
    title: 'PaymentRouteCondition',
    description: 'All conditions must apply. A missing condition always applies.',
  }),
  providerId: required(text('provider_id', 100)),
}

/** Which payment provider gets which payments. */
export type PaymentRoute = Values<typeof PARTS>

/** In order: the first rule that fits. */
export const PAYMENT_ROUTING = list('paymentRouting', PARTS, {
  title: 'PaymentRoute',
  maxItems: 50,
  description:
    'Which provider offers a method. The first rule that fits, and whose provider is enabled and has the method, decides. If none fits, the provider with the lowest `priority` offers it.',
})
