import type { DraftMap, Zone } from '@waybill/domain/maps/model'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'

const change_words = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const
const change_families = { added: 'green', changed: 'blue', removed: 'red' } as const
const change_marks = { added: 'tick', changed: 'dot', removed: 'dash' } as const

/**
 * Badges that show how the draft map changes an area, whether the published area has changed since, and whether the
 * area is switched off.
 */
export function ZoneBadges({ zone, size = 'normal' }: { zone: Zone; size?: 'compact' | 'normal' | 'large' }) {
  const { change } = zone
  return (
    <>
      {change && (
        <StatusBadge
          family={change_families[change]}
          mark={change_marks[change]}
          label={change_words[change]}
          size={size}
        />
      )}
      {zone.is_outdated && <StatusBadge family="yellow" label="Changed on the published map" size={size} />}
      {!zone.is_active && <StatusBadge family="grey" label="Off" size={size} />}
    </>
  )
}

const draft_words = { preparing: 'In preparation', scheduled: 'Scheduled', published: 'Published' } as const
const draft_families = { preparing: 'yellow', scheduled: 'blue', published: 'green' } as const
const draft_marks = { preparing: 'dash', scheduled: 'dot', published: 'tick' } as const

/** Badge with the status of a draft map. */
export function DraftBadge({ draft }: { draft: DraftMap }) {
  return (
    <StatusBadge
      family={draft_families[draft.status]}
      mark={draft_marks[draft.status]}
      label={draft_words[draft.status]}
    />
  )
}
