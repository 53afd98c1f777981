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
import { kind_texts } from './kind-texts.ts'

const stateOf = ({ time_undone }: MoveInBatch): string => (time_undone ? 'Undone' : 'Loaded')

/** The badge of a loaded file. */
export function BatchBadge({ of: batch }: { of: MoveInBatch }) {
  return <StatusBadge family={batch.time_undone ? 'grey' : 'green'} label={stateOf(batch)} />
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
