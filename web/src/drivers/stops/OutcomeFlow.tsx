import { isDamageReason } from '@waybill/domain/hub/damages/damage-reason'
import type { Stop, StopShipment } from '@waybill/domain/drivers/model'
import { mustCallFirst } from '@waybill/domain/drivers/attempts'
import {
  driver_can_call_customer,
  driver_must_call_before_fail,
  failed_attempt_photo_required,
  pod_photo_max,
} from '@waybill/domain/drivers/settings'
import { useState } from 'react'
import { useSettingReader } from '../../kit/session/me.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { called, hasCalledStop } from './remember-call.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { DoneButton, SavedFirst, Step } from './FlowSteps.tsx'
import type { Evidence } from '../proof-of-delivery/hand-over.ts'
import { outcomeActions } from './outcome-actions.ts'
import { outcomeOf, outcomeTitle, type OutcomeKind } from './stop-outcomes.ts'
import { PhotoRow } from '../proof-of-delivery/PhotoRow.tsx'
import { ShipmentTicks } from './ShipmentTicks.tsx'
import { streetOf, suburbOf } from './trip-sheet-stops.ts'
import { DamagedParcels } from './DamagedParcels.tsx'
import { CallLink, useContact } from './StopFacts.tsx'
import { stopAddress } from './StopRow.tsx'
import type { DriverApp } from '../use-driver-app.ts'
import { useStepDraft } from './use-step-draft.ts'
import { labelText, useTexts } from '../texts/texts.ts'

/** The reason with which the driver types what happened; the button displays it in the language of the phone. */
const other = 'Other'

/** The input of this flow. */
interface OutcomeDraft {
  reason: string
  words: string
  photos: readonly Evidence[]
  /** Ids of shipments that the action does not include. */
  left_out: readonly number[]
  /** References of the parcels that are ticked as damaged. */
  damaged?: readonly string[]
}

/**
 * Ends a stop without success: reason, and a photo where it is required
 * (docs/domain/routing-and-drivers.md#what-drivers-report).
 */
export function OutcomeFlow({
  app,
  stop,
  subject,
  kind,
  former,
}: {
  app: DriverApp
  stop: Stop
  /** Shipments that are not handed over; empty for a collection request. */
  subject: readonly StopShipment[]
  kind: OutcomeKind
  /** The input from before a page reload. */
  former: object | null
}) {
  const [offered] = useState(subject)
  const go = useGo()
  const t = useTexts()
  const contact = useContact(stop)
  const outcome = outcomeOf(kind, stop.leg)
  const valueOf = useSettingReader()
  const reasons = 'key' in outcome.reasons ? valueOf(outcome.reasons) : outcome.reasons
  const isOtherOff = outcome.disable_other !== null && valueOf(outcome.disable_other)
  const needsPhoto = valueOf(failed_attempt_photo_required) && kind === 'failed'
  const [hasCalled, setCalled] = useState(() => hasCalledStop(stop.stop_id))
  const { draft, change, drop, restore } = useStepDraft<OutcomeDraft>(
    { stop_id: stop.stop_id, step: kind, former },
    () => ({ reason: '', words: '', photos: [], left_out: [] }),
  )
  const { reason, words, photos, left_out, damaged = [] } = draft
  const isDamage = kind === 'problem' && isDamageReason(reason)
  const shipments = offered.filter(({ shipment_id }) => !left_out.includes(shipment_id))
  const needsCall =
    kind === 'failed' &&
    mustCallFirst(stop.request ? [stop.request] : shipments, {
      driver_must_call_before_fail: valueOf(driver_must_call_before_fail),
      driver_can_call_customer: valueOf(driver_can_call_customer),
    })
  const call = (): void => {
    called(stop.stop_id)
    setCalled(true)
  }
  const missing =
    !stop.request && shipments.length === 0
      ? t.handOver.tickShipment
      : needsCall && !hasCalled
        ? t.outcome.callFirst
        : reason === ''
          ? t.outcome.chooseReason
          : reason === other && words.trim() === ''
            ? t.outcome.whatHappenedNeeded
            : needsPhoto && photos.length === 0
              ? t.handOver.needed.photos
              : null
  const done = async (): Promise<void> => {
    await app.recordUndoably(
      outcomeActions(stop, shipments, {
        type: outcome.type,
        reason: reason === other ? words.trim() : reason,
        called_before: hasCalled,
        photos,
        damage: isDamage ? { words, damaged } : null,
      }),
      restore,
    )
    await drop()
    await go(shipments.length < offered.length ? stopAddress(stop.stop_id) : '/tripsheet', { replace: true })
  }
  return (
    <DriverFrame
      app={app}
      title={t.frame.atStop(outcomeTitle(kind, stop.leg), stop.sequence)}
      note={[streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')}
      back={stopAddress(stop.stop_id)}
      actions={contact && <CallLink contact={contact} className={styles.topButton} onCall={call} />}
      footer={<DoneButton missing={missing} onDone={done} />}
    >
      <ShipmentTicks
        legend={t.outcome.which}
        shipments={offered}
        left_out={left_out}
        onChange={(left) => change({ left_out: left })}
      />
      {needsCall && !hasCalled && contact && (
        <div className={styles.block}>
          <CallLink contact={contact} label={t.stop.callFirst(contact.name)} onCall={call} />
        </div>
      )}
      <Step number={1} isDone={reason !== ''} title={t.outcome.why}>
        <fieldset className={styles.reasons} aria-label={t.outcome.why}>
          {[...reasons, ...(isOtherOff ? [] : [other])].map((one) => (
            <label key={one} className={styles.reason}>
              <input
                className={styles.reasonInput}
                type="radio"
                name="reason"
                checked={reason === one}
                onChange={() => change({ reason: one })}
              />
              {one === other ? t.outcome.other : labelText(one)}
            </label>
          ))}
        </fieldset>
      </Step>
      {isDamage && (
        <DamagedParcels
          shipments={shipments}
          damaged={damaged}
          words={words}
          onChange={(changed) => change(changed)}
        />
      )}
      {reason === other && (
        <div className={styles.block}>
          <label className={styles.proofText}>
            <span className={styles.label}>{t.outcome.whatHappened}</span>
            <input
              className={styles.input}
              value={words}
              onChange={(event) => change({ words: event.target.value })}
            />
          </label>
        </div>
      )}
      <Step
        number={2}
        isDone={photos.length > 0}
        title={isDamage ? t.outcome.damagePhoto : needsPhoto ? t.outcome.placePhoto : t.outcome.photo}
      >
        <div className={styles.fields}>
          <PhotoRow
            photos={photos}
            max={valueOf(pod_photo_max)}
            onChange={(taken) => change({ photos: taken })}
          />
        </div>
      </Step>
      <SavedFirst />
    </DriverFrame>
  )
}
