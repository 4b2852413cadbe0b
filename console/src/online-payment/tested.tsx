import { Alert, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isProblem, messageOf } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { nameOfKind } from './kinds.ts'
import type { Provider, Tested } from './queries.ts'
import { useMethodName, useOnlinePaymentWords } from './words.ts'

interface Props {
  readonly kind: string
  readonly tested: Tested
  readonly hookUrl: Provider['hook_url']
}

/** What the test read of the account, and what a person should know or mend there. */
export function TestedAccount({ kind, tested, hookUrl }: Props) {
  const words = useOnlinePaymentWords()
  const nameOf = useMethodName()
  const { data: settings } = useQuery(settingsQuery)
  const { account, name, mode, methods, currencies } = tested
  const [payout] = currencies
  const yours = settings?.currency
  const isConverted = payout !== undefined && yours !== undefined && !currencies.includes(yours)
  const provider = nameOfKind(kind)
  const hints = [
    mode === 'test' && words.isTest,
    methods.length === 0 && words.noMethods(provider),
    isConverted && words.otherCurrency(payout, yours),
    !hookUrl.startsWith('https:') && words.hookUnreachable(provider),
  ].filter((it) => it !== false)
  const facts = [
    [words.account, name === null ? account : `${name} (${account})`],
    [words.mode, words.modes[mode] ?? mode],
    [words.methods, [...new Set(methods.map(nameOf))].join(', ')],
    [words.payout, currencies.join(', ')],
  ].filter(([, text]) => text !== '')
  return (
    <Stack gap="sm" role="status">
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {facts.map(([label, text]) => (
            <Table.Tr key={label}>
              <Table.Th ps={0} scope="row" w="30%" fw={400} c="dimmed">
                {label}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {hints.map((hint) => (
        <Text key={hint} size="sm" c="dimmed">
          {hint}
        </Text>
      ))}
    </Stack>
  )
}

/** Why a provider could not be asked, in words of the console where it knows the reason. */
export function useTestFault(): (kind: string, error: unknown) => string {
  const words = useOnlinePaymentWords()
  return (kind, error) => {
    const name = nameOfKind(kind)
    const isRefused =
      isProblem(error, 'provider_failed') && error.problem?.provider_code === 'unauthorized'
    if (isRefused) return words.keyRefused(name)
    return isProblem(error, 'provider_unreachable') ? words.unreachable(name) : messageOf(error)
  }
}

/** The fault of a test. */
export const TestFault = ({ text }: { readonly text: string }) => (
  <Alert color="red" role="alert">
    {text}
  </Alert>
)
