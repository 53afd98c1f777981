import { isStaff, type Actor } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { discrepancyLabel } from '@waybill/domain/shipments/discrepancies/discrepancy'
import type { ComparedParcel, WeightDiscrepancy } from '@waybill/domain/shipments/discrepancies/model'
import type { Column } from '../../kit/table/columns/columns.ts'
import {
  badgeColumn,
  localWhenColumn,
  moneyColumn,
  monoColumn,
  textColumn,
} from '../../kit/table/columns/column-kinds.tsx'
import type { CardText } from '../../kit/table/DataTable.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { formatDecimal } from '../../kit/ui/values/numbers.ts'
import { DiscrepancyBadge } from './DiscrepancyBadge.tsx'

type DiscrepancyColumn = Column<WeightDiscrepancy>

function kgOf({ parcels }: WeightDiscrepancy, kind: 'submitted' | 'measured'): string {
  const sum = parcels.reduce((kg: number, parcel: ComparedParcel) => kg + parcel[kind].weight_kg, 0)
  return formatDecimal(sum)
}

const untilText = (row: WeightDiscrepancy): string => (row.dispute_until ? dayText(row.dispute_until) : '')

/** Returns the columns of the list; only staff get the account. */
export function discrepancyColumns(me: Actor): readonly DiscrepancyColumn[] {
  const account: DiscrepancyColumn = textColumn('account', 'Account', 190, (row) => row.account_name)
  return [
    monoColumn('shipment', 'Shipment', 130, (row) => row.tracking_reference, { sort: 'id' }),
    badgeColumn('state', 'State', 140, (row) => discrepancyLabel(row.state), {
      sort: 'state',
      cell: (row) => <DiscrepancyBadge state={row.state} />,
    }),
    ...(isStaff(me) ? [account] : []),
    textColumn('submitted_kg', 'Booked kg', 100, (row) => kgOf(row, 'submitted'), { align: 'right' }),
    textColumn('measured_kg', 'Measured kg', 110, (row) => kgOf(row, 'measured'), { align: 'right' }),
    moneyColumn('submitted_rate', 'As booked', 120, (row) => row.submitted_rate, { sort: 'submitted_rate' }),
    moneyColumn('measured_rate', 'As measured', 120, (row) => row.measured_rate, { sort: 'measured_rate' }),
    moneyColumn('decided_rate', 'Charged', 120, (row) => row.decided_rate),
    textColumn('until', 'Dispute until', 130, untilText, { sort: 'dispute_until' }),
    localWhenColumn('measured', 'Measured', 140, (row) => row.measured_at, { sort: 'measured_at' }),
  ]
}

/** The card of a discrepancy in the list on a phone. */
export function discrepancyCard(row: WeightDiscrepancy, me: Actor): CardText {
  const prices = [row.submitted_rate, row.measured_rate].flatMap((cents) =>
    cents === null ? [] : [formatRand(cents)],
  )
  return {
    title: row.tracking_reference,
    badge: <DiscrepancyBadge state={row.state} size="compact" />,
    lines: [
      isStaff(me)
        ? row.account_name
        : `${kgOf(row, 'submitted')} kg booked, ${kgOf(row, 'measured')} kg measured`,
      [prices.join(' → '), untilText(row) && `dispute until ${untilText(row)}`].filter(Boolean).join(' · '),
    ],
  }
}
