import { useBlocker } from '@tanstack/react-router'
import { isStaff } from '@waybill/domain/kit/actor'
import { formatRand } from '@waybill/domain/kit/money'
import { counter_texts } from '@waybill/domain/payments/counter'
import type { CounterPayment } from '@waybill/domain/payments/counter-api'
import { useEffect, useState } from 'react'
import { FormPanel } from '../../../kit/form/FormPanel.tsx'
import { TextField } from '../../../kit/form/TextField.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { announce } from '../../../kit/layers/announcements.ts'
import { useScan } from '../../../kit/scan/use-scan.ts'
import { useMe } from '../../../kit/session/me.ts'
import { lightOnly } from '../../../kit/theme/apply-theme.ts'
import { Button } from '../../../kit/ui/buttons/Button.tsx'
import { Kbd } from '../../../kit/ui/buttons/Kbd.tsx'
import { Modal } from '../../../kit/ui/layers/Modal.tsx'
import { PayShipment, ReceiptButton, usePaymentStatus } from '../../../payments/index.ts'
import { emptyBooking, type Booking } from '../booking.ts'
import { MobileBooking } from '../mobile/MobileBooking.tsx'
import mobile from '../mobile.module.css'
import styles from './kiosk.module.css'
import { DropOffLine } from '../../../pickup-points/index.ts'
import { dropOffPoint } from '../remember-booked.ts'
import { printBooked, usePrintKeys } from '../print-booked.ts'
import type { BookedShipment } from '../use-booking.ts'
import { useBookingDefaults } from '../use-booking-rules.ts'
import { useChangeMode } from './use-page-mode.ts'
import { useIdle } from '../use-idle.ts'

/**
 * Seconds without input before the kiosk asks whether the user is still there, and seconds from then until it
 * restarts for the next customer.
 */
const quiet_s = 60
const warned_s = 15

/**
 * Replaces `quiet_s` while a payment is pending, because a card payment takes time during which nobody touches the
 * screen.
 */
const paying_s = 300

/**
 * Booking at a counter that many people use: one step per screen, no navigation, no stored data, and a restart when
 * nobody is there. With the payment flow, labels are printed only after payment (SHIP-103).
 */
export function Kiosk({ isPaidHere, custom_reference }: { isPaidHere: boolean; custom_reference: string }) {
  const [turn, setTurn] = useState(0)
  const [booked, setBooked] = useState<BookedShipment | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(lightOnly, [])
  const begin = (): void => {
    setBooked(null)
    setTurn(turn + 1)
  }
  const [isPaying, setPaying] = useState(false)
  const leftS = useIdle({ quiet_s: isPaying ? paying_s : quiet_s, warned_s, onOver: begin })
  return (
    <div className={styles.kiosk}>
      <StaysOpen />
      {booked ? (
        <Done shipment={booked} onPaying={setPaying} onNext={begin} />
      ) : (
        <Turn
          key={turn}
          custom_reference={turn === 0 ? custom_reference : ''}
          isPaidHere={isPaidHere}
          onBooked={setBooked}
          onLeave={() => setLeaving(true)}
        />
      )}
      {leftS !== null && (
        <Modal
          title="Still there?"
          onClose={() => undefined}
          footer={<Button variant="primary">Continue</Button>}
        >
          <p>{`Your entries are cleared in ${leftS} seconds.`}</p>
        </Modal>
      )}
      {isLeaving && <Leave onClose={() => setLeaving(false)} />}
    </div>
  )
}

/**
 * Blocks every way to another page: going back, shortcuts and links. Only `Leave`, which requires the password, ends the
 * kiosk. It is mounted before the form, whose question about unsaved changes would come first otherwise.
 */
function StaysOpen() {
  useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: false,
  })
  return null
}

function Turn({
  custom_reference,
  isPaidHere,
  onBooked,
  onLeave,
}: {
  custom_reference: string
  isPaidHere: boolean
  onBooked: (shipment: BookedShipment) => void
  onLeave: () => void
}) {
  const defaults = useBookingDefaults()
  const [initial] = useState<Booking>(() => ({
    ...emptyBooking(defaults),
    custom_tracking_reference: custom_reference,
  }))
  return (
    <MobileBooking
      name="kiosk"
      initial={initial}
      kiosk={{
        options: {
          storesNothing: true,
          isPaidHere,
          onBooked,
          ...(isPaidHere ? { verb: 'Book and pay' } : {}),
        },
        onLeave,
      }}
    />
  )
}

/** The result of a booking: payment first if it is due, then printing. */
function Done({
  shipment,
  onPaying,
  onNext,
}: {
  shipment: BookedShipment
  onPaying: (isPaying: boolean) => void
  onNext: () => void
}) {
  const [taken, setTaken] = useState<CounterPayment | null>(null)
  const [isUnanswered, setUnanswered] = useState(false)
  const { id, tracking_reference, payment_reference, rate } = shipment
  const me = useMe()
  const dropOff = dropOffPoint(shipment)
  const { query } = usePaymentStatus({ shipment_id: id, payment_reference })
  const isWaiting =
    taken === null &&
    (isUnanswered || (query.data?.shipment?.is_payable ?? shipment.status === 'payment-pending'))
  usePrintKeys(isWaiting ? null : id)
  // A scan would otherwise open the record in the app of the staff.
  useScan(() => announce('Press Next customer before you scan the next parcel.'))
  useEffect(() => {
    onPaying(isWaiting)
    return () => onPaying(false)
  }, [isWaiting, onPaying])
  return (
    <div className={mobile.screen}>
      <div className={mobile.body}>
        <h1 className={mobile.bodyHeading} tabIndex={-1}>
          {isWaiting ? 'Amount due' : taken ? 'Paid' : 'Shipment created'}
        </h1>
        {taken && <Taken payment={taken} />}
        {isWaiting && rate !== null && <p className={styles.figure}>{formatRand(rate)}</p>}
        <p className={styles.figure}>{tracking_reference}</p>
        {dropOff && <DropOffLine {...dropOff} />}
        {isWaiting ? (
          <>
            <PayShipment
              shipment_id={id}
              payment_reference={payment_reference}
              atCounterOnly={isStaff(me)}
              onUnanswered={setUnanswered}
              onPaid={(money) => {
                setTaken(money ?? null)
                void query.refetch()
              }}
            />
            <p>The label is printed once it is paid.</p>
          </>
        ) : (
          <>
            <Button variant="primary" size="lg" full onClick={() => printBooked('label', id, {})}>
              Print label <Kbd>F9</Kbd>
            </Button>
            <Button size="lg" full onClick={() => printBooked('slip', id, {})}>
              Print slip <Kbd>F10</Kbd>
            </Button>
          </>
        )}
      </div>
      <footer className={mobile.foot}>
        <Button size="lg" full onClick={onNext}>
          {isStaff(me) ? 'Next customer' : 'Send another'}
        </Button>
      </footer>
    </div>
  )
}

/** The payment taken at the counter. The change to give back is shown in large type. */
function Taken({
  payment: { payment_id, method, due, tendered, change, reference },
}: {
  payment: CounterPayment
}) {
  if (method !== 'cash')
    return (
      <div aria-live="polite">
        <p>{`${formatRand(due)} ${counter_texts[method].by}, ${reference}.`}</p>
        <ReceiptButton payment_id={payment_id} />
      </div>
    )
  return (
    <div aria-live="polite">
      <p>Change to give</p>
      <p className={styles.figure}>{formatRand(change)}</p>
      <p>{`${formatRand(due)} was due and ${formatRand(tendered)} was handed over, ${reference}.`}</p>
      <ReceiptButton payment_id={payment_id} />
    </div>
  )
}

/** Dialog for leaving kiosk mode; it requires the password of the signed-in user. */
function Leave({ onClose }: { onClose: () => void }) {
  const form = useForm({ initial: { current_password: '' } })
  const change = useChangeMode({ inForm: true })
  return (
    <Modal title="Leave the kiosk" onClose={onClose}>
      <FormPanel
        form={form}
        saving={change.isPending}
        error={change.error}
        submit="Leave"
        onCancel={onClose}
        onSubmit={({ current_password }) =>
          change.mutate({ shipment_page_mode: 'default', current_password })
        }
      >
        <TextField
          {...form.field('current_password')}
          label="Password"
          type="password"
          hint="The password of the person signed in here."
          autoComplete="off"
        />
      </FormPanel>
    </Modal>
  )
}
