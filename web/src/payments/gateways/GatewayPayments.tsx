import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { paymentsApi } from '@waybill/domain/payments/api'
import { counter_methods } from '@waybill/domain/payments/counter'
import { counterApi } from '@waybill/domain/payments/counter-api'
import type { Payment } from '@waybill/domain/payments/model'
import { mayApplyHeld, mayCloseHeld } from '@waybill/domain/payments/payment'
import { mayRefund, maySettleRefund } from '@waybill/domain/payments/refund'
import { useState } from 'react'
import { ledger_queries } from '../../billing/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import type { MenuEntry } from '../../kit/ui/layers/Menu.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Money } from '../../kit/ui/values/Value.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { SettleRefundDialog } from './SettleRefundDialog.tsx'
import { useReceipt } from '../shipment-payment/ReceiptButton.tsx'
import { PaymentBadge, paymentMethodText, type useGatewayPayments } from './use-gateway-payments.tsx'

/**
 * The list of all payments: through gateways, at the counter, from bank statements and posted by hand. Staff with
 * permission can refund a payment through its gateway, and apply or close a held one.
 */
export function GatewayPayments({ of: payments }: { of: ReturnType<typeof useGatewayPayments> }) {
  const me = useMe()
  const [opened, setOpened] = useState<{ dialog: Dialog; payment: StartedPayment } | null>(null)
  const close = (): void => setOpened(null)
  const mayApply = mayCall(me, paymentsApi.applyHeld)
  const mayAskRefund = mayCall(me, paymentsApi.refund)
  const mayPrint = mayCall(me, counterApi.receipt)
  const { print } = useReceipt()
  const printEntries = ({ id, method }: Payment): MenuEntry[] =>
    mayPrint && id !== null && counter_methods.some((one) => one === method)
      ? [{ label: 'Print receipt', onSelect: () => print(id) }]
      : []
  const entriesOf = (payment: StartedPayment): MenuEntry[] => {
    const open = (dialog: Dialog) => () => setOpened({ dialog, payment })
    return [
      ...(mayAskRefund
        ? [
            { label: 'Refund', verdict: mayRefund(payment), onSelect: open('refund') },
            {
              label: 'Settle refund',
              verdict: maySettleRefund(payment),
              onSelect: open('settle refund'),
            },
          ]
        : []),
      ...(mayApply
        ? [
            { label: 'Apply payment', verdict: mayApplyHeld(payment), onSelect: open('apply') },
            { label: 'Close without posting', verdict: mayCloseHeld(payment), onSelect: open('close') },
          ]
        : []),
    ]
  }
  return (
    <>
      <DataTable
        {...payments}
        name="payments"
        caption="Payments"
        searchHint="PMT, account, shipment or amount"
        idOf={({ id, transaction_id }) => (id === null ? `ledger-${transaction_id}` : `payment-${id}`)}
        {...(mayApply || mayPrint || mayAskRefund
          ? {
              rowMenu: (payment: Payment) => [
                ...printEntries(payment),
                ...(payment.id === null ? [] : entriesOf({ ...payment, id: payment.id })),
              ],
            }
          : {})}
        card={(payment) => ({
          title: payment.reference,
          badge: <PaymentBadge of={payment} />,
          lines: [
            <>
              <Money cents={payment.amount} /> · {paymentMethodText(payment)}
            </>,
            `${payment.account_name} · ${formatDateTime(payment.time_created)}`,
            ...(payment.status === 'held' ||
            payment.refund_state === 'failed' ||
            payment.refund_state === 'in-doubt'
              ? [payment.remark]
              : []),
          ],
        })}
        remark={
          payments.answer &&
          `${formatRand(payments.answer.total_received)} received, ${formatRand(payments.answer.total_unallocated)} of it not allocated`
        }
        empty={{
          title: 'No payments yet.',
          text: 'All payments are listed here: through gateways, at the counter, by EFT and posted by hand.',
        }}
      />
      {opened?.dialog === 'refund' && <RefundDialog payment={opened.payment} onClose={close} />}
      {opened?.dialog === 'settle refund' && <SettleRefundDialog payment={opened.payment} onClose={close} />}
      {opened?.dialog === 'apply' && <ApplyDialog payment={opened.payment} onClose={close} />}
      {opened?.dialog === 'close' && <CloseDialog payment={opened.payment} onClose={close} />}
    </>
  )
}

/** A payment through a gateway or at the counter. */
type StartedPayment = Payment & { id: number }

type Dialog = 'refund' | 'settle refund' | 'apply' | 'close'

/** Prompts for a reason and applies a held payment. */
function ApplyDialog({ payment, onClose }: { payment: StartedPayment; onClose: () => void }) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() === ''
        ? [{ field: 'reason', message: 'Enter how you know that the money arrived.' }]
        : true,
  })
  const send = useEndpointMutation(paymentsApi.applyHeld, {
    inForm: true,
    refresh: [paymentsApi.list, ...ledger_queries],
    done: ({ reference }) => {
      toast.success(`${reference} is applied`)
      onClose()
    },
  })
  return (
    <Modal title={`Apply ${payment.reference}?`} onClose={onClose} width="narrow">
      <p>
        {formatRand(payment.received ?? payment.amount)} of {payment.account_code} has not been confirmed by
        its gateway. Apply it only when the money has arrived.
      </p>
      <FormPanel
        form={form}
        saving={send.isPending || send.isSuccess}
        error={send.error}
        submit="Apply payment"
        onCancel={onClose}
        onSubmit={({ reason }) => send.mutate({ id: payment.id, reason })}
      >
        <TextField {...form.field('reason')} label="Reason" hint="Kept with the payment." maxLength={500} />
      </FormPanel>
    </Modal>
  )
}

/** Prompts for a reason and closes a held payment without posting it. */
function CloseDialog({ payment, onClose }: { payment: StartedPayment; onClose: () => void }) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() === '' ? [{ field: 'reason', message: 'Enter how it was settled.' }] : true,
  })
  const send = useEndpointMutation(paymentsApi.closeHeld, {
    inForm: true,
    refresh: [paymentsApi.list, ...ledger_queries],
    done: ({ reference }) => {
      toast.success(`${reference} is closed`)
      onClose()
    },
  })
  return (
    <Modal title={`Close ${payment.reference} without posting?`} onClose={onClose} width="narrow">
      <p>{payment.remark} Close it when the gateway has settled it. No money is posted.</p>
      <FormPanel
        form={form}
        saving={send.isPending || send.isSuccess}
        error={send.error}
        submit="Close payment"
        onCancel={onClose}
        onSubmit={({ reason }) => send.mutate({ id: payment.id, reason })}
      >
        <TextField {...form.field('reason')} label="Reason" hint="Kept with the payment." maxLength={500} />
      </FormPanel>
    </Modal>
  )
}
