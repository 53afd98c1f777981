import type { PaymentState } from '@waybill/domain/payments/model'
import { otherAmountText } from '@waybill/domain/payments/payment'
import { isPaymentInProgress } from '../use-payment-status.ts'

/** The status of a payment for an unpaid shipment, and what it means for the payer. */
export function PaymentSoFar({
  payment,
  isOver,
  isCancelled = false,
  isPlace = false,
  className,
}: {
  payment: PaymentState | null
  /** Whether the page has stopped polling. */
  isOver: boolean
  /** Whether the payer returned from a payment that was cancelled at the gateway. */
  isCancelled?: boolean
  /** Whether a receiver pays for another place of the delivery. */
  isPlace?: boolean
  className?: string | undefined
}) {
  return (
    <p className={className} aria-live="polite">
      {wordsOf(payment, isOver, isCancelled, isPlace)}
    </p>
  )
}

function wordsOf(
  payment: PaymentState | null,
  isOver: boolean,
  isCancelled: boolean,
  isPlace: boolean,
): string {
  const travels = isPlace
    ? 'The parcel goes there once it is paid; until then nothing changes.'
    : 'The shipment is sent, and its label can be printed, once it is paid.'
  if (payment && isPaymentInProgress(payment))
    return isOver
      ? 'Payment is being confirmed. You can close this page.'
      : 'Your payment is on its way. This page updates automatically.'
  if (payment?.status === 'mismatch' && payment.received !== null)
    return `${otherAmountText(payment.amount, payment.received)} It could not be used for this. We will contact you about a refund. ${travels}`
  if (payment?.status === 'failed') return `The payment failed and nothing was charged. ${travels}`
  if (isCancelled || payment?.status === 'cancelled')
    return `The payment was cancelled and nothing was charged. ${travels}`
  const refreshNote =
    payment && !isOver ? ' If you have just paid, wait a moment: this page updates automatically.' : ''
  return `No payment has arrived yet.${refreshNote} ${travels}`
}
