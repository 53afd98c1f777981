import type { CounterParcel } from '@waybill/domain/counter/model'
import { readPickupCode } from '@waybill/domain/pickup-points/pickup-code'
import { useState } from 'react'
import { newKey } from '../kit/api/new-key.ts'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { cleanScan } from '../kit/scan/recogniser.ts'
import { playScanSound } from '../kit/scan/sounds.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { OutcomeNotice, type Shown } from './OutcomeNotice.tsx'
import { ParcelList } from './ParcelList.tsx'
import { ProofForm } from './ProofForm.tsx'
import { ScanForm } from './ScanForm.tsx'
import type { Counter } from './use-counter.ts'

/** A parcel about to be handed out. The PIN and the document share one id, so that it is handed out once. */
interface Chosen {
  id: string
  parcel: CounterParcel
  /** From the QR code of the receiver; empty without one. */
  pin: string
}

/** Whether a parcel may be handed out: it waits for its receiver, or was not fetched in time. */
const isToFetch = ({ leg, state }: CounterParcel): boolean =>
  leg === 'delivery' && (state === 'waiting' || state === 'for-driver')

/** Hands parcels out to their receivers: first the parcel, then the proof. */
export function HandOut({ counter }: { counter: Counter }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const [words, setWords] = useState('')
  const choose = (parcel: CounterParcel, pin = ''): void => {
    setShown(null)
    setChosen({ id: newKey(), parcel, pin })
  }
  const receive = (raw: string): void => {
    const code = readPickupCode(raw) ?? { reference: cleanScan(raw), pin: '' }
    const parcel = counter.find(code.reference)
    if (parcel && isToFetch(parcel)) return choose(parcel, code.pin)
    playScanSound('refused')
    setShown({ name: code.reference, outcome: { kind: 'refused', message: whyNot(parcel, counter) } })
  }
  if (chosen)
    return (
      <ProofForm
        key={chosen.id}
        counter={counter}
        id={chosen.id}
        parcel={chosen.parcel}
        pin={chosen.pin}
        onDone={(outcome) => {
          setShown({ name: chosen.parcel.reference, outcome })
          setChosen(null)
        }}
        onCancel={() => setChosen(null)}
      />
    )
  const wanted = words.trim().toLowerCase()
  return (
    <Stack>
      <ScanForm
        label="Parcel or code of the receiver"
        hint="Scan the label of the parcel or the QR code of the receiver."
        submit="Hand out"
        onCode={receive}
      />
      <OutcomeNotice of={shown} />
      <TextField
        {...standaloneField('words', words, setWords)}
        label="Find by name"
        type="search"
        autoComplete="off"
      />
      <ParcelList
        title="To be fetched"
        parcels={counter.parcels.filter(
          (parcel) =>
            isToFetch(parcel) && `${parcel.receiver} ${parcel.reference}`.toLowerCase().includes(wanted),
        )}
        empty={wanted === '' ? 'No parcel waits for its receiver.' : 'No parcel here has this name.'}
        action={(parcel) => (
          <Button size="sm" aria-label={`Hand out ${parcel.reference}`} onClick={() => choose(parcel)}>
            Hand out
          </Button>
        )}
      />
    </Stack>
  )
}

function whyNot(parcel: CounterParcel | undefined, { point }: Counter): string {
  if (!parcel) return `This parcel is not at ${point.name}. If you have it, take it in first.`
  if (parcel.state === 'left') return 'This parcel left today.'
  if (parcel.state === 'expected')
    return 'This parcel has not been taken in yet. If you have it, take it in first.'
  return 'This parcel was dropped off here to be sent. Give it to a driver.'
}
