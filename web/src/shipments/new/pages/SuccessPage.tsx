import { IconCircleCheck, IconClock, IconCopy, IconFileText, IconPrinter } from '@tabler/icons-react'
import { isStaff } from '@waybill/domain/kit/actor'
import { useEffect, useRef } from 'react'
import { copyText } from '../../../kit/layers/toasts.ts'
import { useChange } from '../../../kit/api/use-change.ts'
import { useMe } from '../../../kit/session/me.ts'
import { ButtonLink } from '../../../kit/ui/AppLink.tsx'
import { Button, IconButton } from '../../../kit/ui/Button.tsx'
import { Icon } from '../../../kit/ui/Icon.tsx'
import { Page } from '../../../kit/ui/Layout.tsx'
import { usePageTitle } from '../../../kit/url/page-title.ts'
import { useSearchState } from '../../../kit/url/use-search.ts'
import { readBooked } from '../booked.ts'
import { printBooked } from '../print-booked.ts'
import { isAwaited, PayShipment, usePaymentStatus } from '../../../payments/index.ts'
import styles from '../success.module.css'
import { FullPage } from '../../../kit/ui/FullPage.tsx'

/**
 * `/shipments/success?str=&id=`: the reference of what was booked, paying for it where that is needed, and what people do
 * next. A card payment returns here: whether it has come is read from the server (NAV-019, PAY-039).
 */
export default function SuccessPage() {
  const me = useMe()
  const { values } = useSearchState()
  const reference = values['str'] ?? ''
  const id = Number(values['id'] ?? 0)
  const booked = readBooked(id)
  const print = useRef<HTMLButtonElement>(null)
  const payment_reference = values['key'] ?? (me.kind === 'guest' ? booked?.payment_reference : undefined)
  // Staff do not pay; what a payment has come to is asked by whoever may.
  const isPayer = !isStaff(me) && id > 0 && (me.kind !== 'guest' || payment_reference !== undefined)
  const { query, isOver } = usePaymentStatus({
    shipment_id: isPayer ? id : undefined,
    payment_reference,
  })
  const { shipment, payment } = query.data ?? {}
  const isWaiting = shipment ? shipment.is_payable : booked?.status === 'payment-pending'
  const isConfirming = isWaiting && Boolean(payment && isAwaited(payment, isOver))
  usePageTitle(isWaiting ? 'Payment needed' : 'Shipment created')
  const label = useChange({ act: () => printBooked('label', id, { ...booked, payment_reference }) })
  const waybill = useChange({
    act: () => printBooked('waybill', id, { ...booked, payment_reference }),
  })
  useEffect(() => print.current?.focus(), [])
  if (reference === '' || id === 0)
    return (
      <FullPage
        inPage
        title="Shipment not found"
        action={<ButtonLink to="/shipments/new">New shipment</ButtonLink>}
      >
        This address names no shipment.
      </FullPage>
    )
  return (
    <Page width="form">
      <div className={styles.success}>
        <Icon
          of={isWaiting ? IconClock : IconCircleCheck}
          size={40}
          className={isWaiting ? styles.wait : styles.tick}
        />
        <h1 tabIndex={-1}>
          {isWaiting
            ? 'Booked, waiting for payment'
            : payment
              ? 'Paid, shipment created'
              : 'Shipment created'}
        </h1>
        <div className={styles.reference}>
          <span className={styles.figure}>{reference}</span>
          <IconButton
            label={`Copy ${reference}`}
            icon={IconCopy}
            variant="secondary"
            onClick={() => copyText(reference)}
          />
        </div>
        {booked && (
          <p className={styles.line}>
            {[
              booked.service_level_name,
              booked.delivery_name && `to ${booked.delivery_name}`,
              booked.delivery_place,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {isConfirming ? (
          <p className={styles.line} aria-live="polite">
            {isOver
              ? 'Payment is being confirmed. You can close this page.'
              : 'Your payment is on its way. This page looks again by itself.'}
          </p>
        ) : isWaiting ? (
          <>
            <p className={styles.line}>The label can be printed once it is paid.</p>
            {isPayer && (
              <div className={styles.pay}>
                <PayShipment shipment_id={id} payment_reference={payment_reference} />
              </div>
            )}
          </>
        ) : (
          <div className={styles.buttons}>
            <Button
              ref={print}
              variant="primary"
              size="lg"
              icon={IconPrinter}
              busy={label.isPending}
              onClick={() => label.mutate()}
            >
              Print label
            </Button>
            <Button size="lg" icon={IconFileText} busy={waybill.isPending} onClick={() => waybill.mutate()}>
              Print waybill
            </Button>
          </div>
        )}
        <div className={styles.next}>
          <ButtonLink to="/shipments/new" variant="link">
            {isStaff(me) ? 'New shipment' : 'Send another'}
          </ButtonLink>
          {me.kind === 'guest' ? (
            <a href={`/track?ref=${encodeURIComponent(reference)}`}>Track it</a>
          ) : (
            <ButtonLink to={`/shipments/${id}`} variant="link">
              View shipment
            </ButtonLink>
          )}
        </div>
      </div>
    </Page>
  )
}
