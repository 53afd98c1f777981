import { IconPrinter } from '../../../kit/icons/icons.ts'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useEndpointMutation } from '../../../kit/api/index.ts'
import { Checkbox, Toggle } from '../../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../../kit/form/FieldFrame.tsx'
import { usePreference } from '../../../kit/preferences/preferences.ts'
import { announce } from '../../../kit/layers/announcements.ts'
import { useFunctionKeys } from '../../../kit/layers/use-function-keys.ts'
import { toast } from '../../../kit/layers/toasts.ts'
import { useScan } from '../../../kit/scan/use-scan.ts'
import { AppLink } from '../../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { Card } from '../../../kit/ui/page-layout/Card.tsx'
import { Kbd } from '../../../kit/ui/buttons/Kbd.tsx'
import type { Form } from '../../../kit/form/use-form.ts'
import { printLabels, stickers } from '../../print.ts'
import type { Booking } from '../booking.ts'
import { BookingForm } from '../BookingForm.tsx'
import { cx } from '../../../kit/ui/class-names.ts'
import styles from './capture-form.module.css'
import { useSectionKeys, useSkippingKeys } from './capture-keys.ts'
import { focusPath } from '../focus-path.ts'
import { usePrintKeys } from '../print-booked.ts'
import { firstEmpty, max_captured, nextCapture, type StoredCapture } from './next-capture.ts'
import type { BookedShipment } from '../use-booking.ts'
import { useBookingDefaults } from '../use-booking-rules.ts'

/** A shipment created on this page, as listed beside the form. */
interface Captured {
  id: number
  tracking_reference: string
  to: string
  at: Date
  isCancelled: boolean
}

/**
 * Creates one shipment after another by keyboard (SHIP-103):
 *
 * - Enter moves to the next field, Alt+1 to Alt+6 to a section.
 * - Ctrl+D repeats the field of the previous capture.
 * - Ctrl+Enter saves and opens the next blank form with the values to keep.
 * - F8 cancels the last capture, F9 prints its label and F10 its slip.
 * - A scan fills in the custom tracking reference.
 *
 * The last captures are listed beside the form.
 */
export function CaptureForm({ name, initial, title }: { name: string; initial: Booking; title: string }) {
  const [stored, setStored] = useState<StoredCapture>({ account: true, collection: true, service: true })
  const [captured, setCaptured] = useState<readonly Captured[]>([])
  const [scanned, setScanned] = useState({ code: '', at: 0 })
  const defaults = useBookingDefaults()
  const [before, setBefore] = useState<Booking | null>(null)
  const [round, setRound] = useState(0)
  const [skips, setSkips] = usePreference('capture:skips', false)
  const [pins, setPins] = usePreference<readonly string[]>('capture:pins', [])
  const pinned = new Set(pins)
  const pin = (of: string): void => {
    setPins(pinned.has(of) ? pins.filter((one) => one !== of) : [...pins, of])
    announce(pinned.has(of) ? 'Tab and Enter skip this field.' : 'Tab and Enter stop at this field.')
  }
  const goesOnAt = useRef(firstEmpty(initial))
  // Run after each capture, when the expanded sections are collapsed again.
  useEffect(() => focusPath(goesOnAt.current), [round])
  useSectionKeys()
  useSkippingKeys(
    () => {
      setSkips(!skips)
      announce(skips ? 'Tab and Enter stop at every field.' : 'Optional fields are skipped.')
    },
    (of) => skips && pin(of),
  )
  useScan((code) => setScanned(({ at }) => ({ code, at: at + 1 })))
  const cancel = useEndpointMutation(shipmentsApi.cancel, {
    refresh: [shipmentsApi.rows],
    done: ({ id }) =>
      setCaptured((list) => list.map((one) => (one.id === id ? { ...one, isCancelled: true } : one))),
  })
  const [latest] = captured.filter(({ isCancelled }) => !isCancelled)
  const undo = ({ id }: { id: number }): void => cancel.mutate({ id, message: 'Captured by mistake' })
  useFunctionKeys({
    F8: () => (latest ? undo(latest) : announce('There is no capture to undo.')),
  })
  usePrintKeys(latest?.id ?? null)
  const onBooked = (shipment: BookedShipment, sent: Booking, form: Form<Booking>): void => {
    const { id, tracking_reference, delivery_contact, delivery_address } = shipment
    const to = [delivery_contact.name, delivery_address.local_area].filter(Boolean).join(', ')
    setCaptured((list) =>
      [{ id, tracking_reference, to, at: new Date(), isCancelled: false }, ...list].slice(0, max_captured),
    )
    toast.success(`${tracking_reference} saved`)
    setBefore(sent)
    setRound((now) => now + 1)
    const next = nextCapture(sent, { ...defaults, now: new Date() }, stored)
    form.reset(next)
    goesOnAt.current = firstEmpty(next)
  }
  const storedCheckbox = (what: keyof StoredCapture, label: string) => (
    <Checkbox
      {...standaloneField(`keep_${what}`, stored[what], (value: boolean) =>
        setStored({ ...stored, [what]: value }),
      )}
      label={label}
    />
  )
  return (
    <BookingForm
      name={name}
      initial={initial}
      title={title}
      capture={{
        scanned,
        before,
        round,
        skipping: skips ? { pinned, onPin: pin } : null,
        options: { messages: 'on-submit', verb: 'Save and next', onBooked },
        above: (
          <div className={styles.captureBar}>
            <fieldset className={styles.keep}>
              <legend className={styles.keepLegend}>Keep for the next</legend>
              {storedCheckbox('account', 'Account')}
              {storedCheckbox('collection', 'Collection')}
              {storedCheckbox('service', 'Service')}
            </fieldset>
            <div className={styles.skip}>
              <Toggle {...standaloneField('skip', skips, setSkips)} label="Skip optional fields" />
              <Kbd className={styles.skipKey}>Alt S</Kbd>
              {skips && (
                <span className={styles.pinHint}>
                  {pins.length === 0 ? 'pin' : `${pins.length} pinned`} <Kbd>Alt P</Kbd>
                </span>
              )}
            </div>
          </div>
        ),
        beside: <LastCaptures of={captured} isUndoing={cancel.isPending} latest={latest} onUndo={undo} />,
      }}
    />
  )
}

/** The shipments saved on this page, newest first, with links, printing and undo. */
function LastCaptures({
  of: captured,
  isUndoing,
  latest,
  onUndo,
}: {
  of: readonly Captured[]
  isUndoing: boolean
  /** The capture that F8 cancels. */
  latest: Captured | undefined
  onUndo: (capture: Captured) => void
}) {
  return (
    <Card
      title="Last captures"
      note={captured.length > 0 ? captured.length : undefined}
      flush
      ruled={false}
      className={styles.lastCaptures}
    >
      {captured.length === 0 ? (
        <p className={styles.noCaptures}>Shipments you save are listed here, to print again or undo.</p>
      ) : (
        <ol className={styles.captured}>
          {captured.map((one) => (
            <li
              className={styles.capturedItem}
              key={one.id}
              data-cancelled={one.isCancelled ? '' : undefined}
            >
              <AppLink to={`/shipments/${one.id}`} className={cx('mono', styles.capturedLink)}>
                {one.tracking_reference}
              </AppLink>
              <time className={styles.capturedTime}>{clockOf(one.at)}</time>
              <span className={styles.capturedTo}>{one.isCancelled ? 'Cancelled' : one.to}</span>
              {!one.isCancelled && (
                <span className={styles.capturedActions}>
                  <IconButton
                    size="xs"
                    icon={IconPrinter}
                    label={`Print label of ${one.tracking_reference}`}
                    onClick={() => printLabels([one.id], stickers)}
                  />
                  <Button size="xs" busy={isUndoing} onClick={() => onUndo(one)}>
                    Undo {one === latest && <Kbd>F8</Kbd>}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      <dl className={styles.keys}>
        {capture_keys.map(([keys, what]) => (
          <Fragment key={keys}>
            <dt>
              <Kbd>{keys}</Kbd>
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </Card>
  )
}

/** The keys listed below the captures. */
const capture_keys = [
  ['Ctrl D', 'Repeat from the previous capture'],
  ['Alt N', 'Add a parcel'],
  ['F9', 'Print the label of the last capture'],
  ['F10', 'Print its slip, 80 mm'],
] as const
