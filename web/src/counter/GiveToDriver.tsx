import { useQuery } from '@tanstack/react-query'
import type { CounterParcel } from '@waybill/domain/counter/model'
import { startupApi } from '@waybill/domain/startup/api'
import { useRef, useState } from 'react'
import { endpointQuery } from '../kit/api/index.ts'
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
export function GiveToDriver({ counter }: { counter: Counter }) {
  const general = useQuery({
    ...endpointQuery(startupApi.generalData, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const drivers = general.data?.drivers ?? []
  const [driver, setDriver] = useState<string | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const under_way = useRef(new Set<string>())
  const nameOf = (username: string): string =>
    drivers.find((one) => one.username === username)?.name ?? username

  const give = async (reference: string): Promise<void> => {
    if (driver === null) {
      playScanSound('refused')
      setShown({ name: reference, outcome: { kind: 'refused', message: 'Choose the driver first.' } })
      return
    }
    if (under_way.current.has(reference)) return
    under_way.current.add(reference)
    try {
      setShown({
        name: reference,
        outcome: await counter.record({ type: 'give-to-driver', reference, driver }),
      })
    } finally {
      under_way.current.delete(reference)
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
