import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWords } from '../language.ts'
import { useDialog } from './dialog.tsx'

interface Props {
  readonly submit: string
  /** What the button says that leaves the form. */
  readonly cancel?: string
  readonly isBusy: boolean
  /** Something is missing before the form can be sent. */
  readonly isIncomplete?: boolean
  readonly isDangerous?: boolean
  /** The address of the page before, or what leaves the form. By default it closes the window around the form. */
  readonly back?: string | (() => void)
}

/** The end of a form: Cancel, then the button that sends it, once. */
export function FormButtons(props: Props) {
  const { submit, isBusy, isIncomplete = false, isDangerous = false } = props
  const words = useWords().formButtons
  const dialog = useDialog()
  const { cancel = words.cancel, back = dialog?.close } = props
  return (
    <Group justify="flex-end" className="form-buttons">
      {typeof back === 'string' && (
        <Button variant="default" component={Link} to={back}>
          {cancel}
        </Button>
      )}
      {typeof back === 'function' && (
        <Button variant="default" onClick={back} disabled={isBusy}>
          {cancel}
        </Button>
      )}
      <Button
        type="submit"
        loading={isBusy}
        disabled={isIncomplete}
        {...(isDangerous && { color: 'red' })}
      >
        {submit}
      </Button>
    </Group>
  )
}
