import { compareCount, isHere } from '@waybill/domain/counter/stock'
import type { CountDifference } from '@waybill/domain/counter/model'
import { useState } from 'react'
import { cleanScan } from '../kit/scan/recogniser.ts'
import { playScanSound } from '../kit/scan/sounds.ts'
import { personName } from '../kit/session/people.ts'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../kit/ui/page-layout/Card.tsx'
import { Stack } from '../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { formatCount } from '../kit/ui/values/numbers.ts'
import { When } from '../kit/ui/values/Value.tsx'
import { readCounted, saveCounted } from './counter-memory.ts'
import { OutcomeNotice, type Shown } from './OutcomeNotice.tsx'
import { ParcelList } from './ParcelList.tsx'
import { ScanForm } from './ScanForm.tsx'
import type { Counter } from './use-counter.ts'

/** Counts the parcels that must be at the point, shows the difference and closes the day. */
export function EndOfDay({ counter }: { counter: Counter }) {
  const { point, parcels, closed } = counter
  const [counted, setCounted] = useState(() => readCounted(point.id))
  const [shown, setShown] = useState<Shown | null>(null)
  const here = parcels.filter(isHere)
  const { missing, unexpected } = compareCount(parcels, counted)
  const change = (references: readonly string[]): void => {
    setCounted([...references])
    saveCounted(point.id, references)
  }
  const scan = (raw: string): void => {
    const scanned = cleanScan(raw)
    const reference = counter.find(scanned)?.reference ?? scanned
    const isKnown = here.some((parcel) => parcel.reference === reference)
    playScanSound(counted.includes(reference) ? 'repeat' : isKnown ? 'accepted' : 'refused')
    if (!counted.includes(reference)) change([...counted, reference])
  }
  const close = async (): Promise<void> => {
    const outcome = await counter.record({ type: 'close-day', counted })
    setShown({ name: 'End of the day', outcome })
    if (outcome.kind !== 'refused') change([])
  }
  const found = here.length - missing.length
  return (
    <Stack>
      <Card title="Today">
        <Facts
          split
          of={[
            ['Came', formatCount(parcels.filter((one) => one.has_come_today).length)],
            ['Left', formatCount(parcels.filter(({ state }) => state === 'left').length)],
            ['Must be here', formatCount(here.length)],
            ['Counted', `${formatCount(found)} of ${formatCount(here.length)}`],
          ]}
        />
      </Card>
      {closed && (
        <Notice variant="info">
          Closed <When at={closed.at} /> by {personName(closed.by)}. {differenceText(closed.difference)}
        </Notice>
      )}
      <ScanForm label="Parcel" hint="Scan every parcel that is here." submit="Count" onCode={scan} />
      <OutcomeNotice of={shown} />
      <ParcelList
        title="Not counted yet"
        parcels={here.filter(({ reference }) => missing.includes(reference))}
        empty="Every parcel was counted."
      />
      {unexpected.length > 0 && (
        <Notice
          variant="error"
          title="Should not be here"
          action={
            <Button
              size="sm"
              onClick={() => change(counted.filter((reference) => !unexpected.includes(reference)))}
            >
              Leave out
            </Button>
          }
        >
          {unexpected.join(', ')}. Take it in, or leave it out if you scanned it by mistake.
        </Notice>
      )}
      <div>
        <Button onClick={close}>Close the day</Button>
      </div>
    </Stack>
  )
}

function differenceText({ missing, unexpected }: CountDifference): string {
  if (missing.length + unexpected.length === 0) return 'Everything was here.'
  return [
    missing.length > 0 && `Missing: ${missing.join(', ')}.`,
    unexpected.length > 0 && `Not expected: ${unexpected.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
