import { readPickupCode } from '@waybill/domain/pickup-points/pickup-code'
import { isHere } from '@waybill/domain/counter/stock'
import { dropoff_pin_length } from '@waybill/domain/shipments/proof-of-delivery/pins'
import { useRef, useState } from 'react'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { newKey } from '../kit/api/new-key.ts'
import { cleanScan } from '../kit/scan/recogniser.ts'
import { playScanSound } from '../kit/scan/sounds.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { printLabels, stickers } from '../shipments/index.ts'
import { OutcomeNotice, type Shown } from './OutcomeNotice.tsx'
import { ParcelList } from './ParcelList.tsx'
import { ScanForm } from './ScanForm.tsx'
import type { Counter, Recorded } from './use-counter.ts'

const pin_name = 'Drop-off PIN'
const no_connection =
  'A PIN cannot be checked without a connection. Scan the label or choose the parcel in the list.'

/** Takes parcels in from senders and drivers; the server decides by the parcel which of the two it is. */
export function TakeIn({ counter }: { counter: Counter }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const [door, setDoor] = useState('')
  const underWay = useRef(new Set<string>())
  const isLocker = counter.point.type === 'locker'

  const take = async (name: string, about: Pick<Recorded, 'reference' | 'pin'>): Promise<void> => {
    // A second scan of the same label before the answer to the first is no second action.
    if (underWay.current.has(name)) return
    underWay.current.add(name)
    try {
      const action: Recorded = { type: 'take-in', ...about, ...(door === '' ? {} : { door }) }
      const outcome = await (about.pin ? counter.ask(action, newKey()) : counter.record(action))
      setShown({ name, outcome })
      if (outcome.kind !== 'refused') setDoor('')
    } catch {
      reject(name, no_connection)
    } finally {
      underWay.current.delete(name)
    }
  }
  const reject = (name: string, message: string): void => {
    playScanSound('refused')
    setShown({ name, outcome: { kind: 'refused', message } })
  }
  const receive = async (raw: string): Promise<void> => {
    const reference = readPickupCode(raw)?.reference ?? cleanScan(raw)
    const known = counter.find(reference)
    if (known && isHere(known)) {
      playScanSound('repeat')
      setShown({
        name: known.reference,
        outcome: { kind: 'done', message: 'This parcel is already here.', shipment_id: known.shipment_id },
      })
      return
    }
    const isPin = !known && reference.length === dropoff_pin_length && /^\d+$/.test(reference)
    if (!isPin) await take(known?.reference ?? reference, { reference })
    else if (counter.isOffline) reject(pin_name, no_connection)
    else await take(pin_name, { pin: reference })
  }
  const printable = shown?.outcome.kind === 'done' ? shown.outcome.shipment_id : null
  return (
    <Stack>
      <ScanForm
        label="Parcel, waybill or drop-off PIN"
        hint="Scan the label, or type its reference. Without a label, type the drop-off PIN of the sender."
        submit="Take in"
        onCode={(raw) => void receive(raw)}
      />
      {isLocker && (
        <TextField
          {...standaloneField('door', door, setDoor)}
          label="Door"
          hint="Enter it before the scan if you choose the door yourself."
          optional
          width={120}
          autoComplete="off"
        />
      )}
      <OutcomeNotice
        of={shown}
        action={
          printable !== null && (
            <Button size="sm" onClick={() => printLabels([printable], stickers)}>
              Print label
            </Button>
          )
        }
      />
      <ParcelList
        title="Expected"
        parcels={counter.parcels.filter(({ state }) => state === 'expected')}
        empty="No parcel is on its way here."
        action={({ reference }) => (
          <Button
            size="sm"
            aria-label={`Take in ${reference}`}
            onClick={() => take(reference, { reference })}
          >
            Take in
          </Button>
        )}
      />
    </Stack>
  )
}
