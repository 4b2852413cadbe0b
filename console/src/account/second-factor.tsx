import type { Data } from '@billwright/sdk'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView } from '../components/query-view.tsx'
import { State } from '../components/state.tsx'
import { useFormat } from '../words/format.ts'
import { plural, useLanguage, useWords } from '../words/language.ts'
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
    <Section
      title={words.factor}
      state={factor.data && <FactorState of={factor.data} />}
      text={words.factorText}
    >
      <QueryView of={factor} lines={1}>
        {({ enabled, recovery_codes_left }) =>
          enabled ? (
            <TurnedOn codesLeft={recovery_codes_left} />
          ) : (
            <Group>
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

function FactorState({
  of: { enabled, confirmed_at },
}: {
  readonly of: Data<'getOwnSecondFactor'>
}) {
  const words = useWords().account
  const format = useFormat()
  return (
    <>
      <State shape={enabled ? 'done' : 'void'}>{enabled ? words.on : words.off}</State>
      {confirmed_at && <Text size="sm">{words.since(format.instant(confirmed_at))}</Text>}
    </>
  )
}

function TurnedOn(props: { readonly codesLeft: number }) {
  const words = useWords().account
  const { language } = useLanguage()
  const [asked, setAsked] = useState<'disable' | 'renew' | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isFew = props.codesLeft < 3
  return (
    <Stack gap="sm">
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
