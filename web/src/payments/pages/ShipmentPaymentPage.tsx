import { statusLabel } from '@waybill/domain/shipments/status'
import { useMe } from '../../kit/session/me.ts'
import { ButtonLink } from '../../kit/ui/AppLink.tsx'
import { Card } from '../../kit/ui/Card.tsx'
import { FullPage } from '../../kit/ui/FullPage.tsx'
import { Page } from '../../kit/ui/Layout.tsx'
import { PageHeader } from '../../kit/ui/PageHeader.tsx'
import { Loading, RegionError } from '../../kit/ui/States.tsx'
import { usePageTitle } from '../../kit/url/page-title.ts'
import { useSearchState } from '../../kit/url/use-search.ts'
import { PayShipment } from '../PayShipment.tsx'
import styles from '../payments.module.css'
import { isAwaited, usePaymentStatus } from '../use-payment-status.ts'

/**
 * Where paying for one shipment returns to when it is not finished, and where it is tried again: the state the payment
 * has on the server, looked at again until it is settled (NAV-020, NAV-021, reliability 4.3). Whoever comes back from a
 * cancelled payment is not kept waiting for it.
 */
export default function ShipmentPaymentPage({ isCancelled = false }: { isCancelled?: boolean }) {
  const me = useMe()
  const { values } = useSearchState()
  const id = Number(values.id ?? 0)
  const isNamed = Number.isSafeInteger(id) && id > 0
  const { query, isOver } = usePaymentStatus({
    shipment_id: isNamed ? id : undefined,
    payment_reference: values.key,
  })
  usePageTitle('Payment')
  if (!isNamed)
    return (
      <FullPage inPage title="Shipment not found">
        This address names no shipment. Follow yours with its tracking reference.
      </FullPage>
    )
  if (query.error && !query.data)
    return <RegionError thrown={query.error} what="This shipment" onRetry={() => void query.refetch()} />
  const { payment, shipment } = query.data ?? {}
  if (!shipment) return <Loading lines={4} />
  const waits = payment && isAwaited(payment, isOver) && !(isCancelled && payment.status === 'redirected')
  const { reference } = shipment
  const note = `${reference} · ${statusLabel(shipment.status)}`
  const open =
    me.kind === 'guest' ? (
      <a href={`/track?ref=${encodeURIComponent(reference)}`}>Track it</a>
    ) : (
      <ButtonLink to={`/shipments/${id}`}>Open shipment</ButtonLink>
    )
  if (!shipment.is_payable)
    return (
      <FullPage inPage title="Nothing left to pay here" action={open} note={note}>
        This shipment does not wait for a payment.
      </FullPage>
    )
  if (waits)
    return (
      <FullPage inPage title="Waiting for your payment" action={open} note={note}>
        {isOver
          ? 'Payment is being confirmed. You can close this page.'
          : 'Your payment is on its way. This page looks again by itself.'}
      </FullPage>
    )
  return (
    <Page width="form">
      <PageHeader title="Not paid yet" note={note} />
      <div className={styles.page}>
        <Card title="Payment">
          <p className={styles.why}>
            {payment?.status === 'failed'
              ? 'The payment failed and nothing was charged. The shipment travels once it is paid.'
              : 'No payment has arrived yet. The shipment travels once it is paid.'}
          </p>
          <PayShipment shipment_id={id} payment_reference={values.key} />
        </Card>
      </div>
    </Page>
  )
}
