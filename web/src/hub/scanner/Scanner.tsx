import { IconAlertTriangle, IconCloudCheck, IconWifiOff } from '../../kit/icons/icons.ts'
import { damagesApi } from '@waybill/domain/hub/damages/damages-api'
import { unidentifiedApi } from '@waybill/domain/hub/unidentified/unidentified-api'
import { type CSSProperties, useRef, useState } from 'react'
import { useFunctionKeys } from '../../kit/layers/use-function-keys.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { Kbd } from '../../kit/ui/buttons/Kbd.tsx'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { ReportDamageDialog } from '../damages/ReportDamageDialog.tsx'
import { UnsentDamages } from '../damages/UnsentDamages.tsx'
import { ExpectedCard } from '../ExpectedCard.tsx'
import { LastScans } from './LastScans.tsx'
import { MeasurePanel } from './MeasurePanel.tsx'
import { readScale, type Measures } from './parcel-measures.ts'
import { ManifestCard } from '../ManifestCard.tsx'
import { currentEntry, readScan, type ResolveItem, type ScanContent } from './scan-session.ts'
import { ScanField } from './ScanField.tsx'
import styles from './scanner.module.css'
import { OfflineScansCard, ResolveCard, SessionCard } from './SessionCards.tsx'
import { KeepDialog } from '../unidentified/KeepDialog.tsx'
import type { BranchOfParcel } from '../unidentified/UnidentifiedForm.tsx'
import { SoundButton } from '../station/SoundSettings.tsx'
import { isManifestMode } from '../station/manifest-mode.ts'
import { mode_appearances, type Station } from '../station/station.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useHubList } from '../use-hub-list.ts'
import { scannedNow, type SendScan, type SendUndo } from '../pages/scan-queue.ts'
import { useScanStation } from './use-scan-station.ts'
import { ScanResultPanel } from './ScanResultPanel.tsx'

/** A parcel being measured; the weight may come from a scale. */
interface Measuring {
  reference: string
  scale_kg: number | null
}

/**
 * Scanning view: result, scan field and last scans, beside the session, the items to resolve and the expected
 * parcels.
 */
export function Scanner({
  username,
  station,
  branch,
  branches,
  driver,
  send,
  sendUndo,
  onBay,
  onManifest,
  mayLoadAnyway,
  onChangeMode,
  onEnd,
}: {
  username: string
  station: Station
  branch: string
  branches: readonly BranchOfParcel[]
  /** Name of the driver for out-for-delivery scans. */
  driver: string
  send: SendScan
  sendUndo: SendUndo
  onBay: (bay: string) => void
  onManifest: (reference: string) => Promise<boolean>
  /** Whether the user may load a parcel on a manifest that does not go to its branch. */
  mayLoadAnyway: boolean
  onChangeMode: () => void
  onEnd: () => void
}) {
  const appearance = mode_appearances[station.mode]
  const field = useRef<HTMLInputElement>(null)
  const me = useMe()
  const [measuring, setMeasuring] = useState<Measuring | null>(null)
  const [damaged, setDamaged] = useState<string | null>(null)
  const [keeping, setKeeping] = useState<ResolveItem | null>(null)
  const hubList = useHubList(station.branch_id)
  const onCode = (raw: string): boolean => {
    if (station.mode !== 're-measure') return false
    const scaleKg = measuring ? readScale(raw) : null
    if (measuring && scaleKg !== null) {
      setMeasuring({ ...measuring, scale_kg: scaleKg })
      return true
    }
    const code = readScan(raw)
    if (code?.kind === 'reference') setMeasuring({ reference: code.reference, scale_kg: null })
    return false
  }
  const scanner = useScanStation({
    username,
    station,
    isListening: true,
    send,
    sendUndo,
    onBay,
    onManifest,
    onCode,
  })
  const { hasWindow } = useFocusReturn(field, measuring === null)
  const { session, isOffline } = scanner
  const shown = session && (currentEntry(session)?.answer?.parcel?.tracking_reference ?? null)
  const mayReport = mayCall(me, damagesApi.report)
  useFunctionKeys({
    F2: () => scanner.acknowledge(),
    F4: () => {
      if (mayReport && shown) setDamaged(shown)
    },
    F8: scanner.undo,
    F9: onChangeMode,
  })
  if (!session) return null
  const waiting = scanner.queue.waiting.length
  const measure = (measures: { [Key in keyof Measures]: number }, images: string[]): void => {
    if (!measuring) return
    const content: ScanContent = {
      parcel_reference: measuring.reference,
      mode: 're-measure',
      branch_id: station.branch_id,
      ...scannedNow(),
      ...measures,
      ...(images.length > 0 ? { images } : {}),
    }
    scanner.post(content)
    setMeasuring(null)
  }
  const loadAnyway = (item: ResolveItem): void => {
    scanner.acknowledge(item.scan_id)
    scanner.post({
      parcel_reference: item.reference,
      mode: 'load-manifest',
      branch_id: station.branch_id,
      interhub_transfer_id: item.wrong_manifest_id ?? 0,
      load_anyway: true,
      ...scannedNow(),
    })
  }
  const storeMeasures = (item: ResolveItem, photo?: string): void => {
    const images = [...(item.images ?? []), ...(photo ? [photo] : [])]
    scanner.acknowledge(item.scan_id)
    scanner.post({
      parcel_reference: item.reference,
      mode: 're-measure',
      branch_id: station.branch_id,
      ...scannedNow(),
      ...(item.doubtful ?? item.unphotographed),
      ...(images.length > 0 ? { images } : {}),
      confirm_measures: true,
    })
  }
  const assignAnyway = (item: ResolveItem): void => {
    scanner.acknowledge(item.scan_id)
    scanner.post({
      parcel_reference: item.reference,
      mode: 'out-for-delivery',
      branch_id: station.branch_id,
      ...scannedNow(),
      driver: item.doubtful_driver ?? '',
      assign_anyway: true,
    })
  }
  return (
    <div className={styles.page} style={{ '--mode': appearance.tint } as CSSProperties}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{appearance.label}</h1>
        <Tag>{branch}</Tag>
        {station.mode === 'out-for-delivery' && <Tag>{driver || 'Driver of the zone'}</Tag>}
        {station.mode === 'assign-bay' && <Tag>{station.bay || 'No bay chosen'}</Tag>}
        {isManifestMode(station.mode) && (
          <Tag>
            {scanner.sought
              ? `Looking for ${scanner.sought}`
              : station.manifest || 'Where each parcel belongs'}
          </Tag>
        )}
        <div className={styles.actions}>
          <span className={cx(styles.network, isOffline && styles.offline)} role="status">
            <Icon of={isOffline ? IconWifiOff : IconCloudCheck} />
            {networkText(isOffline, waiting)}
          </span>
          <SoundButton />
          <Button onClick={onChangeMode}>
            Change mode <Kbd>F9</Kbd>
          </Button>
          <Button
            onClick={onEnd}
            reason={endReason(waiting + session.held.length, session.to_resolve.length)}
          >
            End session
          </Button>
        </div>
      </header>
      <div className={styles.left}>
        <ScanResultPanel session={session} hub_list={hubList} isOffline={isOffline} />
        {mayReport && shown && (
          <div>
            <Button icon={IconAlertTriangle} onClick={() => setDamaged(shown)}>
              Report damage of {shown} <Kbd>F4</Kbd>
            </Button>
          </div>
        )}
        <ScanField
          ref={field}
          session={session}
          isOffline={isOffline}
          hasWindow={hasWindow}
          onScan={scanner.scan}
        />
        {measuring && (
          <MeasurePanel
            key={measuring.reference}
            reference={measuring.reference}
            scale_kg={measuring.scale_kg}
            onSave={measure}
            onCancel={() => setMeasuring(null)}
          />
        )}
        <LastScans session={session} hub_list={hubList} onUndo={scanner.undo} />
      </div>
      <div className={styles.side}>
        <UnsentDamages username={username} />
        <SessionCard session={session} />
        <ResolveCard
          items={session.to_resolve}
          onAcknowledge={scanner.acknowledge}
          onLoadAnyway={mayLoadAnyway ? loadAnyway : undefined}
          onStoreMeasures={storeMeasures}
          onAssignAnyway={assignAnyway}
          onKeep={mayCall(me, unidentifiedApi.capture) ? setKeeping : undefined}
        />
        {isManifestMode(station.mode) && (
          <ManifestCard
            mode={station.mode}
            manifest_id={station.manifest_id}
            branch_id={station.branch_id}
            accepted={session.accepted}
          />
        )}
        {!isManifestMode(station.mode) && (
          <ExpectedCard branch_id={station.branch_id} accepted={session.accepted} mode={station.mode} />
        )}
        <OfflineScansCard waiting={scanner.queue.waiting} isOffline={isOffline} />
      </div>
      {damaged !== null && (
        <ReportDamageDialog
          reference={damaged}
          branch_id={station.branch_id}
          onClose={() => setDamaged(null)}
        />
      )}
      {keeping && (
        <KeepDialog
          branches={branches}
          known={{
            branch_id: station.branch_id,
            bay: station.bay,
            ...(keeping.unknown_code === undefined ? {} : { barcode_text: keeping.unknown_code }),
          }}
          onClose={() => setKeeping(null)}
          onStored={() => scanner.acknowledge(keeping.scan_id)}
        />
      )}
    </div>
  )
}

function networkText(isOffline: boolean, waiting: number): string {
  if (isOffline) return `Offline – scans are saved (${waiting})`
  return waiting === 0 ? 'All scans sent' : `Sending ${waiting}`
}

function endReason(waiting: number, toResolve: number): string | null {
  if (waiting > 0) return `${waiting} ${waiting === 1 ? 'scan has' : 'scans have'} not been sent yet.`
  if (toResolve > 0) return `Acknowledge the items under To resolve first (${toResolve}).`
  return null
}
