import { Notice } from '../../ui/states/Notice.tsx'
import { Stack } from '../../ui/page-layout/Layout.tsx'
import { RadioGroup } from '../choices/Choices.tsx'
import { standaloneField } from '../FieldFrame.tsx'

type Side = 'mine' | 'theirs'

/** A field that two people changed differently, with both values as displayed text. */
export interface ConflictRow<Key extends string> {
  key: Key
  label: string
  mine: string
  theirs: string
}

/**
 * The open conflicts of a merging form: both values of every conflicting field, to choose from. Renders nothing when
 * there are none.
 */
export function MergeConflicts<Key extends string>({
  title,
  conflicts,
  chosen,
  onChoose,
}: {
  /** States who changed what in the meantime. */
  title: string
  conflicts: readonly ConflictRow<Key>[]
  chosen: Readonly<Record<string, Side | undefined>>
  onChoose: (key: Key, whose: Side) => void
}) {
  if (conflicts.length === 0) return null
  return (
    <Stack>
      <Notice variant="warning" title={title} live>
        Choose the value to keep for each field, then save again.
      </Notice>
      {conflicts.map(({ key, label, mine, theirs }) => (
        <RadioGroup<Side | ''>
          key={key}
          {...standaloneField(`conflict.${key}`, chosen[key] ?? '', (whose) => whose && onChoose(key, whose))}
          label={label}
          choices={[
            { value: 'mine', label: 'Keep mine', hint: mine },
            { value: 'theirs', label: 'Take theirs', hint: theirs },
          ]}
        />
      ))}
    </Stack>
  )
}
