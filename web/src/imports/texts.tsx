import type { BulkJob, BulkState, RowState } from '@waybill/domain/imports/model'
import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { StatusBadge, type StatusFamily, type StatusMark } from '../kit/ui/values/StatusBadge.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'

interface StateAppearance {
  family: StatusFamily
  label: string
  mark?: StatusMark
}

const states: Readonly<Record<BulkState, StateAppearance>> = {
  checking: { family: 'blue', label: 'Checking' },
  checked: { family: 'yellow', label: 'Ready' },
  running: { family: 'blue', label: 'Running' },
  finished: { family: 'green', label: 'Finished', mark: 'tick' },
  cancelled: { family: 'grey', label: 'Stopped' },
  undoing: { family: 'blue', label: 'Being undone' },
  undone: { family: 'grey', label: 'Undone' },
}

const row_states: Readonly<Record<RowState, StateAppearance>> = {
  waiting: { family: 'grey', label: 'Not checked yet' },
  good: { family: 'green', label: 'Ready' },
  wrong: { family: 'red', label: 'Error' },
  done: { family: 'green', label: 'Done', mark: 'tick' },
  failed: { family: 'red', label: 'Failed' },
  undone: { family: 'grey', label: 'Undone' },
  kept: { family: 'yellow', label: 'Stays' },
}

/** Badge for the state of a bulk job. */
export function JobBadge({ of }: { of: Pick<BulkJob, 'state'> }) {
  return <StatusBadge {...states[of.state]} />
}

/** Badge for the state of a row. */
export function RowBadge({ state }: { state: RowState }) {
  return <StatusBadge size="compact" {...row_states[state]} />
}

/** Returns the label of a job state. */
export function stateText({ state }: Pick<BulkJob, 'state'>): string {
  return states[state].label
}

/** Formats a count with its noun: '1 shipment', '1,204 shipments'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Returns the path of the imports page: under tools for staff, under shipments for account users. */
export function importsAddress(me: Actor): string {
  return isStaff(me) ? '/tools/shipment-bulk-import' : '/shipments/import'
}

/** Returns the number of processed rows and the total for the current state; `null` when nothing is running. */
export function progressOf({ state, counts, total }: BulkJob): { done: number; of: number } | null {
  if (state === 'checking') return { done: total - counts.waiting, of: total }
  if (state === 'running') {
    const of = counts.good + counts.done + counts.failed
    return { done: of - counts.good, of }
  }
  if (state === 'undoing') {
    const of = counts.done + counts.undone + counts.kept
    return { done: of - counts.done, of }
  }
  return null
}
