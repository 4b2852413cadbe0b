type Sentence = (value: string) => string

/** What a preview warns of, by its code. `value` is the domain or address that the sentence names. */
const WARNINGS = {
  attachment_left_out: () => 'Some attachments are too large. The link stays.',
  mail_not_configured: () => 'No mail server or no sender is set up, so nothing can be sent yet.',
  no_recipient: () => 'There is no recipient. Add one, or enter an e-mail address of the customer.',
  domain_without_mail: (value) => `${value} has no mail server in DNS. Check the address.`,
  sender_replaced: (value) =>
    `The message leaves from the operator's address, because the domain of ${value} is not proven. Replies go to ${value}.`,
  demo: () => 'This is a demo: the message stays in the outbox and reaches nobody.',
} satisfies Readonly<Record<string, Sentence>>

type WarningCode = keyof typeof WARNINGS
export const WARNING_CODES = Object.keys(WARNINGS) as readonly WarningCode[]

/** A warning with its English sentence. */
export const warning = (code: WarningCode, value?: string) => ({
  code,
  detail: WARNINGS[code](value ?? ''),
  params: value === undefined ? {} : { value },
})
