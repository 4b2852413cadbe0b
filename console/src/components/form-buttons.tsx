import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'

interface Props {
  readonly cancel: string
  readonly submit: string
  readonly isBusy: boolean
  /** Something is missing before the form can be sent. */
  readonly isIncomplete?: boolean
  /** The address of the page before, or what closes the window. */
  readonly back: string | (() => void)
}

/** The end of a form: Cancel, then the button that sends it, once. */
export function FormButtons({ cancel, submit, isBusy, isIncomplete = false, back }: Props) {
  return (
    <Group justify="flex-end">
      {typeof back === 'string' ? (
        <Button variant="default" component={Link} to={back}>
          {cancel}
        </Button>
      ) : (
        <Button variant="default" onClick={back} disabled={isBusy}>
          {cancel}
        </Button>
      )}
      <Button type="submit" loading={isBusy} disabled={isIncomplete}>
        {submit}
      </Button>
    </Group>
  )
}
