import { driver_requires_odometer } from '@waybill/domain/drivers/settings'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useState } from 'react'
import { readDecimal } from '../../kit/form/TypedField.tsx'
import { useSetting } from '../../kit/session/me.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { DriverFrame } from '../DriverFrame.tsx'
import shared from '../driver.module.css'
import { OdometerField } from '../day/OdometerField.tsx'
import { phoneDay } from '../day/phone-day.ts'
import { carriedParcels } from '../day/vehicle-load.ts'
import { DoneButton, SavedFirst } from '../stops/FlowSteps.tsx'
import { streetOf, suburbOf } from '../stops/trip-sheet-stops.ts'
import { useDriverApp, type DriverApp } from '../use-driver-app.ts'
import { currentTexts, useTexts } from '../texts/texts.ts'

/**
 * Page to end the day: open stops and the parcels to hand back, which the driver confirms. Afterwards it displays what
 * the branch still expects.
 */
export default function EndDayPage() {
  const app = useDriverApp()
  const t = useTexts()
  const day = phoneDay(app)
  if (!day)
    return (
      <DriverFrame app={app} title={t.endDay.title} back="/tripsheet/me">
        <EmptyState title={app.failure ? `${t.day.notLoaded}.` : t.day.loading} />
      </DriverFrame>
    )
  if (day.duty === 'off-duty') return <DayOver app={app} />
  return <EndForm app={app} />
}

interface ListedParcel {
  reference: string
  /** Where it was to go, or came from; `''` when this phone does not know. */
  where: string
}

/** Returns the parcels that the driver has by what this phone knows. */
function parcelsHere({ sheet, marks }: DriverApp): ListedParcel[] {
  const { endDay } = currentTexts()
  return carriedParcels(sheet?.stops ?? [], marks).map(({ stop, parcel }) => {
    const place = [streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')
    return {
      reference: parcel.tracking_reference,
      where: stop.leg === 'collection' ? endDay.collected(place) : place,
    }
  })
}

function EndForm({ app }: { app: DriverApp }) {
  const t = useTexts()
  const needsOdometer = useSetting(driver_requires_odometer)
  const [typed, setTyped] = useState('')
  const [isConfirmed, setConfirmed] = useState(false)
  const parcels = parcelsHere(app)
  const open = app.views.filter(({ state }) => state === 'to-do').length
  const odometer = readDecimal(typed)
  const needsConfirming = parcels.length + open > 0
  const missing =
    needsOdometer && odometer === null
      ? t.day.odometerNeeded
      : needsConfirming && !isConfirmed
        ? t.endDay.tickBox
        : null
  const done = async (): Promise<void> => {
    await app.record([
      {
        where: '',
        evidence: [],
        action: { type: 'end-day', ...(odometer === null ? {} : { payload: { odometer } }) },
      },
    ])
  }
  const promise = [
    open > 0 && t.endDay.staysOpen(open),
    parcels.length > 0 && t.endDay.handBack(parcels.length),
  ].filter(Boolean)
  return (
    <DriverFrame
      app={app}
      title={t.endDay.title}
      back="/tripsheet/me"
      footer={<DoneButton missing={missing} label={t.day.endDay} onDone={done} />}
    >
      {open > 0 && (
        <div className={shared.strip}>
          <Notice variant="warning" title={t.endDay.stillOpen(open)}>
            {t.endDay.planAgain(open)}
          </Notice>
        </div>
      )}
      {parcels.length === 0 && open === 0 && (
        <EmptyState title={t.endDay.nothing}>{t.endDay.nothingText}</EmptyState>
      )}
      <HandBackList parcels={parcels} />
      <div className={shared.block}>
        {needsOdometer && <OdometerField value={typed} onChange={setTyped} />}
      </div>
      {needsConfirming && (
        <label className={shared.reason}>
          <input
            className={shared.reasonInput}
            type="checkbox"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
          />
          {promise.join(t.endDay.and)}
        </label>
      )}
      <SavedFirst />
    </DriverFrame>
  )
}

/** The day after its end: what the branch still expects, or what this phone knows while there is no signal. */
function DayOver({ app }: { app: DriverApp }) {
  const t = useTexts()
  const day = phoneDay(app)
  const answered = day?.hand_back
  const parcels =
    answered?.map(({ parcel_reference }) => ({ reference: parcel_reference, where: '' })) ?? parcelsHere(app)
  const places = new Map(parcelsHere(app).map(({ reference, where }) => [reference, where]))
  return (
    <DriverFrame app={app} title={t.endDay.title} place="me">
      <div className={shared.strip}>
        <Notice
          variant={parcels.length > 0 ? 'warning' : 'success'}
          title={day?.day_ended ? t.endDay.endedAt(clockOf(day.day_ended)) : t.endDay.off}
          live
        >
          {parcels.length > 0 ? t.endDay.handBackText(parcels.length) : t.endDay.nothingLeft}
          {day?.isSent === false && t.endDay.sentLater}
        </Notice>
      </div>
      <HandBackList
        parcels={parcels.map(({ reference, where }) => ({
          reference,
          where: where || (places.get(reference) ?? ''),
        }))}
      />
    </DriverFrame>
  )
}

function HandBackList({ parcels }: { parcels: readonly ListedParcel[] }) {
  const t = useTexts()
  if (parcels.length === 0) return null
  return (
    <section>
      <h2 className={shared.listHead}>{t.endDay.list(parcels.length)}</h2>
      <ul className={shared.rows}>
        {parcels.map(({ reference, where }) => (
          <li key={reference} className={shared.parcel}>
            <span className={shared.rowText}>
              <span className="mono">{reference}</span>
              {where && <span className={shared.under}>{where}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
