import type { Stop } from '@waybill/domain/drivers/model'
import { driver_must_call_before_fail, failed_attempt_photo_required } from '@waybill/domain/drivers/settings'
import { useState } from 'react'
import { useSettingReader } from '../kit/session/me.ts'
import { useGo } from '../kit/url/use-go.ts'
import { called, wasCalled } from './called.ts'
import { DriverFrame } from './DriverFrame.tsx'
import styles from './driver.module.css'
import { DoneButton, SavedFirst, Step } from './FlowSteps.tsx'
import type { Evidence } from './hand-over.ts'
import { outcomeOf, type OutcomeKind } from './outcomes.ts'
import { PhotoRow } from './PhotoRow.tsx'
import { streetOf, suburbOf, type Subject } from './sheet.ts'
import { CallLink, useContact } from './StopFacts.tsx'
import { stopAddress } from './StopRow.tsx'
import type { DriverDesk } from './use-driver-desk.ts'

const other = 'Other'

/** Ending a stop without success: the reason as a row, a photo where one is asked for, done (domain notes 5.5). */
export function OutcomeFlow({
  desk,
  stop,
  subject,
  kind,
}: {
  desk: DriverDesk
  stop: Stop
  /** What is not handed over. */
  subject: readonly Subject[]
  kind: OutcomeKind
}) {
  const [subjects] = useState(subject)
  const go = useGo()
  const contact = useContact(stop)
  const outcome = outcomeOf(kind, stop.leg)
  const valueOf = useSettingReader()
  const reasons = valueOf(outcome.reasons)
  const isOtherOff = outcome.disable_other !== null && valueOf(outcome.disable_other)
  const needsPhoto = valueOf(failed_attempt_photo_required) && kind === 'failed'
  const needsCall = valueOf(driver_must_call_before_fail) && kind === 'failed' && contact !== null
  const [hasCalled, setCalled] = useState(() => wasCalled(stop.stop_id))
  const [reason, setReason] = useState('')
  const [words, setWords] = useState('')
  const [photos, setPhotos] = useState<readonly Evidence[]>([])
  const call = (): void => {
    called(stop.stop_id)
    setCalled(true)
  }
  const missing =
    needsCall && !hasCalled
      ? 'Call first'
      : reason === ''
        ? 'Choose a reason'
        : reason === other && words.trim() === ''
          ? 'Say what happened'
          : needsPhoto && photos.length === 0
            ? 'Photo needed'
            : null
  const done = async (): Promise<void> => {
    await desk.record(
      subjects.map((one) => ({
        where: `${streetOf(stop)}, ${suburbOf(stop)}`,
        evidence: photos,
        action: {
          type: outcome.type,
          ...one,
          stop_id: stop.stop_id,
          payload: {
            reason: reason === other ? words.trim() : reason,
            called_before: hasCalled,
            ...(photos.length > 0 ? { photos: photos.map(({ evidence_id }) => evidence_id) } : {}),
          },
        },
      })),
    )
    go('/tripsheet', { replace: true })
  }
  return (
    <DriverFrame
      desk={desk}
      title={`${outcome.title}, stop ${stop.sequence}`}
      note={[streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')}
      back={stopAddress(stop.stop_id)}
      actions={contact && <CallLink contact={contact} className={styles.topButton} onCall={call} />}
      footer={<DoneButton missing={missing} onDone={() => void done()} />}
    >
      {needsCall && !hasCalled && contact && (
        <div className={styles.block}>
          <CallLink contact={contact} label={`Call ${contact.name} first`} onCall={call} />
        </div>
      )}
      <fieldset className={styles.reasons}>
        <legend className={styles.listHead}>Why?</legend>
        {[...reasons, ...(isOtherOff ? [] : [other])].map((one) => (
          <label key={one} className={styles.reason}>
            <input type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)} />
            {one}
          </label>
        ))}
      </fieldset>
      {reason === other && (
        <div className={styles.block}>
          <label className={styles.proofText}>
            <span className={styles.label}>What happened?</span>
            <input
              className={styles.input}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
        </div>
      )}
      <Step
        number={2}
        isDone={photos.length > 0}
        title={needsPhoto ? 'Photo of the place' : 'Photo (optional)'}
      >
        <div className={styles.fields}>
          <PhotoRow photos={photos} most={3} onChange={setPhotos} />
        </div>
      </Step>
      <SavedFirst />
    </DriverFrame>
  )
}
