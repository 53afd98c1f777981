import type { PayableShipment } from '@waybill/domain/payments/model'
import { statusLabel } from '@waybill/domain/shipments/statuses/status'
import { useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { ApiError } from '../../kit/api/index.ts'
import { FullPage } from '../../kit/ui/states/FullPage.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { useRedirect } from '../../kit/url/use-redirect.ts'
import { usePageTitle } from '../../kit/url/page-title.ts'
import { UnpaidShipment } from './UnpaidShipment.tsx'
import { isPaymentInProgress, usePaymentStatus } from '../use-payment-status.ts'

/**
 * Payment for one shipment, by its id or its payment reference alone. The payment's status is polled from the server
 * until it is settled (docs/domain/payments.md#return-pages). A payer who returns from a cancelled payment can pay
 * again at once.
 */
export function ShipmentPayment({
  shipment_id,
  payment_reference,
  isCancelled = false,
}: {
  shipment_id?: number | undefined
  payment_reference: string | undefined
  isCancelled?: boolean
}) {
  const me = useMe()
  const { query, isAsked, isOver } = usePaymentStatus({ shipment_id, payment_reference })
  usePageTitle('Payment')
  const isUnknown = query.error instanceof ApiError && query.error.status === 404
  if (!isAsked || (isUnknown && !query.data))
    return (
      <FullPage inPage title="Shipment not found">
        This link does not match a shipment. Track yours with its tracking reference.
      </FullPage>
    )
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="This shipment" onRetry={() => void query.refetch()} />
  const { payment, shipment } = query.data ?? {}
  if (!shipment) return <Loading lines={4} />
  const { id, reference } = shipment
  const note = `${reference} · ${statusLabel(shipment.status)}`
  const open =
    me.kind === 'guest' ? (
      <a href={`/track?ref=${encodeURIComponent(reference)}`}>Track it</a>
    ) : (
      <ButtonLink to={`/shipments/${id}`}>Open shipment</ButtonLink>
    )
  if (shipment.place_change && !shipment.is_payable)
    return <PlacePaid place={shipment.place_change} reference={reference} />
  if (!shipment.is_payable && payment?.status === 'complete' && shipment.status !== 'cancelled')
    return (
      <Paid
        to={`/shipments/success?${new URLSearchParams({
          str: reference,
          id: String(id),
          ...(payment_reference === undefined ? {} : { key: payment_reference }),
        }).toString()}`}
      />
    )
  if (!shipment.is_payable)
    return (
      <FullPage inPage title="Nothing left to pay" action={open} note={note}>
        This shipment needs no payment.
      </FullPage>
    )
  return (
    <UnpaidShipment
      title={
        shipment.place_change
          ? 'Pay for another place'
          : payment && isPaymentInProgress(payment)
            ? 'Waiting for your payment'
            : 'Not paid yet'
      }
      shipment={shipment}
      payment={payment ?? null}
      payment_reference={payment_reference}
      isOver={isOver}
      isCancelled={isCancelled}
      links={open}
    />
  )
}

/** What became of another place for a delivery that is paid, or can no longer be paid. */
function PlacePaid({
  place: { words, state, reason, page },
  reference,
}: {
  place: NonNullable<PayableShipment['place_change']>
  reference: string
}) {
  const [title, text] = {
    offered: ['This change can no longer be paid', reason],
    paid: ['Paid', `Your parcel is being sent to ${words}.`],
    applied: ['Paid', `Your parcel now goes to ${words}.`],
    refused: [
      'Paid, but not changed',
      `${reason} Your parcel does not go to ${words}. We will contact you about paying it back.`,
    ],
  }[state]
  return (
    <FullPage inPage title={title ?? ''} action={<a href={page}>Back to your delivery</a>} note={reference}>
      {text}
    </FullPage>
  )
}

/** Redirects to the page of a paid shipment, which has its label. */
function Paid({ to }: { to: string }) {
  useRedirect(to)
  return <Loading lines={4} />
}
