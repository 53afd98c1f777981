import type { CounterParcel } from '@waybill/domain/counter/model'
import { useRef, useState } from 'react'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { SelectField } from '../kit/form/choices/SelectField.tsx'
import { cleanScan } from '../kit/scan/recogniser.ts'
import { playScanSound } from '../kit/scan/sounds.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { OutcomeNotice, type Shown } from './OutcomeNotice.tsx'
import { ParcelList } from './ParcelList.tsx'
import { ScanForm } from './ScanForm.tsx'
import type { Counter } from './use-counter.ts'

/** Gives drivers the parcels that were dropped off, and those that were not fetched in time. */
export function GiveToDriver({
  counter,
  drivers,
}: {
  counter: Counter
  drivers: readonly { username: string; name: string }[]
}) {
  const [driver, setDriver] = useState<string | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const underWay = useRef(new Set<string>())
  const nameOf = (username: string): string =>
    drivers.find((one) => one.username === username)?.name ?? username

  const give = async (reference: string): Promise<void> => {
    if (driver === null) {
      playScanSound('refused')
      setShown({ name: reference, outcome: { kind: 'refused', message: 'Choose the driver first.' } })
      return
    }
    if (underWay.current.has(reference)) return
    underWay.current.add(reference)
    try {
      setShown({
        name: reference,
        outcome: await counter.record({ type: 'give-to-driver', reference, driver }),
      })
    } finally {
      underWay.current.delete(reference)
    }
  }
  const toGive = counter.parcels.filter(({ state }) => state === 'for-driver')
  const usernames = [...new Set(toGive.map((parcel) => parcel.driver))].toSorted()
  const giveButton = ({ reference }: CounterParcel) => (
    <Button size="sm" aria-label={`Give ${reference} to the driver`} onClick={() => give(reference)}>
      Give
    </Button>
  )
  return (
    <Stack>
      <SelectField
        {...standaloneField('driver', driver, setDriver)}
        label="Driver who takes the parcels"
        options={drivers.map(({ username, name }) => ({ value: username, label: name }))}
      />
      <ScanForm
        label="Parcel"
        hint="Scan each parcel that you give to the driver."
        submit="Give to driver"
        onCode={(raw) => void give(cleanScan(raw))}
      />
      <OutcomeNotice of={shown} />
      {usernames.length === 0 && (
        <ParcelList title="For drivers" parcels={[]} empty="No parcel waits for a driver." />
      )}
      {usernames.map((username) => (
        <ParcelList
          key={username}
          title={username === '' ? 'No driver yet' : `For ${nameOf(username)}`}
          parcels={toGive.filter((parcel) => parcel.driver === username)}
          empty=""
          action={giveButton}
        />
      ))}
    </Stack>
  )
}
