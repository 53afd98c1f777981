import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useState } from 'react'
import { useSend } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/Choices.tsx'
import { loose } from '../../kit/form/FieldFrame.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { AppLink } from '../../kit/ui/AppLink.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { Card } from '../../kit/ui/Card.tsx'
import type { Form } from '../../kit/form/use-form.ts'
import { printLabels, stickers } from '../print.ts'
import type { Booking } from './booking.ts'
import { BookingForm } from './BookingForm.tsx'
import styles from './booking.module.css'
import { useSectionKeys } from './capture-keys.ts'
import { focusPath } from './focus-path.ts'
import { firstEmpty, most_captured, nextCapture, type Kept } from './next-capture.ts'
import type { BookedShipment } from './use-booking.ts'

/** A shipment made a moment ago, as the list below the form shows it. */
interface Captured {
  id: number
  tracking_reference: string
  to: string
  isCancelled: boolean
}

/**
 * Shipment after shipment by keyboard alone: Enter goes to the next field, Alt+1 to Alt+6 to a section, Ctrl+D repeats
 * the capture before, Ctrl+Enter saves and opens the next blank one with what was to be kept, a scan fills the custom
 * reference, and the last ones are listed below (SHIP-103).
 */
export function CaptureForm({ name, initial, title }: { name: string; initial: Booking; title: string }) {
  const [kept, setKept] = useState<Kept>({ account: true, collection: true, service: true })
  const [captured, setCaptured] = useState<readonly Captured[]>([])
  const [scanned, setScanned] = useState({ code: '', at: 0 })
  const [before, setBefore] = useState<Booking | null>(null)
  useSectionKeys()
  useScan((code) => setScanned(({ at }) => ({ code, at: at + 1 })))
  const cancel = useSend(shipmentsApi.cancel, {
    refresh: [shipmentsApi.rows],
    done: ({ id }) =>
      setCaptured((list) => list.map((one) => (one.id === id ? { ...one, isCancelled: true } : one))),
  })
  const onBooked = (shipment: BookedShipment, sent: Booking, form: Form<Booking>): void => {
    const { id, tracking_reference, delivery_contact, delivery_address } = shipment
    const to = [delivery_contact.name, delivery_address.local_area].filter(Boolean).join(', ')
    setCaptured((list) =>
      [{ id, tracking_reference, to, isCancelled: false }, ...list].slice(0, most_captured),
    )
    toast.success(`${tracking_reference} saved`)
    setBefore(sent)
    const next = nextCapture(sent, initial, kept)
    form.reset(next)
    focusPath(firstEmpty(next))
  }
  const keep = (what: keyof Kept, label: string) => (
    <Checkbox
      {...loose(`keep_${what}`, kept[what], (value: boolean) => setKept({ ...kept, [what]: value }))}
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
        options: { tells: 'on-submit', verb: 'Save and next', onBooked },
        above: (
          <fieldset className={styles.keep}>
            <legend>Keep for the next</legend>
            {keep('account', 'Account')}
            {keep('collection', 'Collection')}
            {keep('service', 'Service')}
          </fieldset>
        ),
        below: captured.length > 0 && (
          <Card title="Last captures">
            <ol className={styles.captured}>
              {captured.map((one) => (
                <li key={one.id}>
                  <AppLink to={`/shipments/${one.id}`}>{one.tracking_reference}</AppLink>
                  <span>{one.isCancelled ? 'Cancelled' : one.to}</span>
                  {!one.isCancelled && (
                    <>
                      <Button size="xs" onClick={() => void printLabels([one.id], stickers)}>
                        Print label
                      </Button>
                      <Button
                        size="xs"
                        busy={cancel.isPending}
                        onClick={() => cancel.mutate({ id: one.id, message: 'Captured by mistake' })}
                      >
                        Undo
                      </Button>
                    </>
                  )}
                </li>
              ))}
            </ol>
          </Card>
        ),
      }}
    />
  )
}
