import type { DepotRow, DepotRowKind } from '@waybill/domain/drivers/depot-api'
import type { DepotColumn } from '@waybill/domain/hub/floor/depot-column'

/** Heading of each column. */
export const column_labels: Readonly<Record<DepotColumn, string>> = {
  expected: 'Expected',
  on_floor: 'On floor',
  loaded: 'Loaded',
  missing: 'Missing',
  over: 'Over',
  damaged: 'Damaged',
}

/** Columns in which every parcel needs an action. */
export const bad_columns: readonly DepotColumn[] = ['missing', 'over', 'damaged']

/** Headings of the groups of rows. */
export const kind_labels: Readonly<Record<DepotRowKind, string>> = {
  van: 'Vans',
  outgoing: 'Line-hauls that leave',
  incoming: 'Line-hauls that arrive',
  'not-planned': 'On no vehicle',
}

/** A number of the board that the user opened: its row (`null` for the totals), and its column or all columns. */
export interface OpenNumber {
  row: Pick<DepotRow, 'key' | 'name'> | null
  column: DepotColumn | undefined
}
