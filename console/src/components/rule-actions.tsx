import { useWords } from '../words/language.ts'
import { EntryAction } from './add-list.tsx'
import { IconArrowDown, IconArrowUp, IconEdit, IconTrash } from './icons.ts'

interface Props {
  /** The place of the rule, from 0, among `count`. */
  readonly at: number
  readonly count: number
  readonly isBusy: boolean
  readonly onMove: (to: number) => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** What one can do with a rule of a list that is tried in order. */
export function RuleActions({ at, count, isBusy, onMove, onEdit, onDelete }: Props) {
  const words = useWords().rules
  return (
    <>
      {at > 0 && (
        <EntryAction
          label={words.up(at + 1)}
          Icon={IconArrowUp}
          isBusy={isBusy}
          onClick={() => onMove(at - 1)}
        />
      )}
      {at < count - 1 && (
        <EntryAction
          label={words.down(at + 1)}
          Icon={IconArrowDown}
          isBusy={isBusy}
          onClick={() => onMove(at + 1)}
        />
      )}
      <EntryAction label={words.editOne(at + 1)} Icon={IconEdit} onClick={onEdit} />
      <EntryAction
        label={words.deleteOne(at + 1)}
        Icon={IconTrash}
        isBusy={isBusy}
        onClick={onDelete}
      />
    </>
  )
}
