import { receivablesApi, type AllocatedPart } from '@waybill/domain/billing/receivables-api'
import { transaction_types } from '@waybill/domain/billing/transaction-types'
import { formatDate } from '@waybill/domain/kit/texts/format'
import { useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { moneyColumn, textColumn, whenColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { useDeallocate } from './DocumentHistory.tsx'
import { mayAllocateByHand } from './may-allocate.ts'

const columns: readonly Column<AllocatedPart>[] = [
  whenColumn('date', 'Date', 120, (part) => part.time_created),
  textColumn('source', 'From', 160, (part) => part.doc_display_id ?? transaction_types[part.type].label),
  textColumn('invoice', 'Invoice', 140, (part) => part.invoice_display_id),
  textColumn('by', 'By', 160, (part) => personName(part.created_by), { quiet: true }),
  moneyColumn('amount', 'Amount', 128, (part) => part.amount),
]

/** What is allocated now, with the action that undoes it. */
export function AllocatedTable({ account_id }: { account_id: number }) {
  const me = useMe()
  const undo = useDeallocate()
  const list = useList({ name: 'allocated' })
  const { limit, offset } = list.input
  const found = useRows(receivablesApi.allocated, { account_id, limit, offset }, ({ parts }) => parts)
  return (
    <Card title="Allocated" flush>
      <DataTable
        {...found}
        name="allocated"
        caption="Allocated"
        inCard
        list={list}
        columns={columns}
        idOf={(part) => `${part.transaction_id}-${part.invoice_id}`}
        {...(mayAllocateByHand(me, receivablesApi.deallocate)
          ? {
              rowMenu: (part: AllocatedPart) => [
                { label: 'Undo allocation', danger: true, onSelect: () => void undo.confirm(part) },
              ],
            }
          : {})}
        card={(part) => ({
          title: <Money cents={part.amount} />,
          lines: [
            `${part.doc_display_id ?? transaction_types[part.type].label} → ${part.invoice_display_id}`,
            formatDate(part.time_created),
          ],
        })}
        empty={{ title: 'Nothing is allocated yet.' }}
      />
    </Card>
  )
}
