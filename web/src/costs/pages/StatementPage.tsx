import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconCoins, IconDownload, IconPlus } from '../../kit/icons/icons.ts'
import { payApi } from '@waybill/domain/costs/api'
import { cost_leg_labels, type CostLine, type PayStatement } from '@waybill/domain/costs/model'
import { checkAdjustment, mayAdjust, mayApprove, mayPay } from '@waybill/domain/costs/statement'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { AuditTrailButton } from '../../audit/index.ts'
import { useDocument } from '../../billing/index.ts'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { MoneyField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import { moneyColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import type { Column } from '../../kit/table/columns/columns.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ActionButton, Button } from '../../kit/ui/buttons/Button.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { Money, None, When } from '../../kit/ui/values/Value.tsx'
import { DisputesCard, useDisputes } from '../../shipments/index.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { StatementBadge } from '../StatementBadge.tsx'

const back = { to: '/costs/statements', label: 'Driver statements' }
const changed = [payApi.statements, payApi.lines] as const

const columns: readonly Column<CostLine>[] = [
  textColumn('day', 'Day', 120, (row) => dayText(row.work_day)),
  textColumn('reason', 'What for', 420, (row) => row.reason),
  textColumn('leg', 'Leg', 120, (row) => cost_leg_labels[row.leg]),
  moneyColumn('amount', 'Amount', 120, (row) => row.amount),
]

/** One statement of a driver: its lines with their reasons, amounts added by hand, approving and paying. */
export default function StatementPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(payApi.statements, { id, limit: 1 }),
    enabled: Number.isSafeInteger(id) && id > 0,
  })
  const [statement] = query.data?.pay_statements ?? []
  if (statement) return <OneStatement statement={statement} />
  return (
    <PendingRecord
      name="statement"
      back={back}
      query={query}
      missing="There is no such statement, or its driver is outside your branch."
    />
  )
}

function OneStatement({ statement }: { statement: PayStatement }) {
  const me = useMe()
  const { id, version } = statement
  const list = useList({ name: 'pay-statement-lines' })
  const lines = useRows(payApi.lines, { id, ...list.input }, (answer) => answer.lines)
  const [open, setOpen] = useState<'adjust' | 'pay' | null>(null)
  const openDisputes = {
    username: statement.username,
    from: statement.from_day,
    to: statement.to_day,
    is_open: true,
  }
  const disputes = useDisputes(openDisputes)
  const print = useDocument('The statement')
  const approve = useEndpointMutation(payApi.approve, {
    refresh: changed,
    done: ({ display_id }) => toast.success(`${display_id} is approved`),
  })
  return (
    <Page width="detail">
      <PageHeader
        title={statement.display_id}
        mono
        badge={<StatementBadge state={statement.state} size="large" />}
        note={statement.driver_name}
        back={back}
        actions={
          <>
            <AuditTrailButton type="pay_statement" object_id={String(id)} />
            <Button
              icon={IconDownload}
              busy={print.isBusy}
              onClick={() => print.open(payApi.document, { id })}
            >
              PDF
            </Button>
            {mayCall(me, payApi.adjust) && (
              <ActionButton icon={IconPlus} verdict={mayAdjust(statement)} onClick={() => setOpen('adjust')}>
                Add amount
              </ActionButton>
            )}
            {mayCall(me, payApi.pay) && statement.state !== 'draft' && (
              <ActionButton icon={IconCoins} verdict={mayPay(statement)} onClick={() => setOpen('pay')}>
                Mark as paid
              </ActionButton>
            )}
          </>
        }
        primary={
          mayCall(me, payApi.approve) &&
          statement.state === 'draft' && (
            <ActionButton
              variant="primary"
              icon={IconCheck}
              busy={approve.isPending}
              verdict={mayApprove(me, statement, disputes.data?.count ?? 0)}
              onClick={() => approve.mutate({ id, version })}
            >
              Approve
            </ActionButton>
          )
        }
      />
      <Columns
        main={
          <Card title="Lines" flush>
            <DataTable
              {...lines}
              name="pay-statement-lines"
              caption="Lines"
              inCard
              columns={columns}
              list={list}
              idOf={(line) => line.id}
              card={(line) => ({
                title: line.reason,
                lines: [`${dayText(line.work_day)} · ${formatRand(line.amount)}`],
              })}
              empty={{ title: 'No lines.' }}
            />
          </Card>
        }
        side={
          <>
            <DisputesCard of={openDisputes} />
            <StatementFacts statement={statement} />
          </>
        }
      />
      {open === 'adjust' && <AdjustDialog statement={statement} onClose={() => setOpen(null)} />}
      {open === 'pay' && <PayDialog statement={statement} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function StatementFacts({ statement }: { statement: PayStatement }) {
  return (
    <Card title="Statement">
      <Facts
        of={[
          ['Total', <Money key="total" cents={statement.total} />],
          ['Driver', statement.driver_name],
          ['Branch', statement.branch_name || <None key="none" />],
          ['First day', dayText(statement.from_day)],
          ['Last day', dayText(statement.to_day)],
          ['Prepared by', personName(statement.prepared_by)],
          ...(statement.approved_by
            ? [
                ['Approved by', personName(statement.approved_by)] as const,
                ['Approved', <When key="approved" at={statement.approved_at} />] as const,
              ]
            : []),
          ...(statement.paid_by
            ? [
                ['Marked as paid by', personName(statement.paid_by)] as const,
                ['Paid', <When key="paid" at={statement.paid_at} />] as const,
                ['Payment reference', statement.payment_reference || <None key="none" />] as const,
              ]
            : []),
        ]}
      />
    </Card>
  )
}

interface DialogProps {
  statement: PayStatement
  onClose: () => void
}

function AdjustDialog({ statement: { id, version, driver_name }, onClose }: DialogProps) {
  const form = useForm<{ amount: Cents | null; reason: string }>({
    initial: { amount: null, reason: '' },
    check: ({ amount, reason }) => {
      const result = checkAdjustment({ amount: amount ?? 0, reason })
      return result === true ? [] : result.fields
    },
  })
  const send = useEndpointMutation(payApi.adjust, {
    inForm: true,
    refresh: changed,
    done: () => {
      toast.success('Amount added')
      onClose()
    },
  })
  return (
    <Modal title={`Add an amount for ${driver_name}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Add amount"
        onCancel={onClose}
        onSubmit={({ amount, reason }) => send.mutate({ id, version, amount: amount ?? 0, reason })}
      >
        <MoneyField {...form.field('amount')} label="Amount" hint="With a minus sign it is a deduction" />
        <TextField {...form.field('reason')} label="Reason" hint="The driver reads it" maxLength={200} />
      </FormPanel>
    </Modal>
  )
}

function PayDialog({ statement: { id, version, display_id, total, driver_name }, onClose }: DialogProps) {
  const form = useForm({ initial: { payment_reference: '' } })
  const send = useEndpointMutation(payApi.pay, {
    inForm: true,
    refresh: changed,
    done: () => {
      toast.success(`${display_id} is paid`)
      onClose()
    },
  })
  return (
    <Modal title={`Mark ${display_id} as paid`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Mark as paid"
        onCancel={onClose}
        onSubmit={({ payment_reference }) => send.mutate({ id, version, payment_reference })}
      >
        <p>{`${formatRand(total)} to ${driver_name}. The money itself is paid by your bank or payroll.`}</p>
        <TextField {...form.field('payment_reference')} label="Payment reference" optional maxLength={80} />
      </FormPanel>
    </Modal>
  )
}
