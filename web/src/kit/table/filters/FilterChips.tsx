import { IconX } from '../../icons/kit-icons.ts'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/buttons/Icon.tsx'
import { useFocusRescue } from '../../ui/focus-rescue.ts'
import { Popover } from '../../ui/layers/Popover.tsx'
import { usePhone } from '../../ui/page-layout/use-phone.ts'
import { FilterEditor } from './FilterEditor.tsx'
import { chipLead, valueText, type Filter } from './filters.ts'
import table from '../table.module.css'
import styles from './filter-chips.module.css'
import type { List } from '../use-list.ts'

/** The active filters without their own dropdown, as sentences; they stay visible while rows are selected. */
export function FilterChips({ list, end }: { list: List; end?: ReactNode }) {
  const isPhone = usePhone()
  const box = useRef<HTMLDivElement>(null)
  const rescue = useFocusRescue(() => box.current?.querySelector('button'))
  const set = list.filters.filter((filter) => (isPhone || !filter.pinned) && list.valueOf(filter.key))
  if (set.length === 0 && !end && !list.isFiltered) return <div style={{ marginBottom: 4 }} />
  return (
    <div ref={box} className={styles.chips} data-print="no" {...rescue}>
      {set.map((filter) => (
        <Chip key={filter.key} list={list} filter={filter} />
      ))}
      {list.isFiltered && (
        <Button variant="link" size="sm" onClick={list.clear}>
          Clear all
        </Button>
      )}
      {end && <div className={styles.chipsEnd}>{end}</div>}
    </div>
  )
}

function Chip({ list, filter }: { list: List; filter: Filter }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const value = list.valueOf(filter.key)
  if (!value) return null
  return (
    <span className={styles.chip}>
      <button
        ref={anchor}
        type="button"
        className={styles.chipText}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {chipLead(filter, value)}{' '}
        {filter.kind !== 'flag' && (
          <b className={styles.chipTextStrong}>{valueText(filter, value, new Date())}</b>
        )}
      </button>
      <button
        type="button"
        className={styles.chipOff}
        aria-label={`Remove ${filter.label} filter`}
        onClick={() => list.setFilter(filter.key, null)}
      >
        <Icon of={IconX} size={14} />
      </button>
      {isOpen && (
        <Popover
          anchor={anchor}
          onClose={() => setOpen(false)}
          label={filter.label}
          className={table.panel ?? ''}
        >
          <FilterEditor filter={filter} value={value} onChange={(next) => list.setFilter(filter.key, next)} />
        </Popover>
      )}
    </span>
  )
}
