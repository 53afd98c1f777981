import { IconFileImport } from '../../kit/icons/icons.ts'
import { costsApi } from '@waybill/domain/costs/api'
import type { PartnerBill } from '@waybill/domain/costs/model'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { countColumn, moneyColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { ExportMenu } from '../../kit/table/export/ExportMenu.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { CostTabs } from '../CostTabs.tsx'
import { ImportBillDialog } from '../ImportBillDialog.tsx'

const columns: readonly Column<PartnerBill>[] = [
  monoColumn('number', 'Bill', 140, (row) => row.bill_number, { sort: 'bill_number' }),
  textColumn('partner', 'Partner', 220, (row) => row.partner, { sort: 'partner' }),
  textColumn('date', 'Date', 120, (row) => dayText(row.bill_date), { sort: 'bill_date' }),
  moneyColumn('total', 'Total without VAT', 140, (row) => row.total, { sort: 'total' }),
  countColumn('lines', 'Lines', 80, (row) => row.line_count),
  countColumn('open', 'Without a shipment', 140, (row) => row.unassigned_count),
  moneyColumn('unassigned', 'Of no shipment', 140, (row) => row.unassigned),
]

/** The imported bills of partners, and importing one. */
export default function PartnerBillsPage() {
  const me = useMe()
  const list = useList({ name: 'partner-bills', sort: '-id' })
  const found = useRows(costsApi.bills, list.input, ({ partner_bills }) => partner_bills)
  const [isImporting, setImporting] = useState(false)
  const start = mayCall(me, costsApi.importBill) && (
    <Button variant="primary" icon={IconFileImport} data-shortcut="n" onClick={() => setImporting(true)}>
      Import a bill
    </Button>
  )
  return (
    <Page width="list">
      <PageHeader
        title="Costs and pay"
        note="What other couriers, carriers and locker networks charge"
        primary={start}
        actions={
          <ExportMenu
            name="partner-bills"
            columns={columns}
            rows={found.rows ?? []}
            fetchAll={found.fetchAll}
          />
        }
      />
      <CostTabs chosen="partner-bills" />
      <DataTable
        {...found}
        name="partner-bills"
        caption="Partner bills"
        columns={columns}
        list={list}
        idOf={({ id }) => id}
        searchHint="Partner or number"
        linkOf={({ id }) => `/costs/partner-bills/${id}`}
        card={(row) => ({
          title: `${row.partner}, ${row.bill_number}`,
          lines: [
            `${dayText(row.bill_date)} · ${formatRand(row.total)}`,
            row.unassigned_count > 0 ? `${row.unassigned_count} without a shipment` : '',
          ].filter(Boolean),
        })}
        empty={{
          title: 'No bills yet.',
          text: 'Import the bill of a partner as CSV: each line finds its shipment by reference.',
          action: start,
        }}
      />
      {isImporting && <ImportBillDialog onClose={() => setImporting(false)} />}
    </Page>
  )
}
