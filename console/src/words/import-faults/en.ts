import type { ErrorWords } from '../errors/errors.ts'

/** Faults of an imported file, by code. `{value}` is what the file has in that place. */
export const faults: ErrorWords = {
  unknown_column: 'The import does not know this column. Choose a meaning for it, or delete it.',
  column_twice: 'This column is there twice. Delete or rename one.',
  unnamed_column:
    'Column {number} has no title, but a value. Give it a title in the first line, or delete it.',
  too_many_cells:
    'The line has more cells than there are columns. Check separators and quotation marks.',
  contradiction: 'The lines contradict each other. Use the same value in all of them.',
  internal:
    'This line was not imported because of an internal error. Report the error, then import the line again later.',
  malformed_json: 'This line cannot be read. Export the file again.',
  required: 'A value is missing here. Fill in the cell.',
  'required.external_id':
    'Write the name of the other program, a colon and the ID, for example shop:1001.',
  address_empty: 'The address is empty. Fill in a part of it, or a name.',
  unknown_field: 'This does not belong here. Delete it.',
  computed_field: 'This is always calculated. Leave the column out.',
  read_only: 'This cannot be imported. Leave the column out.',
  wrong_type: ['“{value}” does not fit here. Correct it.', 'This does not fit here. Correct it.'],
  'wrong_type.integer': [
    '“{value}” is not a whole number. Use a number such as 14.',
    'This is not a whole number. Use a number such as 14.',
  ],
  'wrong_type.number': [
    '“{value}” is not a number. Use a number such as 2.5.',
    'This is not a number. Use a number such as 2.5.',
  ],
  'wrong_type.boolean': [
    '“{value}” is neither true nor false. Write true for yes and false for no.',
    'Write true for yes and false for no.',
  ],
  wrong_format: [
    '“{value}” does not have the right form. Correct it.',
    'This does not have the right form. Correct it.',
  ],
  'wrong_format.date': [
    '“{value}” is not a date. Write it as year, month and day: 2026-01-31.',
    'This is not a date. Write it as year, month and day: 2026-01-31.',
  ],
  'wrong_format.date-time': [
    '“{value}” is not a date with a time. Write it as 2026-01-31T12:00:00Z.',
    'This is not a date with a time. Write it as 2026-01-31T12:00:00Z.',
  ],
  'wrong_format.email': [
    '“{value}” is not an e-mail address. Use one such as billing@example.com.',
    'This is not an e-mail address. Use one such as billing@example.com.',
  ],
  'wrong_format.emails': 'There are too many e-mail addresses. Use at most {max}.',
  'wrong_format.website': [
    '“{value}” is not a web address. Use one such as https://example.com.',
    'This is not a web address. Use one such as https://example.com.',
  ],
  'wrong_format.iban': [
    '“{value}” is not an IBAN. Use one such as DE89 3704 0044 0532 0130 00.',
    'This is not an IBAN. Use one such as DE89 3704 0044 0532 0130 00.',
  ],
  'wrong_format.bic': 'A BIC has 8 or 11 characters, for example COBADEFFXXX. Correct it.',
  'wrong_format.scheme': 'Use a scheme such as 0088, 9930 or EM.',
  'wrong_format.currency': [
    '“{value}” is not a currency. Use its three letters, for example EUR.',
    'Use the three letters of a currency, for example EUR.',
  ],
  'wrong_format.country': [
    '“{value}” is not a country. Use its two letters, for example DE.',
    'Use the two letters of a country, for example DE.',
  ],
  'wrong_format.language': [
    '“{value}” is not a language. Use its code, for example de or en-GB.',
    'Use the code of a language, for example de or en-GB.',
  ],
  'wrong_format.time': [
    '“{value}” is not a time. Use one such as 09:30.',
    'This is not a time. Use one such as 09:30.',
  ],
  'wrong_format.id': [
    'Billwright has no ID “{value}”. Copy the ID from Billwright, or leave the cell empty.',
    'This is not an ID of Billwright. Copy it from there, or leave the cell empty.',
  ],
  'wrong_format.blank': 'This is empty. Fill it in.',
  'wrong_format.no_colon': 'The name of the other program cannot contain a colon. Remove it.',
  wrong_checksum: [
    'The check digits of “{value}” are wrong. Look for a typing error.',
    'The check digits are wrong. Look for a typing error.',
  ],
  invalid: ['“{value}” is not possible here. Correct it.', 'This is not possible. Correct it.'],
  invalid_text: 'The text contains characters that are not allowed. Remove them.',
  no_item: 'There is no item. Add an item before issuing.',
  duration_differs: 'Quantity and duration differ. Keep only one of them.',
  no_time_unit: 'A duration needs a unit of time, such as hours.',
  not_for_kind: 'This kind has no such value. Leave it empty.',
  not_allowed: [
    '“{value}” is not possible here. Use one of these: {allowed}.',
    'This is not possible here. Use one of these: {allowed}.',
    'This is not possible here. Use another value.',
  ],
  'not_allowed.rate_of_untaxed': 'In this tax category the rate must be 0. Write 0.',
  'not_allowed.schedule_end':
    'Use either the number of invoices or the last day. Empty the other cell.',
  due_before_issue: 'The due date is before the invoice date. Correct one of them.',
  out_of_range: [
    'The value must be greater than {above} and at most {max}. Correct it.',
    'The value must be between {min} and {max}. Correct it.',
    'The day cannot be before {from}. Use a later one.',
    'The day cannot be after {until}. Use an earlier one.',
    'The value must be at least {min}. Correct it.',
    'The value must be at most {max}. Correct it.',
    'The value must be greater than {above}. Correct it.',
    'The value must be less than {below}. Correct it.',
    '“{value}” is too large or too small. Correct it.',
    'The value is too large or too small. Correct it.',
  ],
  'out_of_range.negative_price': 'The price is negative. Use a negative quantity instead.',
  'out_of_range.zero': 'The amount cannot be zero. Enter an amount, or delete the line.',
  'out_of_range.part': 'The value cannot be zero and needs the sign of its line. Correct it.',
  'out_of_range.schedule_end': 'The last day is before the first day. Correct one of them.',
  'out_of_range.backfill':
    '{count} invoices would be due at once; at most {max} are possible. Use a later first day.',
  'out_of_range.past': 'This is not in the future. Use a later day.',
  too_short: [
    {
      by: 'min',
      one: 'This is too short. Use at least 1 character.',
      other: 'This is too short. Use at least {n} characters.',
    },
    'This is too short. Write more.',
  ],
  too_long: [
    {
      by: 'max',
      one: 'This is too long. Use at most 1 character.',
      other: 'This is too long. Use at most {n} characters.',
    },
    'This is too long. Shorten it.',
  ],
  too_few_items: [
    {
      by: 'min',
      one: 'Something is missing here. At least 1 entry is needed.',
      other: 'Something is missing here. At least {n} entries are needed.',
    },
    'Something is missing here. Add an entry.',
  ],
  too_many_items: [
    {
      by: 'max',
      one: 'These are too many. At most 1 is possible.',
      other: 'These are too many. At most {n} are possible.',
    },
    'These are too many. Remove some.',
  ],
  too_many_fields: ['These are too many. At most {max} are possible.', 'These are too many.'],
  duplicate: [
    '“{value}” is there twice. Remove or change one.',
    'This is there twice. Remove or change one.',
  ],
  'duplicate.item_number':
    'Another product has the item number {value} already. Use a different one.',
  incomplete: 'Values that belong to this one are missing. Fill them in.',
  not_a_number: [
    '“{value}” is not a number. Use a number such as 2.5.',
    'This is not a number. Use a number such as 2.5.',
  ],
  too_precise: [
    {
      by: 'max',
      one: 'There are too many digits after the decimal point. Use at most 1.',
      other: 'There are too many digits after the decimal point. Use at most {n}.',
    },
    'There are too many digits. Round the number.',
  ],
  'too_precise.whole': 'Only a whole number is possible here. Round it.',
  too_large: ['“{value}” is too large. Use a smaller number.', 'Use a smaller number.'],
  percent_or_amount: 'Use either a percentage or an amount. Empty the other cell.',
  quantity_or_amount: 'Use either a quantity or an amount. Empty the other cell.',
  quantity_or_percent: 'Use either a quantity or a percentage. Empty the other cell.',
  price_or_discount: 'Use either a price or a discount. Empty the other cell.',
  rate_needed: 'This tax category needs a rate. Fill in the tax rate.',
  rate_not_allowed: 'This tax category has no rate. Empty the tax rate.',
  price_missing: [
    'The product has no price in {currency} for this quantity and day. Enter a price in the file.',
    'The product has no price for this quantity and day. Enter a price in the file.',
  ],
  ambiguous_customer:
    'Several customers are called {name}: {allowed}. Enter the ID of the right one in a column “Customer ID”.',
  unknown_customer: [
    'There is no customer “{value}”. Import the customers first, or correct the name.',
    'There is no such customer. Import the customers first, or correct the name.',
  ],
  unknown_contact: 'The customer has no such contact person. Correct it.',
  unknown_address: 'The customer has no such address. Correct it.',
  unknown_series: [
    'There is no number series “{value}” for this document. Create it in the settings, or use another.',
    'There is no such number series for this document. Create it in the settings, or use another.',
  ],
  unknown_invoice: [
    'There is no invoice “{value}”. Import the invoices first, or correct the number.',
    'There is no such invoice. Import the invoices first, or correct the number.',
  ],
  unknown_deposit: 'This is not an issued deposit invoice of this customer. Correct it.',
  unknown_item: 'The invoice has no such item. Correct it.',
  unknown_product: 'There is no such product. Import the products first, or correct it.',
  unknown_entry: 'There is no such entry of this customer. Correct it.',
  unknown_plan: 'There is no such reminder plan. Use another.',
  unknown_template: [
    'There is no template “{value}”. Use another.',
    'There is no such template. Use another.',
  ],
  unknown_preset: [
    'The settings have no tax preset “{value}”, or it is not valid on this day. Use another.',
    'The settings have no such tax preset, or it is not valid on this day. Use another.',
  ],
  unknown_placeholder:
    'The text contains a placeholder that does not exist. Check the text in braces.',
  unknown_currency: [
    '“{value}” is not a currency. Use its three letters, for example EUR.',
    'This is not a currency. Use its three letters, for example EUR.',
  ],
  unknown_unit: [
    'There is no unit “{value}”. Use a usual one, for example hour or piece.',
    'There is no such unit. Use a usual one, for example hour or piece.',
  ],
  unknown_country: [
    'There is no country “{value}”. Use its two letters, for example DE.',
    'There is no such country. Use its two letters, for example DE.',
  ],
  unknown_language: [
    'There is no language “{value}”. Use its code, for example de or en-GB.',
    'There is no such language. Use its code, for example de or en-GB.',
  ],
  unknown_time_zone: 'There is no such time zone. Use one such as Europe/Berlin.',
  external_id_taken:
    'Another record has this ID of the other program already. Change it, or leave the cell empty.',
  number_taken: [
    'The number {number} is taken already. Use another.',
    'The number is taken already. Use another.',
  ],
  not_past: [
    'Only past days can be closed, at most until {until}.',
    'Only past days can be closed.',
  ],
  payment_exists: 'A payment with this reference and amount is recorded already. Delete the line.',
  overpayment: [
    'The payment is too high. Only {amount} is still due.',
    'The payment is higher than the amount due. Correct it.',
  ],
  'overpayment.refund':
    'The balance is {amount}. Enter at most this amount as a refund, with a minus sign.',
  'overpayment.no_refund':
    'There is nothing to refund. Issue the credit note first, then import the refund.',
  'overpayment.nothing_due': 'Nothing is due on this invoice any more. Delete the line.',
  account_too_small: [
    'The customer has {amount} on account. Use at most this amount.',
    'The customer does not have this much on account. Use less.',
  ],
  'account_too_small.empty': 'The customer has nothing on account in this currency.',
  invoice_not_payable: 'No payment can be recorded for this document. Delete the line.',
  'invoice_not_payable.credit_note':
    'No payment can be recorded for a credit note. Name the invoice instead.',
  'invoice_not_payable.draft': 'The invoice is a draft. Issue it first.',
  'invoice_not_payable.void': 'The invoice is void. Delete the line.',
  'invoice_not_payable.uncollectible':
    'The invoice is written off. Choose “Expect payment again” before you import the payment.',
  amount_too_large: 'The total is too large. Use smaller quantities or prices.',
  withheld_too_large: 'The customer would withhold more than the invoice. Reduce the withholding.',
  seller_incomplete: 'Your company has no name in the settings. Enter it there first.',
  invalid_transition: 'This is not possible in the present state. Check the status.',
  customer_archived: [
    '{name} is archived. Restore the customer first.',
    'This customer is archived. Restore the customer first.',
  ],
  too_many_prices: 'The customer has {max} prices already. Delete one first.',
  no_recipient: 'The customer has no e-mail address. Enter a recipient.',
  einvoice_invalid: 'The invoice breaks rules of its e-invoice profile. Fill in what is missing.',
  missing_scope: 'You do not have the permission. Ask an administrator.',
  limit_reached: [
    'Your company has reached its limit of {max}. Ask the operator.',
    'Your company has reached a limit. Ask the operator.',
  ],
  invoice_not_found: 'There is no such invoice. Import the invoices first, or correct it.',
  customer_not_found: 'There is no such customer. Import the customers first, or correct it.',
  product_not_found: 'There is no such product. Import the products first, or correct it.',
  precondition_failed: 'The record changed after the file was checked. Upload the file again.',
  invoice_changed: 'The invoice changed after the file was checked. Upload the file again.',
  deposit_changed: 'A deposit has changed or is deducted elsewhere. Deduct the deposits again.',
  deposit_exceeds: 'The deposits exceed the invoice by {amount}. Deduct less.',
}
