import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { useState } from 'react'
import { announce } from '../../kit/layers/announcements.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { loadList, loadVerdict } from '../day/vehicle-load.ts'
import { LoadList } from '../scanning/LoadList.tsx'
import { ScanBox } from '../scanning/ScanBox.tsx'
import { tick } from '../scanning/scanned-parcels.ts'
import { findParcel, streetOf, suburbOf } from '../stops/trip-sheet-stops.ts'
import { stopAddress } from '../stops/StopRow.tsx'
import { useDriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

/** The effect of a scan: open the stop of the parcel, or load the parcel onto the vehicle. */
type ScanTask = 'find' | 'load'

interface Found {
  reference: string
  words: string
  isGood: boolean
}

/** Page for scans outside a stop: find the stop of a parcel, or load parcels in the morning. */
export default function ScanPage() {
  const app = useDriverApp()
  const t = useTexts()
  const [task, setTask] = useState<ScanTask>(() =>
    loadList(app.sheet?.stops ?? [], app.marks).open.length > 0 ? 'load' : 'find',
  )
  const [found, setFound] = useState<readonly Found[]>([])
  const go = useGo()
  const showResult = (reference: string, words: string, sound: 'accepted' | 'repeat' | 'refused'): void => {
    const isGood = sound !== 'refused'
    setFound((earlier) =>
      [{ reference, words, isGood }, ...earlier.filter((one) => one.reference !== reference)].slice(0, 20),
    )
    playScanSound(sound)
    announce(`${reference}: ${words}`, isGood ? 'polite' : 'assertive')
  }
  const scan = (raw: string): void => {
    const reference = cleanReference(raw)
    if (reference === '') return
    const stops = app.sheet?.stops ?? []
    // A parcel that the same driver collected and delivers has two stops. It is loaded for the second one.
    const deliveries = task === 'load' ? stops.filter(({ leg }) => leg === 'delivery') : []
    const hit = findParcel(deliveries, reference) ?? findParcel(stops, reference)
    if (!hit) return showResult(reference, t.scan.notListed, 'refused')
    const { stop, shipment, parcel } = hit
    if (task === 'find') {
      tick(stop.stop_id, parcel.tracking_reference)
      playScanSound('accepted')
      void go(stopAddress(stop.stop_id))
      return
    }
    const verdict = loadVerdict(hit, app.marks)
    if (verdict === 'nothing') return showResult(reference, t.scan.nothingToLoad(stop.sequence), 'refused')
    if (verdict === 'loaded')
      return showResult(parcel.tracking_reference, t.scan.alreadyLoaded(stop.sequence), 'repeat')
    void app
      .record([
        {
          where: `${streetOf(stop)}, ${suburbOf(stop)}`,
          evidence: [],
          action: {
            type: 'load',
            shipment_id: shipment.shipment_id,
            stop_id: stop.stop_id,
            parcel_references: [parcel.tracking_reference],
          },
        },
      ])
      .then(() =>
        showResult(parcel.tracking_reference, t.scan.loadedFor(stop.sequence, suburbOf(stop)), 'accepted'),
      )
  }
  useScan((_, raw) => scan(raw))
  const [last, ...rest] = found
  return (
    <DriverFrame app={app} title={t.scan.title} place="scan">
      <div className={styles.block}>
        <Segments
          label={t.scan.mode}
          chosen={task}
          choices={[
            { key: 'find', label: t.scan.find },
            { key: 'load', label: t.scan.load },
          ]}
          onChoose={setTask}
        />
      </div>
      <ScanBox onCode={scan} startsOpen />
      {last && (
        <div className={styles.strip}>
          <Notice variant={last.isGood ? 'success' : 'error'} title={last.reference}>
            {last.words}
          </Notice>
        </div>
      )}
      {rest.length > 0 && (
        <ul className={styles.rows}>
          {rest.map((one) => (
            <li key={one.reference} className={styles.parcel}>
              <span className="mono">{one.reference}</span>
              <span className={one.isGood ? styles.under : styles.late}>{one.words}</span>
            </li>
          ))}
        </ul>
      )}
      {task === 'load' && <LoadList app={app} />}
    </DriverFrame>
  )
}
