import { IconChevronRight, IconSignature } from '../../kit/icons/icons.ts'
import type { Stop, StopShipment } from '@waybill/domain/drivers/model'
import { proofOrder } from '@waybill/domain/drivers/proof-order'
import { fallback_fields, type FallbackField } from '@waybill/domain/drivers/proof'
import {
  collection_photo_required,
  collection_signature_required,
  driver_must_scan_each_parcel,
  driver_pod1,
  driver_pod2,
  driver_pod3,
  pod_fallback,
  pod_photo_max,
  pod_pin_length,
} from '@waybill/domain/drivers/settings'
import { useState } from 'react'
import { toast } from '../../kit/layers/toasts.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useMe, useSetting, useSettingReader } from '../../kit/session/me.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import shared from '../driver.module.css'
import styles from './hand-over-flow.module.css'
import { DoneButton, SavedFirst, Step } from '../stops/FlowSteps.tsx'
import { handOverActions } from './hand-over-actions.ts'
import {
  newHandOver,
  pinShipments,
  missingForHandOver,
  withReceiptNumbers,
  withoutAbsent,
  type HandOver,
  type HandOverRules,
} from './hand-over.ts'
import { handOverText } from '../stops/stop-outcomes.ts'
import { isExpired, pointAt } from '../stops/stop-rules.ts'
import { ParcelList } from '../stops/ParcelList.tsx'
import { numbersInUse, storedNumbers } from '../phone/receipt-numbers.ts'
import { CashStep } from './CashStep.tsx'
import { isWhole, newPin } from './pin-pad.ts'
import { PinPad } from './PinPad.tsx'
import { PhotoRow } from './PhotoRow.tsx'
import { ProofFields, ProofText } from './ProofFields.tsx'
import { ScanBox } from '../scanning/ScanBox.tsx'
import { ShipmentTicks } from '../stops/ShipmentTicks.tsx'
import { parcelsOf, shortReferences, streetOf, suburbOf } from '../stops/trip-sheet-stops.ts'
import { CallLink, Doors, hasDoor, useContact } from '../stops/StopFacts.tsx'
import { stopAddress } from '../stops/StopRow.tsx'
import type { DriverApp } from '../use-driver-app.ts'
import { useStepDraft } from '../stops/use-step-draft.ts'
import { useStopScan } from '../scanning/use-stop-scan.ts'
import { currentTexts, useTexts } from '../texts/texts.ts'

/** Returns the draft of a hand-over for storage on the phone, without PINs. */
function withoutPins<Draft extends HandOver>(draft: Draft): Draft {
  return { ...draft, pins: {} }
}

/** How long the page waits for the result of a PIN, in ms. */
const answer_wait_ms = 2000

/** Returns the provider's requirements for this hand-over (DRV-005). */
function useHandOverRules(stop: Stop): HandOverRules {
  const valueOf = useSettingReader()
  const fallback = Object.fromEntries(
    fallback_fields.map((field) => {
      const { enabled, required } = pod_fallback[field]
      return [field, { enabled: valueOf(enabled), required: valueOf(required) }]
    }),
  ) as Record<FallbackField, { enabled: boolean; required: boolean }>
  return {
    leg: stop.leg,
    point: pointAt(stop),
    steps: proofOrder([valueOf(driver_pod1), valueOf(driver_pod2), valueOf(driver_pod3)]),
    fallback,
    must_scan: valueOf(driver_must_scan_each_parcel),
    collection_photo_required: valueOf(collection_photo_required),
    collection_signature_required: valueOf(collection_signature_required),
  }
}

/**
 * Hand-over on one screen: scan the parcels, then the PIN or the other proof. Each step is ticked when it is complete
 * (DRV-001…DRV-005).
 */
export function HandOverFlow({
  app,
  stop,
  subject,
  former,
  onChecking,
}: {
  app: DriverApp
  stop: Stop
  /** The shipments that can be handed over. */
  subject: readonly StopShipment[]
  /** The input from before a page reload. */
  former: object | null
  /** Reports whether a PIN is being checked. The flow must stay open meanwhile. */
  onChecking: (isChecking: boolean) => void
}) {
  const t = useTexts()
  // Keep the shipments that were open on arrival, even when the sheet is refreshed. After a rejection only the
  // rejected ones remain.
  const [offered, setOffered] = useState(subject)
  const [isChecking, setChecking] = useState(false)
  const [error, setError] = useState('')
  const { username } = useMe()
  const go = useGo()
  const contact = useContact(stop)
  const scanning = useStopScan(stop, app.sheet?.stops ?? [])
  const pinLength = useSetting(pod_pin_length)
  const photosMax = useSetting(pod_photo_max)
  const isCollection = stop.leg === 'collection'
  const rules = useHandOverRules(stop)
  const isPinFirst = rules.steps[0] === 'pin'
  const {
    draft: given,
    change,
    drop,
    restore,
  } = useStepDraft<HandOver & { left_out: readonly number[] }>(
    { stop_id: stop.stop_id, step: 'hand-over', former },
    () => ({
      ...newHandOver(isCollection ? (offered[0]?.contact_name ?? '') : ''),
      isWithoutPin: !isPinFirst,
      left_out: [],
    }),
    withoutPins,
  )
  const chosen = offered.filter(({ shipment_id }) => !given.left_out.includes(shipment_id))
  const shipments = chosen.map((shipment) => withoutAbsent(shipment, given.absent))
  const requested = pinShipments(stop.leg, shipments)
  const isByPin = requested.length > 0 && !given.isWithoutPin
  const missing =
    shipments.length === 0
      ? t.handOver.tickShipment
      : isChecking
        ? t.handOver.checkingPin
        : missingForHandOver(shipments, scanning.ticked, given, rules)
  const paying = rules.point === null ? shipments.filter(({ cod_due }) => cod_due > 0) : []
  const parcels = parcelsOf(shipments)
  const isScanned = parcels.every((parcel) => scanning.ticked.has(parcel.tracking_reference))
  const pinned =
    requested.find(({ shipment_id }) => !isWhole(given.pins[shipment_id] ?? newPin(pinLength))) ??
    requested.at(-1)
  // At one stop, some shipments may need a PIN and others a document or the details of the receiver.
  const proving = isByPin ? shipments.filter((one) => !requested.includes(one)) : shipments
  const isGrv = proving.some(({ pod_method }) => pod_method === 'grv')
  const proofNumber = paying.length > 0 ? 3 : 2
  const done = async (): Promise<void> => {
    setError('')
    if (isByPin) {
      onChecking(true)
      setChecking(true)
    }
    const typed = given.cash ?? {}
    const inUse = numbersInUse(username, app.queue.state.read())
    const cash = withReceiptNumbers(shipments, given, storedNumbers(username), inUse)
    if (cash === null) {
      setError(t.handOver.noReceipts)
      setChecking(false)
      onChecking(false)
      return
    }
    change({ cash })
    const { actions, absences } = handOverActions(stop, chosen, { ...given, cash }, scanning.ticked)
    // Missing parcels are recorded in the same step, so that a wrong PIN or a reload does not lose them.
    const all = [...actions, ...absences]
    // A PIN is checked at once; everything else can be undone for a moment.
    const ids = isByPin ? await app.record(all) : []
    if (!isByPin)
      await app.recordUndoably(all, () => {
        // Without the numbers that were drawn now: another hand-over may draw them before this one is recorded again.
        change({ cash: typed })
        return restore()
      })
    const answers = await Promise.all(
      ids.slice(0, actions.length).map((id) => app.queue.settled(id, answer_wait_ms)),
    )
    const rejected = answers.filter((answer) => typeof answer === 'object')
    if (rejected.length > 0) {
      const reported = absences.flatMap(({ action }) => action.parcel_references ?? [])
      setOffered(
        offered
          .filter((one) => typeof answers[chosen.indexOf(one)] !== 'string')
          .map((one) => withoutAbsent(one, reported)),
      )
      setError(rejected[0]?.rejection ?? '')
      change({ pins: {}, absent: given.absent.filter((reference) => !reported.includes(reference)) })
      setChecking(false)
      onChecking(false)
      return
    }
    await drop()
    if (answers.includes('waiting')) toast.info(t.handOver.pinLater)
    else playScanSound('accepted')
    await go(shipments.length < offered.length ? stopAddress(stop.stop_id) : '/tripsheet', { replace: true })
  }
  const showsScan = rules.must_scan || !isScanned
  return (
    <DriverFrame
      app={app}
      title={t.frame.atStop(handOverText(stop, shipments), stop.sequence)}
      note={[streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')}
      back={stopAddress(stop.stop_id)}
      actions={contact && <CallLink contact={contact} className={shared.topButton} />}
      footer={<DoneButton missing={missing} onDone={done} />}
    >
      <ShipmentTicks
        legend={isCollection ? t.handOver.whatCollect : t.handOver.whatDeliver}
        shipments={offered}
        left_out={given.left_out}
        onChange={(leftOut) => change({ left_out: leftOut })}
      />
      {shipments.some(hasDoor) && (
        <div className={shared.block}>
          <Doors shipments={shipments} />
        </div>
      )}
      {isScanned && given.absent.length === 0 ? (
        <Step
          number={1}
          isDone
          title={t.handOver.allScanned}
          aside={
            <span className="mono">{shortReferences(parcels.map((one) => one.tracking_reference))}</span>
          }
        />
      ) : (
        (showsScan || given.absent.length > 0) && (
          <Step
            number={1}
            isDone={isScanned}
            title={rules.must_scan ? t.handOver.scanAll : t.handOver.checkParcels(parcels.length)}
            note={rules.must_scan ? undefined : t.handOver.scanOptional}
          >
            <ParcelList
              shipments={chosen}
              ticked={scanning.ticked}
              absent={given.absent}
              onAbsent={(absent) => change({ absent })}
            />
            <ScanBox onCode={scanning.scan} />
          </Step>
        )
      )}
      {scanning.problem && (
        <div className={shared.strip}>
          <Notice variant="error">{scanning.problem}</Notice>
        </div>
      )}
      {error && (
        <div className={shared.strip}>
          <Notice variant="error">{error}</Notice>
        </div>
      )}
      {paying.length > 0 && <CashStep number={2} shipments={paying} given={given} onChange={change} />}
      {pinned && isByPin && (
        <>
          <Step
            number={proofNumber}
            isDone={false}
            title={t.handOver.askPin(pinLength)}
            note={
              requested.length > 1
                ? t.handOver.pinOf(pinned.tracking_reference, requested.indexOf(pinned) + 1, requested.length)
                : contact && 'number' in contact && t.handOver.pinSent(contact.number.slice(-4))
            }
          />
          <PinPad
            pin={given.pins[pinned.shipment_id] ?? newPin(pinLength)}
            onChange={(pin) => change({ pins: { ...given.pins, [pinned.shipment_id]: pin } })}
          />
          <button type="button" className={styles.otherProof} onClick={() => change({ isWithoutPin: true })}>
            <Icon of={IconSignature} size={24} />
            <span className={styles.otherProofPart}>{t.handOver.noPin}</span>
            <Icon of={IconChevronRight} size={24} />
          </button>
        </>
      )}
      {isByPin && proving.length === 0 ? null : rules.point !== null ? (
        <Step
          number={2}
          isDone={missing === null}
          title={pointStep(rules.point, shipments)}
          note={shipments.every(isExpired) ? t.handOver.toHub : t.handOver.noPinNeeded}
        >
          <div className={shared.fields}>
            {rules.point === 'locker' && !shipments.every(isExpired) && (
              <ProofText
                label={t.handOver.compartment}
                isRequired={false}
                value={given.compartment}
                onChange={(compartment) => change({ compartment })}
              />
            )}
            <PhotoRow photos={given.photos} max={photosMax} onChange={(photos) => change({ photos })} />
          </div>
        </Step>
      ) : (
        <Step
          number={isByPin ? proofNumber + 1 : proofNumber}
          isDone={missing === null}
          note={isByPin && proving.map((shipment) => shipment.tracking_reference).join(', ')}
          title={
            isCollection ? t.handOver.whoHands : isGrv ? t.handOver.signedDocument : t.handOver.whoReceives
          }
        >
          <ProofFields
            given={given}
            rules={rules}
            isGrv={isGrv}
            photos_max={photosMax}
            onChange={change}
            {...(requested.length > 0 && !isByPin ? { onPin: () => change({ isWithoutPin: false }) } : {})}
          />
        </Step>
      )}
      <SavedFirst />
    </DriverFrame>
  )
}

/** Returns what the driver does at a locker or counter. */
function pointStep(point: 'locker' | 'counter', shipments: readonly StopShipment[]): string {
  const { handOver } = currentTexts()
  if (point === 'locker') return handOver.closeDoor
  return shipments.every(isExpired) ? handOver.askCounter : handOver.atCounter
}
