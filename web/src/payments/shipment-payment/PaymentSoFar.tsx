import type { PaymentState } from '@waybill/domain/payments/model'
import { otherAmountText } from '@waybill/domain/payments/payment'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { isPaymentInProgress } from '../use-payment-status.ts'

interface SoFar {
  variant: 'info' | 'warning'
  title: string
  text: string
}

/** The status of a payment for an unpaid shipment, and what it means for the payer. */
export function PaymentSoFar({
  payment,
  isOver,
  isCancelled = false,
  isPlace = false,
}: {
  payment: PaymentState | null
  /** Whether the page has stopped polling. */
  isOver: boolean
  /** Whether the payer returned from a payment that was cancelled at the gateway. */
  isCancelled?: boolean
  /** Whether a receiver pays for another place of the delivery. */
  isPlace?: boolean
}) {
  const { variant, title, text } = soFar(payment, isOver, isCancelled, isPlace)
  return (
    <div aria-live="polite">
      <Notice variant={variant} title={title}>
        {text}
      </Notice>
    </div>
  )
}

function soFar(payment: PaymentState | null, isOver: boolean, isCancelled: boolean, isPlace: boolean): SoFar {
  const travels = isPlace
    ? 'The parcel goes there once it is paid; until then nothing changes.'
    : 'The shipment is sent, and its label can be printed, once it is paid.'
  if (payment && isPaymentInProgress(payment))
    return isOver
      ? { variant: 'info', title: 'Payment is being confirmed. You can close this page.', text: travels }
      : { variant: 'info', title: 'Your payment is on its way.', text: 'This page updates automatically.' }
  if (payment?.status === 'mismatch' && payment.received !== null)
    return {
      variant: 'warning',
      title: otherAmountText(payment.amount, payment.received),
      text: `It could not be used for this. We will contact you about a refund. ${travels}`,
    }
  if (payment?.status === 'failed')
    return { variant: 'warning', title: 'The payment failed and nothing was charged.', text: travels }
  if (isCancelled || payment?.status === 'cancelled')
    return { variant: 'warning', title: 'The payment was cancelled and nothing was charged.', text: travels }
  const refreshNote =
    payment && !isOver ? 'If you have just paid, wait a moment: this page updates automatically. ' : ''
  return { variant: 'info', title: 'No payment has arrived yet.', text: `${refreshNote}${travels}` }
}
