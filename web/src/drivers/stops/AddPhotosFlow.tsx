import type { Stop } from '@waybill/domain/drivers/model'
import type { ShipmentFileKind } from '@waybill/domain/shipments/files/shipment-file'
import { useGo } from '../../kit/url/use-go.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { copiesFor, type Evidence } from '../proof-of-delivery/hand-over.ts'
import { PhotoRow } from '../proof-of-delivery/PhotoRow.tsx'
import type { DriverApp } from '../use-driver-app.ts'
import { DoneButton, SavedFirst, Step } from './FlowSteps.tsx'
import { ShipmentTicks } from './ShipmentTicks.tsx'
import { isSettled } from './stop-rules.ts'
import { stopAddress } from './StopRow.tsx'
import { streetOf, suburbOf } from './trip-sheet-stops.ts'
import { useStepDraft } from './use-step-draft.ts'
import { useTexts } from '../texts/texts.ts'

/** The last part of the address of this page. */
export const add_photos = 'add-photos'

const max_photos = 5
const kinds = ['photo', 'damage', 'other'] as const satisfies readonly ShipmentFileKind[]

interface PhotosDraft {
  photos: readonly Evidence[]
  kind: ShipmentFileKind
  forCustomer: boolean
  /** Ids of shipments that do not get the photos. */
  left_out: readonly number[]
}

/** Returns the ids of the shipments that are done at a stop while others are still open there. */
function endedAt({ leg, shipments }: Stop): number[] {
  const ended = shipments.filter(({ status }) => isSettled(leg, status))
  return ended.length < shipments.length ? ended.map(({ shipment_id }) => shipment_id) : []
}

/**
 * Adds photos to the files of shipments at a stop, also after the stop has ended. They wait on the phone until there is
 * signal (docs/domain/shipments.md#files).
 */
export function AddPhotosFlow({ app, stop, former }: { app: DriverApp; stop: Stop; former: object | null }) {
  const go = useGo()
  const t = useTexts()
  const here = stopAddress(stop.stop_id)
  const { draft, change, drop, restore } = useStepDraft<PhotosDraft>(
    { stop_id: stop.stop_id, step: add_photos, former },
    () => ({ photos: [], kind: 'photo', forCustomer: false, left_out: endedAt(stop) }),
  )
  const { photos, kind, forCustomer, left_out } = draft
  const shipments = stop.shipments.filter(({ shipment_id }) => !left_out.includes(shipment_id))
  const missing =
    shipments.length === 0 ? t.handOver.tickShipment : photos.length === 0 ? t.handOver.takePhoto : null
  const done = async (): Promise<void> => {
    await app.recordUndoably(
      shipments.map(({ shipment_id }) => {
        const evidence = copiesFor({ shipment_id }, photos)
        const payload = {
          photos: evidence.map(({ evidence_id }) => evidence_id),
          file_kind: kind,
          file_visibility: forCustomer ? ('account' as const) : ('staff' as const),
        }
        return {
          where: `${streetOf(stop)}, ${suburbOf(stop)}`,
          evidence,
          action: { type: add_photos, shipment_id, stop_id: stop.stop_id, payload },
        }
      }),
      restore,
    )
    await drop()
    await go(here, { replace: true })
  }
  return (
    <DriverFrame
      app={app}
      title={t.frame.atStop(t.photos.title, stop.sequence)}
      note={[streetOf(stop), suburbOf(stop)].filter(Boolean).join(', ')}
      back={here}
      footer={<DoneButton missing={missing} label={t.photos.title} onDone={done} />}
    >
      <ShipmentTicks
        legend={t.outcome.which}
        shipments={stop.shipments}
        left_out={left_out}
        onChange={(left) => change({ left_out: left })}
      />
      <Step number={1} isDone={photos.length > 0} title={t.photos.photos}>
        <div className={styles.fields}>
          <PhotoRow photos={photos} max={max_photos} onChange={(taken) => change({ photos: taken })} />
        </div>
      </Step>
      <fieldset className={styles.reasons}>
        <legend className={styles.listHead}>{t.photos.show}</legend>
        {kinds.map((value) => (
          <label key={value} className={styles.reason}>
            <input
              className={styles.reasonInput}
              type="radio"
              name="kind"
              checked={kind === value}
              onChange={() => change({ kind: value })}
            />
            {t.photos.kinds[value]}
          </label>
        ))}
      </fieldset>
      <label className={styles.reason}>
        <input
          className={styles.reasonInput}
          type="checkbox"
          checked={forCustomer}
          onChange={() => change({ forCustomer: !forCustomer })}
        />
        {t.photos.forCustomer}
      </label>
      <SavedFirst />
    </DriverFrame>
  )
}
