import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { refresh } from '../../kit/api/index.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { toast } from '../../kit/layers/toasts.ts'
import { useFunctionKeys } from '../../kit/layers/use-function-keys.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { sendScan, sendUndo } from '../pages/scan-queue.ts'
import type { ScanEntry } from '../scanner/scan-session.ts'
import { scanResultView, sentenceCase } from '../scanner/scan-result-view.ts'
import { ResolveCard } from '../scanner/SessionCards.tsx'
import { useScanStation } from '../scanner/use-scan-station.ts'
import { useRefetchAfterScans } from '../use-refetch-after-scans.ts'
import { shows_manifest } from './manifest-calls.ts'
import styles from './manifest-scan.module.css'

const max_scans = 5

/**
 * Scans parcels onto or off one manifest on its page, and lists the results below the field. The scans go through the
 * queue and the session of the hub scanner, so that none is lost without a connection or by a reload.
 */
export function ManifestScan({
  manifest,
  mode,
  branch_id,
  needsConfirmation,
}: {
  manifest: InterhubTransfer
  mode: 'load-manifest' | 'unload-manifest'
  /** The branch at which the scans are made. */
  branch_id: number
  /** Whether the user works at another branch and must confirm this before scanning. */
  needsConfirmation: boolean
}) {
  const { username } = useMe()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [isMeant, setMeant] = useState(!needsConfirmation)
  const reject = (): void => {
    playScanSound('refused')
    toast.info(`Only parcels are scanned here, for ${manifest.display_id}.`)
  }
  const station = useScanStation({
    username,
    station: {
      mode,
      branch_id,
      bay: '',
      driver: '',
      assign_anyway: false,
      manifest_id: manifest.id,
      manifest: manifest.display_id,
    },
    isListening: isMeant,
    send: sendScan,
    sendUndo,
    onBay: reject,
    onManifest: async () => {
      reject()
      return true
    },
    onCode: () => false,
  })
  const { session, isOffline } = station
  useFunctionKeys({ F2: () => station.acknowledge() })
  useRefetchAfterScans(
    session?.accepted ?? 0,
    useCallback(() => refresh(client, shows_manifest), [client]),
  )
  if (!isMeant)
    return (
      <Card title="Scan parcels off">
        <Notice
          variant="warning"
          title={`This load goes to ${manifest.to_branch_name}.`}
          action={<Button onClick={() => setMeant(true)}>Scan for {manifest.to_branch_name}</Button>}
        >
          You work at another branch. Parcels you scan off count as received at the destination.
        </Notice>
      </Card>
    )
  const own = session?.last.filter(({ manifest_id }) => manifest_id === manifest.id) ?? []
  return (
    <>
      <ResolveCard items={session?.to_resolve ?? []} onAcknowledge={station.acknowledge} />
      <Card title={mode === 'load-manifest' ? 'Scan parcels in' : 'Scan parcels off'}>
        {isOffline && (
          <Notice variant="warning" title="No connection">
            Scans are stored on this device and sent when the connection is back.
          </Notice>
        )}
        <form
          className={styles.scanRow}
          onSubmit={(event) => {
            event.preventDefault()
            station.scan(typed)
            setTyped('')
          }}
        >
          <TextField
            {...standaloneField('reference', typed, setTyped)}
            label="Parcel reference"
            placeholder="Scan, or type a reference"
            takesScans="page"
            autoComplete="off"
          />
          <Button type="submit">{mode === 'load-manifest' ? 'Load' : 'Receive'}</Button>
        </form>
        {own.length > 0 && (
          <ul className={styles.verdicts} aria-label="Last scans">
            {own.slice(0, max_scans).map((entry) => (
              <LastScan key={entry.scan_id} entry={entry} />
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

function LastScan({ entry }: { entry: ScanEntry }) {
  const { family, title, message, reference } = scanResultView(entry, null)
  const isSending = entry.state === 'sending'
  return (
    <li className={styles.verdict}>
      <span className="mono">{reference}</span>
      <span>
        <StatusBadge
          size="compact"
          family={isSending ? 'grey' : family}
          label={isSending ? 'Reading…' : sentenceCase(title)}
        />
      </span>
      {entry.answer && message && <p className={styles.verdictText}>{message}</p>}
    </li>
  )
}
