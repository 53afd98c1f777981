import { driver_requires_odometer, driver_vehicle_check } from '@waybill/domain/drivers/settings'
import type { DutyAction } from '@waybill/domain/drivers/duty'
import { mayStartRoute, releaserText, type RouteGate } from '@waybill/domain/drivers/route-gate'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useEffect, useState } from 'react'
import { readDecimal } from '../../kit/form/TypedField.tsx'
import { IconAlertTriangle, IconCheck, IconClock } from '../../kit/icons/icons.ts'
import { useSetting } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { usePress } from '../../kit/ui/buttons/use-press.ts'
import shared from '../driver.module.css'
import { ageText } from '../phone/action-content.ts'
import type { DriverApp } from '../use-driver-app.ts'
import styles from './day-card.module.css'
import { OdometerField } from './OdometerField.tsx'
import { phoneDay, type PhoneDay } from './phone-day.ts'
import { labelText, ruleText, useTexts } from '../texts/texts.ts'

/** The next thing to do in the day of a driver. */
export type NextStep = 'start-day' | 'vehicle-check' | 'start-route' | 'break-start' | 'break-end'

/** Returns the next step: the day, the vehicle check where the company asks for it, the route, then breaks. */
export function nextStep(
  { duty, vehicle_check, route_started }: Pick<PhoneDay, 'duty' | 'vehicle_check' | 'route_started'>,
  needsCheck: boolean,
): NextStep {
  if (duty === 'off-duty') return 'start-day'
  if (duty === 'on-break') return 'break-end'
  if (route_started !== null) return 'break-start'
  return needsCheck && vehicle_check === null ? 'vehicle-check' : 'start-route'
}

const refresh_ms = 10_000
const minute_ms = 60_000

/**
 * The driver's day on the Me page: what was done, since when, and the next step. Until the day has been read no button
 * is active, because it might be the wrong one.
 */
export function DayCard({ app }: { app: DriverApp }) {
  const t = useTexts()
  const day = phoneDay(app)
  if (!day)
    return (
      <div className={shared.block}>
        <button type="button" className={shared.big} aria-disabled>
          {app.failure ? t.day.notLoaded : t.day.loading}
        </button>
      </div>
    )
  return <KnownDay app={app} day={day} />
}

function KnownDay({ app, day }: { app: DriverApp; day: PhoneDay }) {
  const t = useTexts()
  const needsCheck = useSetting(driver_vehicle_check)
  const next = nextStep(day, needsCheck)
  const record = usePress((type: DutyAction, odometer?: number) =>
    app.record([
      { where: '', evidence: [], action: { type, ...(odometer ? { payload: { odometer } } : {}) } },
    ]),
  )
  return (
    <section className={shared.next} aria-label={t.day.yourDay}>
      <DutyLine day={day} />
      <DaySteps day={day} />
      <div className={styles.buttons}>
        {next === 'start-day' && <StartDay onStart={(odometer) => record('start-day', odometer)} />}
        {next === 'vehicle-check' && (
          <AppLink to="/tripsheet/vehicle-check" className={cx(shared.big, shared.filled)}>
            {t.day.checkVehicle}
          </AppLink>
        )}
        {next === 'start-route' && (
          <StartRoute app={app} gate={day.gate} onStart={() => record('start-route')} />
        )}
        {next === 'break-end' && (
          <button type="button" className={cx(shared.big, shared.filled)} onClick={() => record('break-end')}>
            {t.day.endBreak}
          </button>
        )}
        {day.duty !== 'off-duty' && (
          <div className={shared.pair}>
            {day.duty === 'on-duty' && (
              <button type="button" className={shared.big} onClick={() => record('break-start')}>
                {t.day.startBreak}
              </button>
            )}
            <AppLink to="/tripsheet/end-day" className={shared.big}>
              {t.day.endDay}
            </AppLink>
          </div>
        )}
        {day.duty === 'off-duty' && day.day_ended && (
          <AppLink to="/tripsheet/end-day" className={shared.big}>
            {t.day.toHandBack}
          </AppLink>
        )}
      </div>
      {!day.isSent && <p className={styles.saved}>{t.frame.notSent}</p>}
    </section>
  )
}

/**
 * The start of the route, with what keeps the vehicle here. Without signal the driver may start all the same: the gate on
 * the phone may be old, and the server decides when the start is sent.
 */
function StartRoute({
  app,
  gate,
  onStart,
}: {
  app: DriverApp
  gate: RouteGate | undefined
  onStart: () => void
}) {
  const t = useTexts()
  if (!gate || mayStartRoute(gate) === true)
    return (
      <button type="button" className={cx(shared.big, shared.filled)} onClick={onStart}>
        {t.day.startRoute}
      </button>
    )
  return (
    <>
      <div className={styles.gate} role="group" aria-label={t.day.notReady}>
        <p className={styles.gateHead}>
          <Icon of={IconAlertTriangle} size={24} />
          {t.day.notReady}
        </p>
        <ul className={styles.gateList}>
          {gate.blockers.map((blocker, index) => {
            const part = gate.blocker_parts?.[index]
            return <li key={blocker}>{ruleText({ text: blocker, parts: part ? [part] : [] })}</li>
          })}
        </ul>
        <p>{ruleText(releaserText(gate))}</p>
      </div>
      {app.isStored ? (
        <button type="button" className={shared.big} onClick={onStart}>
          <span>
            {t.day.startWithoutSignal}
            <span className={shared.under}>{t.day.officeDecides}</span>
          </span>
        </button>
      ) : (
        <button type="button" className={cx(shared.big, shared.filled)} onClick={app.readAgain}>
          {t.day.checkAgain}
        </button>
      )}
    </>
  )
}

function StartDay({ onStart }: { onStart: (odometer: number | undefined) => void }) {
  const t = useTexts()
  const needsOdometer = useSetting(driver_requires_odometer)
  const [typed, setTyped] = useState('')
  const odometer = readDecimal(typed)
  const isReady = !needsOdometer || odometer !== null
  return (
    <>
      {needsOdometer && <OdometerField value={typed} onChange={setTyped} />}
      <button
        type="button"
        className={cx(shared.big, isReady && shared.filled)}
        aria-disabled={!isReady}
        onClick={() => isReady && onStart(odometer ?? undefined)}
      >
        {t.day.startDay}
        {!isReady && <span className={shared.under}>{t.day.odometerNeeded}</span>}
      </button>
    </>
  )
}

/** Duty in words; on a break with its running time. */
function DutyLine({ day: { duty, duty_since, day_ended } }: { day: PhoneDay }) {
  const t = useTexts()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), refresh_ms)
    return () => clearInterval(timer)
  }, [])
  if (duty === 'on-break')
    return (
      <p className={styles.duty}>
        <span className={styles.dutyWord}>{t.day.onBreak}</span>
        {duty_since && (
          <span className={styles.running}>
            <Icon of={IconClock} size={24} />
            <span className="only-heard">{t.day.breakHeard}</span>
            {now.getTime() - duty_since.getTime() < minute_ms ? t.sync.minutes(0) : ageText(duty_since, now)}
          </span>
        )}
      </p>
    )
  return (
    <p className={styles.duty}>
      <span className={styles.dutyWord}>{duty === 'on-duty' ? t.day.onDuty : t.day.offDuty}</span>
      {duty === 'off-duty' && day_ended && (
        <span className={shared.under}>{t.day.since(clockOf(day_ended))}</span>
      )}
    </p>
  )
}

/** What was done today, with its time. */
function DaySteps({ day: { day_started, vehicle_check, route_started } }: { day: PhoneDay }) {
  const t = useTexts()
  const failed = vehicle_check?.failed ?? []
  const steps = [
    { at: day_started, text: t.day.started },
    {
      at: vehicle_check?.at ?? null,
      text: failed.length > 0 ? t.day.checkedFailed(failed.map(labelText)) : t.day.checked,
    },
    { at: route_started, text: t.day.routeStarted },
  ].flatMap(({ at, text }) => (at ? [{ at, text }] : []))
  if (steps.length === 0) return null
  return (
    <ul className={styles.steps}>
      {steps.map(({ at, text }) => (
        <li key={text} className={styles.stepsItem}>
          <Icon of={IconCheck} />
          <span className={styles.stepsText}>{text}</span>
          <span>{clockOf(at)}</span>
        </li>
      ))}
    </ul>
  )
}
