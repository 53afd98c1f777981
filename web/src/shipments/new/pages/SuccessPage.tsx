import {
  IconCircleCheck,
  IconClock,
  IconCopy,
  IconFileText,
  IconPrinter,
  IconReceipt,
} from '../../../kit/icons/icons.ts'
import { isStaff } from '@waybill/domain/kit/actor'
import { useEffect, useRef } from 'react'
import { copyText } from '../../../kit/layers/toasts.ts'
import { useChange } from '../../../kit/api/use-change.ts'
import { useMe } from '../../../kit/session/me.ts'
import { ButtonLink } from '../../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../../kit/ui/buttons/Icon.tsx'
import { Page, Row } from '../../../kit/ui/page-layout/Layout.tsx'
import { Steps } from '../../../kit/ui/page-layout/Steps.tsx'
import { Loading, RegionError } from '../../../kit/ui/states/States.tsx'
import { Money } from '../../../kit/ui/values/Value.tsx'
import { usePageTitle } from '../../../kit/url/page-title.ts'
import { useSearchState } from '../../../kit/url/use-search.ts'
import { readBooked, type Booked } from '../remember-booked.ts'
import { printBooked, usePrintKeys } from '../print-booked.ts'
import { payment_steps, UnpaidShipment } from '../../../payments/index.ts'
import { DropOffLine } from '../../../pickup-points/index.ts'
import { useBookedState } from './use-booked-state.ts'
import styles from './success.module.css'
import { FullPage } from '../../../kit/ui/states/FullPage.tsx'

/**
 * `/shipments/success?str=&id=`: the reference of the booked shipment, payment if needed, and the next actions. Card
 * payments return to this page. Whether the shipment exists and is paid is read from the server (NAV-019, PAY-039).
 */
export default function SuccessPage() {
  const me = useMe()
  const { values } = useSearchState()
  const reference = values['str'] ?? ''
  const id = Number(values['id'] ?? 0)
  const booked = readBooked(id)
  const paymentReference = values['key'] ?? (me.kind === 'guest' ? booked?.payment_reference : undefined)
  const { state, label, error, readAgain, payable, payment, isOver } = useBookedState(
    reference,
    id,
    paymentReference,
  )
  usePageTitle(
    state === 'unpaid'
      ? 'Booked, waiting for payment'
      : state === 'booked'
        ? 'Shipment created'
        : 'Your shipment',
  )
  if (state === 'unknown')
    return (
      <FullPage
        inPage
        title="Shipment not found"
        action={<ButtonLink to="/shipments/new">New shipment</ButtonLink>}
      >
        This link does not match a shipment.
      </FullPage>
    )
  if (state === 'over')
    return (
      <FullPage
        inPage
        title={label}
        note={reference}
        action={<ButtonLink to="/shipments/new">New shipment</ButtonLink>}
      >
        There is nothing to pay or to print for it.
      </FullPage>
    )
  if (error) return <RegionError thrown={error} what="This shipment" onRetry={readAgain} />
  if (state === null) return <Loading lines={4} onRetry={readAgain} />
  const isWaiting = state === 'unpaid'
  const track = <a href={`/track?ref=${encodeURIComponent(reference)}`}>Track it</a>
  if (isWaiting && payable)
    return (
      <UnpaidShipment
        title="Booked, waiting for payment"
        shipment={payable}
        payment={payment}
        payment_reference={paymentReference}
        isOver={isOver}
        links={
          <Row>
            {me.kind === 'guest' ? track : <ButtonLink to={`/shipments/${id}`}>View shipment</ButtonLink>}
          </Row>
        }
      >
        {booked?.dropoff_point && <DropOffLine {...booked.dropoff_point} />}
      </UnpaidShipment>
    )
  const isPaid = payment?.status === 'complete'
  return (
    <Page width="form">
      <div className={styles.success}>
        {isPaid && (
          <div className={styles.steps}>
            <Steps of={payment_steps} at={2} />
          </div>
        )}
        <Icon
          of={isWaiting ? IconClock : IconCircleCheck}
          size={40}
          className={isWaiting ? styles.wait : styles.tick}
        />
        <h1 tabIndex={-1}>
          {isWaiting ? 'Booked, waiting for payment' : isPaid ? 'Paid, shipment created' : 'Shipment created'}
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
        {!booked && payable && (
          <p className={styles.line}>
            {payable.service_level_name} · {payable.from} to {payable.to}
          </p>
        )}
        {booked?.dropoff_point && <DropOffLine {...booked.dropoff_point} />}
        {isPaid && (
          <p className={styles.line}>
            <Money cents={payment.amount} /> paid · {payment.reference}
          </p>
        )}
        {isWaiting ? (
          <p className={styles.line}>
            {me.kind === 'guest'
              ? 'We send it once it is paid. Pay with the link in your booking e-mail.'
              : 'The label can be printed once it is paid.'}
          </p>
        ) : me.kind === 'guest' && paymentReference === undefined ? (
          <p className={styles.line}>Print its label with the link in your booking e-mail.</p>
        ) : (
          <PrintBooked
            id={id}
            known={{ ...booked, payment_reference: paymentReference }}
            hasSlip={me.kind !== 'guest'}
          />
        )}
        <div className={styles.next}>
          <ButtonLink to="/shipments/new" variant="link">
            {isStaff(me) ? 'New shipment' : 'Send another'}
          </ButtonLink>
          {me.kind === 'guest' ? (
            track
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

/** The print buttons of a booked shipment. The label button gets the focus. */
function PrintBooked({
  id,
  known,
  hasSlip,
}: {
  id: number
  /** Whether the user may print the slip for receipt printers. */
  hasSlip: boolean
  known: Partial<Omit<Booked, 'payment_reference'>> & { payment_reference: string | undefined }
}) {
  const print = useRef<HTMLButtonElement>(null)
  const label = useChange({ act: () => printBooked('label', id, known) })
  const waybill = useChange({ act: () => printBooked('waybill', id, known) })
  const slip = useChange({ act: () => printBooked('slip', id, known) })
  usePrintKeys(hasSlip ? id : null)
  useEffect(() => print.current?.focus(), [])
  return (
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
      {hasSlip && (
        <Button size="lg" icon={IconReceipt} busy={slip.isPending} onClick={() => slip.mutate()}>
          Print slip
        </Button>
      )}
    </div>
  )
}
