import { useQuery } from '@tanstack/react-query'
import { costsApi } from '@waybill/domain/costs/api'
import { cost_leg_labels, type PartnerBill, type PartnerBillLine } from '@waybill/domain/costs/model'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { AuditTrailButton } from '../../audit/index.ts'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { moneyColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { None } from '../../kit/ui/values/Value.tsx'
import { usePathPart } from '../../kit/url/use-path-part.ts'

const back = { to: '/costs/partner-bills', label: 'Partner bills' }

const columns: readonly Column<PartnerBillLine>[] = [
  monoColumn('reference', 'On the bill', 170, (row) => row.reference),
  monoColumn('shipment', 'Shipment', 150, (row) => row.tracking_reference, {
    cell: (row) =>
      row.shipment_id === null ? (
        <None />
      ) : (
        <AppLink to={`/shipments/${row.shipment_id}`}>{row.tracking_reference}</AppLink>
      ),
  }),
  textColumn('leg', 'Leg', 130, (row) => cost_leg_labels[row.leg]),
  moneyColumn('amount', 'Amount', 120, (row) => row.amount),
  moneyColumn('expected', 'Expected', 120, (row) => row.expected),
]

/** One bill of a partner: its lines with their shipments; those without one can be assigned. */
export default function PartnerBillPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(costsApi.bills, { id, limit: 1 }),
    enabled: Number.isSafeInteger(id) && id > 0,
  })
  const [bill] = query.data?.partner_bills ?? []
  if (bill) return <OneBill bill={bill} />
  return <PendingRecord name="bill" back={back} query={query} missing="There is no such bill." />
}

function OneBill({ bill }: { bill: PartnerBill }) {
  const me = useMe()
  const list = useList({ name: 'partner-bill-lines' })
  const lines = useRows(costsApi.billLines, { id: bill.id, ...list.input }, (answer) => answer.lines)
  const [assigned, setAssigned] = useState<PartnerBillLine | null>(null)
  const mayAssign = mayCall(me, costsApi.assignLine)
  const open = `${bill.unassigned_count} without a shipment, ${formatRand(bill.unassigned)}`
  return (
    <Page width="list">
      <PageHeader
        title={`${bill.partner}, ${bill.bill_number}`}
        note={[
          dayText(bill.bill_date),
          `${formatRand(bill.total)} without VAT`,
          ...(bill.unassigned_count > 0 ? [open] : []),
        ].join(' · ')}
        back={back}
        actions={<AuditTrailButton type="partner_bill" object_id={String(bill.id)} />}
      />
      <DataTable
        {...lines}
        name="partner-bill-lines"
        caption="Lines of the bill"
        columns={columns}
        list={list}
        idOf={(line) => line.id}
        rowMenu={(line) =>
          mayAssign && line.shipment_id === null
            ? [{ label: 'Assign to a shipment', onSelect: () => setAssigned(line) }]
            : []
        }
        card={(line) => ({
          title: line.reference,
          lines: [
            [line.tracking_reference || 'Without a shipment', cost_leg_labels[line.leg]].join(' · '),
            formatRand(line.amount),
          ],
        })}
        empty={{ title: 'No lines.' }}
      />
      {assigned && <AssignDialog line={assigned} onClose={() => setAssigned(null)} />}
    </Page>
  )
}

function AssignDialog({ line, onClose }: { line: PartnerBillLine; onClose: () => void }) {
  const form = useForm({
    initial: { tracking_reference: '' },
    check: ({ tracking_reference }) =>
      tracking_reference.trim() === ''
        ? [{ field: 'tracking_reference', message: 'Enter the reference of the shipment.' }]
        : [],
  })
  const send = useEndpointMutation(costsApi.assignLine, {
    inForm: true,
    refresh: [costsApi.bills, costsApi.billLines],
    done: ({ tracking_reference }) => {
      toast.success(`Assigned to ${tracking_reference}`)
      onClose()
    },
  })
  return (
    <Modal title={`Assign ${line.reference}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Assign"
        onCancel={onClose}
        onSubmit={({ tracking_reference }) => send.mutate({ line_id: line.id, tracking_reference })}
      >
        <p>{`${formatRand(line.amount)} becomes a cost of this shipment. This cannot be changed later.`}</p>
        <TextField {...form.field('tracking_reference')} label="Shipment" maxLength={80} autoComplete="off" />
      </FormPanel>
    </Modal>
  )
}
