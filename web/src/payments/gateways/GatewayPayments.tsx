import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { formatRand } from '@waybill/domain/kit/money'
import { wrongState } from '@waybill/domain/kit/problem'
import { paymentsApi } from '@waybill/domain/payments/api'
import { counter_methods } from '@waybill/domain/payments/counter'
import { counterApi } from '@waybill/domain/payments/counter-api'
import type { Payment } from '@waybill/domain/payments/model'
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
import { useReceipt } from '../shipment-payment/ReceiptButton.tsx'
import { PaymentBadge, paymentMethodText, type useGatewayPayments } from './use-gateway-payments.tsx'

/**
 * The list of all payments: through gateways, at the counter, from bank statements and posted by hand. Staff with
 * permission can apply a held payment after they have seen the money.
 */
export function GatewayPayments({ of: payments }: { of: ReturnType<typeof useGatewayPayments> }) {
  const me = useMe()
  const [applying, setApplying] = useState<StartedPayment | null>(null)
  const mayApply = mayCall(me, paymentsApi.applyHeld)
  const mayPrint = mayCall(me, counterApi.receipt)
  const { print } = useReceipt()
  const printEntries = ({ id, method }: Payment): MenuEntry[] =>
    mayPrint && id !== null && counter_methods.some((one) => one === method)
      ? [{ label: 'Print receipt', onSelect: () => print(id) }]
      : []
  const applyEntry = (payment: StartedPayment): MenuEntry => ({
    label: 'Apply payment',
    verdict:
      payment.status === 'held'
        ? true
        : wrongState('Only a payment that is being confirmed can be applied by hand.'),
    onSelect: () => setApplying(payment),
  })
  return (
    <>
      <DataTable
        {...payments}
        name="payments"
        caption="Payments"
        searchHint="PMT, account, shipment or amount"
        idOf={({ id, transaction_id }) => (id === null ? `ledger-${transaction_id}` : `payment-${id}`)}
        {...(mayApply || mayPrint
          ? {
              rowMenu: (payment: Payment) => [
                ...printEntries(payment),
                ...(mayApply && payment.id !== null ? [applyEntry({ ...payment, id: payment.id })] : []),
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
      {applying && <ApplyDialog payment={applying} onClose={() => setApplying(null)} />}
    </>
  )
}

/** A payment through a gateway or at the counter. */
type StartedPayment = Payment & { id: number }

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
