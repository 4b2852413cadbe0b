import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../components/query-view.tsx'
import { useFormat } from '../format.ts'
import { plural, useLanguage, useWords } from '../language.ts'
import { Enrolment } from './enrolment.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { factorQuery } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes.tsx'
import { Section } from './section.tsx'

/** The state of the second factor and its actions. */
export function SecondFactorSection() {
  const words = useWords().account
  const factor = useQuery(factorQuery)
  const [isEnrolling, enrolling] = useDisclosure()
  return (
    <Section title={words.factor} text={words.factorText}>
      <QueryView of={factor} lines={1}>
        {({ enabled, confirmed_at, recovery_codes_left }) =>
          enabled ? (
            <TurnedOn since={confirmed_at} codesLeft={recovery_codes_left} />
          ) : (
            <Group>
              <Badge variant="light" color="gray">
                {words.off}
              </Badge>
              <Button onClick={enrolling.open}>{words.setUp}</Button>
            </Group>
          )
        }
      </QueryView>
      {/* Shows the recovery codes even when the factor is already active. */}
      <Enrolment isOpen={isEnrolling} onClose={enrolling.close} />
    </Section>
  )
}

function TurnedOn(props: { readonly since: string | null; readonly codesLeft: number }) {
  const words = useWords().account
  const format = useFormat()
  const { language } = useLanguage()
  const [asked, setAsked] = useState<'disable' | 'renew' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isFew = props.codesLeft < 3
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Badge variant="light" color="teal">
          {words.on}
        </Badge>
        {props.since && <Text size="sm">{words.since(format.instant(props.since))}</Text>}
      </Group>
      <Text size="sm" {...(isFew && { c: 'red', fw: 600 })}>
        {plural(props.codesLeft, language, words.codesLeft)}
      </Text>
      <Group>
        <Button variant="default" onClick={() => setAsked('renew')}>
          {words.renew}
        </Button>
        <Button variant="default" onClick={() => setAsked('disable')}>
          {words.disable}
        </Button>
      </Group>
      <ProofDialog asked={asked} onClose={() => setAsked(null)} onCodes={setCodes} />
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </Stack>
  )
}
