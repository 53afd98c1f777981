import { useQuery } from '@tanstack/react-query'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { statusLabel, type ShipmentStatus } from '@waybill/domain/shipments/status'
import { reading } from '../../kit/api/index.ts'
import { useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/AppLink.tsx'
import { FullPage } from '../../kit/ui/FullPage.tsx'
import { Loading, RegionError } from '../../kit/ui/States.tsx'
import { usePageTitle } from '../../kit/url/page-title.ts'
import { useSearchState } from '../../kit/url/use-search.ts'

/** Milliseconds between looks while the payment has not come. */
const look_ms = 5_000

const unpaid: readonly ShipmentStatus[] = ['payment-pending', 'payment-failed']

/**
 * Where paying for one shipment returns to, finished or not: the state the shipment has on the server, looked at again
 * until it is paid (NAV-020, NAV-021).
 */
export default function ShipmentPaymentPage() {
  const me = useMe()
  const { values } = useSearchState()
  const id = Number(values.id ?? 0)
  const isKnown = me.kind !== 'guest' && Number.isSafeInteger(id) && id > 0
  const query = useQuery({
    ...reading(shipmentsApi.detail, { id }),
    enabled: isKnown,
    refetchInterval: ({ state }) =>
      state.data && unpaid.includes(state.data.shipment.status) ? look_ms : false,
  })
  usePageTitle('Payment')
  if (!isKnown)
    return (
      <FullPage inPage title="Payment not finished here">
        {me.kind === 'guest'
          ? 'Nothing more is known here about this payment. Follow the shipment with its tracking reference, or pay it from the link in your email.'
          : 'This address names no shipment.'}
      </FullPage>
    )
  if (query.error)
    return <RegionError thrown={query.error} what="This shipment" onRetry={() => void query.refetch()} />
  if (!query.data) return <Loading lines={4} />
  const { status, custom_tracking_reference, short_tracking_reference } = query.data.shipment
  const reference = custom_tracking_reference ?? short_tracking_reference
  const isUnpaid = unpaid.includes(status)
  return (
    <FullPage
      inPage
      title={isUnpaid ? 'Not paid yet' : 'Nothing left to pay here'}
      action={
        <ButtonLink to={`/shipments/${id}`} variant="primary">
          Open shipment
        </ButtonLink>
      }
      note={`${reference} · ${statusLabel(status)}`}
    >
      {isUnpaid
        ? 'No payment has arrived for this shipment, and it is not sent before. This page looks again by itself.'
        : 'This shipment does not wait for a payment.'}
    </FullPage>
  )
}
