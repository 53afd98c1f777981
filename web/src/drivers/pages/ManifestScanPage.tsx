import { driver_scan_in_at_hub } from '@waybill/domain/drivers/settings'
import { manifestNumber } from '@waybill/domain/hub/manifest'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { useState } from 'react'
import { announce } from '../../kit/layers/announcements.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { Segments } from '../../kit/ui/page-layout/Tabs.tsx'
import { DriverFrame } from '../DriverFrame.tsx'
import styles from '../driver.module.css'
import { ScanBox } from '../scanning/ScanBox.tsx'
import { useDriverApp } from '../use-driver-app.ts'
import { useTexts } from '../texts/texts.ts'

type Task = 'accept-manifest' | 'arrive-manifest'

interface ScanResult {
  reference: string
  words: string
  isGood: boolean
}

/**
 * Page to accept a load by the barcode of its manifest and to report its arrival. Scans are stored on the phone
 * first; rejected scans are listed under Sync (PERM-004).
 */
export default function ManifestScanPage() {
  const app = useDriverApp()
  const t = useTexts()
  const mayArrive = useSetting(driver_scan_in_at_hub)
  const [task, setTask] = useState<Task>('accept-manifest')
  const [results, setResults] = useState<readonly ScanResult[]>([])
  const addResult = (one: ScanResult): void => {
    setResults((now) => [one, ...now.filter(({ reference }) => reference !== one.reference)].slice(0, 10))
    playScanSound(one.isGood ? 'accepted' : 'refused')
    announce(`${one.reference}: ${one.words}`, one.isGood ? 'polite' : 'assertive')
  }
  const scan = async (raw: string): Promise<void> => {
    const reference = cleanReference(raw)
    if (reference === '') return
    if (manifestNumber(reference) === null)
      return addResult({
        reference,
        words: t.manifest.wrong,
        isGood: false,
      })
    await app.record([
      { where: reference, evidence: [], action: { type: task, manifest_reference: reference } },
    ])
    addResult({
      reference,
      words: task === 'accept-manifest' ? t.manifest.accepted : t.manifest.arrived,
      isGood: true,
    })
  }
  useScan((_, raw) => void scan(raw))
  const refused = app.state.refused.filter(({ content }) => content.action.manifest_reference !== undefined)
  return (
    <DriverFrame app={app} title={t.manifest.title} place="manifest">
      {mayArrive && (
        <div className={styles.block}>
          <Segments
            label={t.scan.mode}
            chosen={task}
            choices={[
              { key: 'accept-manifest', label: t.manifest.accept },
              { key: 'arrive-manifest', label: t.manifest.arrive },
            ]}
            onChoose={setTask}
          />
        </div>
      )}
      <ScanBox onCode={(raw) => void scan(raw)} what={t.manifest.number} startsOpen />
      {refused.map(({ id, content, refusal }) => (
        <div key={id} className={styles.block}>
          <Notice variant="error" title={content.where} live>
            {refusal}
          </Notice>
        </div>
      ))}
      <ul className={styles.rows}>
        {results
          .filter(({ reference }) => !refused.some(({ content }) => content.where === reference))
          .map(({ reference, words, isGood }) => (
            <li key={reference} className={styles.parcel}>
              <span className="mono">{reference}</span>
              <span className={isGood ? styles.under : styles.late}>{words}</span>
            </li>
          ))}
      </ul>
    </DriverFrame>
  )
}
