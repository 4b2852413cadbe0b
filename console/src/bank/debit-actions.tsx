import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Api, isProblem, session } from '../api/client.ts'
import { inCompany } from '../api/company.ts'
import { useMay } from '../api/session.ts'
import { signedInAgain } from '../api/signed-out.ts'
import { ConfirmDialog } from '../components/confirm.tsx'
import { DayField } from '../components/date-field.tsx'
import { IconCheck, IconDownload, IconUpload } from '../components/icons.ts'
import { useAct } from '../components/use-act.ts'
import { openFiles, RUN_KEYS, RUNS_KEY, type Run } from '../direct-debit/queries.ts'
import { useDirectDebitWords } from '../direct-debit/words.ts'
import { useFormat } from '../words/format.ts'
import { bytesOf } from './columns-dialog.tsx'

interface Props {
  readonly run: Run
  readonly etag: string | undefined
}

/** The next steps: approve, give the file to the bank, read its report. */
export function RunSteps({ run, etag }: Props) {
  const mayIssue = useMay('issue')
  const mayWrite = useMay('write')
  const { status } = run
  return (
    <Group gap="sm" align="flex-end">
      {status === 'draft' && mayIssue && run.count > 0 && <Approve run={run} etag={etag} />}
      {status === 'draft' && mayWrite && <CollectOn run={run} etag={etag} />}
      {mayIssue && <Downloads run={run} />}
      {status === 'approved' && mayIssue && <Submitted run={run} etag={etag} />}
      {status === 'submitted' && mayIssue && <Report run={run} />}
    </Group>
  )
}

function Approve({ run, etag: ifMatch }: Props) {
  const words = useDirectDebitWords().run
  const format = useFormat()
  const { act, isBusy } = useAct(...RUN_KEYS)
  const [isAsking, asking] = useDisclosure()
  const approve = () =>
    act({
      run: (api) => approved(api, { path: { id: run.id }, ifMatch }, words.changed),
      done: (after) => (after.status === 'draft' ? words.firstApproved : words.approved),
    })
  return (
    <>
      <Button
        loading={isBusy}
        leftSection={<IconCheck size={18} aria-hidden />}
        onClick={asking.open}
      >
        {words.approve}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={asking.close}
        title={words.approveTitle(format.money(run.sum, 'EUR'))}
        text={
          <Stack gap="xs">
            <span>{words.approveText}</span>
            <Text span size="sm" c="dimmed">
              {words.signIn}
            </Text>
          </Stack>
        }
        verb={words.approve}
        verbColor="pine"
        onConfirm={approve}
      />
    </>
  )
}

interface At {
  readonly path: { readonly id: string }
  readonly ifMatch: string | undefined
}

/**
 * Approving needs a person who has just signed in, so that it asks for that first. If the draft is out
 * of date, it is computed anew, and the person looks at it again.
 */
async function approved(api: Api, at: At, changed: string): Promise<Run> {
  try {
    return await api.approveDirectDebitRun(at)
  } catch (error) {
    if (isProblem(error, 'approval_by_person')) {
      await session.signOut()
      await signedInAgain()
      return api.approveDirectDebitRun(at)
    }
    if (!isProblem(error, 'run_changed') && !isProblem(error, 'claim_held')) throw error
    await api.updateDirectDebitRun({ ...at, body: {} })
    throw new Error(changed)
  }
}

function CollectOn({ run, etag: ifMatch }: Props) {
  const words = useDirectDebitWords().run
  const { act, isBusy } = useAct([RUNS_KEY])
  const change = (day: string) =>
    act({
      run: (api) =>
        api.updateDirectDebitRun({
          path: { id: run.id },
          body: { collect_on: day === '' ? null : day },
          ifMatch,
        }),
      done: words.recomputed,
    })
  return (
    <DayField
      label={words.collectOn}
      placeholder={words.asAnnounced}
      w={180}
      readOnly={isBusy}
      value={run.collect_on ?? ''}
      onChange={change}
    />
  )
}

/** The file for the bank; two if the run has mandates of both schemes. */
function Downloads({ run: { id, files, status } }: Pick<Props, 'run'>) {
  const words = useDirectDebitWords().run
  return openFiles(files).map(({ number, scheme }, at) => (
    <Button
      key={number}
      component="a"
      href={inCompany(`/api/v1/direct-debit-runs/${id}/files/${number}`)}
      download
      variant={status === 'approved' && at === 0 ? 'filled' : 'default'}
      leftSection={<IconDownload size={18} aria-hidden />}
    >
      {files.length > 1 ? words.downloadOf(scheme) : words.download}
    </Button>
  ))
}

function Submitted({ run, etag: ifMatch }: Props) {
  const words = useDirectDebitWords().run
  const { act, isBusy } = useAct(...RUN_KEYS)
  const note = () =>
    act({
      run: (api) => api.submitDirectDebitRun({ path: { id: run.id }, body: {}, ifMatch }),
      done: words.submittedDone,
    })
  return (
    <Button variant="default" loading={isBusy} onClick={note}>
      {words.submitted}
    </Button>
  )
}

const rejectedIn = ({ collections }: Run): number =>
  collections.filter(({ rejected }) => rejected !== null).length

function Report({ run }: Pick<Props, 'run'>) {
  const words = useDirectDebitWords().run
  const { act, isBusy } = useAct(...RUN_KEYS)
  const read = (file: File | null) => {
    if (file === null) return
    void act({
      run: (api) => api.reportDirectDebitRun({ path: { id: run.id }, body: bytesOf(file) }),
      done: (after) =>
        after.status === 'refused'
          ? words.refused
          : words.reportDone(rejectedIn(after) - rejectedIn(run)),
    })
  }
  return (
    <FileButton onChange={read} accept=".xml">
      {(button) => (
        <Button
          {...button}
          variant="default"
          loading={isBusy}
          leftSection={<IconUpload size={18} aria-hidden />}
        >
          {words.report}
        </Button>
      )}
    </FileButton>
  )
}
