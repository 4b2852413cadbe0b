import { Alert, Button, Stack, Text } from '@mantine/core'
import { May } from '../components/may.tsx'
import { useAct } from '../components/use-act.ts'
import { useDirectDebitWords } from '../direct-debit/words.ts'
import { CUSTOMERS_KEY } from './queries.ts'

/** Why no automatic message goes to a customer, and how to lift that. */
export function MailStop({ id }: { readonly id: string }) {
  const words = useDirectDebitWords().mailStop
  const { act, isBusy } = useAct([CUSTOMERS_KEY])
  return (
    <Alert color="red" title={words.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{words.text}</Text>
        <May needs="write">
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            onClick={() =>
              act({
                run: (api) => api.resumeCustomerMail({ path: { id } }),
                done: words.resumed,
              })
            }
          >
            {words.resume}
          </Button>
        </May>
      </Stack>
    </Alert>
  )
}
