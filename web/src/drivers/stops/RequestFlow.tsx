import type { Stop, StopRequest } from '@waybill/domain/drivers/model'
import {
  collection_photo_required,
  collection_signature_required,
  pod_photo_max,
} from '@waybill/domain/drivers/settings'
import { proofOrder } from '@waybill/domain/drivers/proof-order'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { announce } from '../../kit/layers/announcements.ts'
import { useStore } from '../../kit/layers/store.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { useSetting } from '../../kit/session/me.ts'
import { useGo } from '../../kit/url/use-go.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { DoneButton, SavedFirst, Step } from './FlowSteps.tsx'
import {
  evidenceFields,
  newHandOver,
  missingForCollection,
  type HandOver,
  type HandOverRules,
} from '../proof-of-delivery/hand-over.ts'
import { ProofFields } from '../proof-of-delivery/ProofFields.tsx'
import { ScanBox } from '../scanning/ScanBox.tsx'
import { scan_ticks, tick } from '../scanning/scanned-parcels.ts'
import { streetOf, suburbOf } from './trip-sheet-stops.ts'
import { CallLink, useContact } from './StopFacts.tsx'
import { stopAddress } from './StopRow.tsx'
import type { DriverApp } from '../use-driver-app.ts'
import { useStepDraft } from './use-step-draft.ts'
import { useTexts } from '../texts/texts.ts'

/**
 * Collects parcels without waybills: their number, typed or scanned from the barcodes on them, and the person who
 * hands them over.
 */
export function RequestFlow({
  app,
  stop,
  request,
  former,
}: {
  app: DriverApp
  stop: Stop
  request: StopRequest
  /** The input from before a page reload. */
  former: object | null
}) {
  const go = useGo()
  const t = useTexts()
  const contact = useContact(stop)
  const photosMax = useSetting(pod_photo_max)
  const rules: HandOverRules = {
    leg: 'collection',
    point: null,
    must_scan: false,
    steps: proofOrder([]),
    fallback: no_fallback,
    collection_photo_required: useSetting(collection_photo_required),
    collection_signature_required: useSetting(collection_signature_required),
  }
  const { scanned, scan } = useFreeScan(stop.stop_id)
  const {
    draft: given,
    change,
    drop,
    restore,
  } = useStepDraft<HandOver & { count: string }>(
    { stop_id: stop.stop_id, step: 'hand-over', former },
    () => ({
      ...newHandOver(request.contact_name),
      count: '',
    }),
  )
  const { count } = given
  const typed = Number(count)
  const isCounted = scanned.length > 0 || (count !== '' && typed > 0)
  const missing = isCounted ? missingForCollection(given, rules) : t.request.howMany
  const done = async (): Promise<void> => {
    await app.recordUndoably(
      [
        {
          where: `${streetOf(stop)}, ${suburbOf(stop)}`,
          evidence: [...given.photos, ...(given.signature ? [given.signature] : [])],
          action: {
            type: 'collect',
            collection_request_id: request.collection_request_id,
            stop_id: stop.stop_id,
            scanned_references: [...scanned],
            payload: { ...evidenceFields(given), ...(typed > 0 ? { parcel_count: typed } : {}) },
          },
        },
      ],
      restore,
    )
    await drop()
    playScanSound('accepted')
    await go('/tripsheet', { replace: true })
  }
  return (
    <DriverFrame
      app={app}
      title={t.frame.atStop(t.handOver.collect, stop.sequence)}
      note={[streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')}
      back={stopAddress(stop.stop_id)}
      actions={contact && <CallLink contact={contact} className={styles.topButton} />}
      footer={<DoneButton missing={missing} onDone={done} />}
    >
      <Step
        number={1}
        isDone={isCounted}
        title={t.request.howMany}
        note={request.expected_parcels === null ? undefined : t.request.expected(request.expected_parcels)}
      >
        <div className={styles.fields}>
          <label className={styles.proofText}>
            <span className={styles.label}>{t.request.parcels}</span>
            <input
              className={styles.input}
              inputMode="numeric"
              autoComplete="off"
              enterKeyHint="done"
              value={count}
              onChange={(event) => change({ count: event.target.value.replaceAll(/\D/g, '').slice(0, 4) })}
            />
          </label>
        </div>
        {scanned.length > 0 && (
          <ul className={styles.rows} aria-label={t.request.scanned}>
            {scanned.map((reference) => (
              <li key={reference} className={styles.parcel}>
                <span className="mono">{reference}</span>
              </li>
            ))}
          </ul>
        )}
        <ScanBox onCode={scan} />
      </Step>
      <Step number={2} isDone={missing === null} title={t.handOver.whoHands}>
        <ProofFields given={given} rules={rules} isGrv={false} photos_max={photosMax} onChange={change} />
      </Step>
      <SavedFirst />
    </DriverFrame>
  )
}

const off = { enabled: false, required: false }
/** Delivery fallback fields do not apply to a collection. */
const no_fallback = {
  name: off,
  mobile_number: off,
  department: off,
  description: off,
  photos: off,
  signature: off,
}

/** Accepts every barcode once, known or not, and stores it on the phone with the scans of other stops. */
function useFreeScan(stopId: string): { scanned: readonly string[]; scan: (raw: string) => void } {
  const t = useTexts()
  const ticks = useStore(scan_ticks)
  const scan = (raw: string): void => {
    const reference = cleanReference(raw)
    if (reference === '') return
    const isRepeat = (ticks[stopId] ?? []).includes(reference)
    if (!isRepeat) tick(stopId, reference)
    playScanSound(isRepeat ? 'repeat' : 'accepted')
    announce(isRepeat ? t.request.already(reference) : t.scan.scanned(reference))
  }
  useScan((_, raw) => scan(raw))
  return { scanned: ticks[stopId] ?? [], scan }
}
