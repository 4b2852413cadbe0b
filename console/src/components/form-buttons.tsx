import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWords } from '../words/language.ts'
import { useDialog } from './dialog.tsx'

interface Props {
  readonly submit: string
  /** The label of the button that leaves the form. */
  readonly cancel?: string
  readonly isBusy: boolean
  /** Whether something required is missing. */
  readonly isIncomplete?: boolean
  readonly isDangerous?: boolean
  /**
   * The path to go back to, or a function that leaves the form. By default, Cancel closes the
   * dialog.
   */
  readonly back?: string | (() => void)
}

/** The end of a form: Cancel and the submit button. */
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
