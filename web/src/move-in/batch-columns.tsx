import type { MoveInBatch, ShadowMonth } from '@waybill/domain/move-in/api'
import { personName } from '../kit/session/people.ts'
import {
  badgeColumn,
  countColumn,
  moneyColumn,
  textColumn,
  whenColumn,
} from '../kit/table/columns/column-kinds.tsx'
import type { Column } from '../kit/table/columns/columns.ts'
import { StatusBadge } from '../kit/ui/values/StatusBadge.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { kind_texts } from './kind-texts.ts'

function stateOf({ time_undone, time_undo_started, lines, lines_loaded }: MoveInBatch): string {
  if (time_undone) return 'Undone'
  if (time_undo_started) return 'Partly undone'
  return lines_loaded < lines ? `${formatCount(lines_loaded)} of ${formatCount(lines)} lines` : 'Loaded'
}

/** The badge of a loaded file. */
export function BatchBadge({ of: batch }: { of: MoveInBatch }) {
  const label = stateOf(batch)
  const families = { Undone: 'grey', Loaded: 'green' } as const
  return <StatusBadge family={families[label as keyof typeof families] ?? 'yellow'} label={label} />
}

/** Columns of the loaded files. */
export const batch_columns: readonly Column<MoveInBatch>[] = [
  textColumn('name', 'File', 240, ({ name }) => name),
  textColumn('kind', 'Kind', 128, ({ kind }) => kind_texts[kind].title),
  badgeColumn('state', 'State', 112, stateOf, { cell: (batch) => <BatchBadge of={batch} /> }),
  countColumn('created', 'Added', 80, ({ created }) => created),
  countColumn('changed', 'Changed', 88, ({ changed }) => changed),
  textColumn('created_by', 'By', 120, ({ created_by }) => personName(created_by)),
  whenColumn('time_created', 'When', 120, ({ time_created }) => time_created),
]

/** Columns of the priced months. */
export const month_columns: readonly Column<ShadowMonth>[] = [
  textColumn('name', 'File', 240, ({ name }) => name),
  textColumn('revision_name', 'Price book', 160, ({ revision_name }) => revision_name),
  countColumn('total', 'Waybills', 88, ({ total }) => total),
  countColumn('priced', 'With a price', 104, ({ priced }) => priced),
  moneyColumn('old_price', 'Old price', 120, ({ old_price }) => old_price),
  moneyColumn('new_price', 'New price', 120, ({ new_price }) => new_price),
  moneyColumn('difference', 'Difference', 120, ({ old_price, new_price }) => new_price - old_price),
  whenColumn('time_created', 'When', 120, ({ time_created }) => time_created),
]
