import { hubApi } from '@waybill/domain/hub/api'
import { interhubApi } from '@waybill/domain/hub/interhub-api'
import type { InterhubTransfer } from '@waybill/domain/hub/manifest'
import type { ScanAnswer } from '@waybill/domain/hub/model'
import { cleanReference } from '@waybill/domain/shipments/labels/references'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, refresh } from '../../kit/api/index.ts'
import { sentenceOf } from '../../kit/api/error-text.ts'
import { newKey } from '../../kit/api/new-key.ts'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { announce } from '../../kit/layers/announcements.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { rejectedAnswer } from '../scanner/scan-session.ts'
import { sentenceCase, familyOf, soundOf } from '../scanner/scan-result-view.ts'
import styles from './manifest-scan.module.css'

interface ScanResult {
  key: string
  reference: string
  /** `null` until the server has responded. */
  answer: ScanAnswer | null
}

const max_scans = 5

/** Scans parcels onto or off one manifest on its page, and lists the results below the field. */
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
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [results, setResults] = useState<readonly ScanResult[]>([])
  const settle = (key: string, answer: ScanAnswer): void => {
    setResults((now) => now.map((one) => (one.key === key ? { ...one, answer } : one)))
    playScanSound(soundOf(answer))
    announce([answer.short, answer.message].filter(Boolean).join('. '), 'assertive')
  }
  const scan = async (raw: string): Promise<void> => {
    const reference = cleanReference(raw)
    if (reference === '') return
    const key = newKey()
    setResults((now) => [{ key, reference, answer: null }, ...now].slice(0, max_scans))
    try {
      const answer = await call(
        hubApi.addEvent,
        {
          parcel_reference: reference,
          mode,
          branch_id,
          interhub_transfer_id: manifest.id,
          scanned_at: new Date(),
          scan_id: key,
        },
        { idempotency_key: key },
      )
      settle(key, answer)
      await refresh(client, [interhubApi.detail, interhubApi.list])
    } catch (thrown) {
      settle(key, rejectedAnswer(sentenceOf(thrown) ?? 'The scan was not accepted. Scan again.'))
    }
  }
  const [isMeant, setMeant] = useState(!needsConfirmation)
  useScan((_, raw) => isMeant && void scan(raw))
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
  return (
    <Card title={mode === 'load-manifest' ? 'Scan parcels in' : 'Scan parcels off'}>
      <form
        className={styles.scanRow}
        onSubmit={(event) => {
          event.preventDefault()
          void scan(typed)
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
      {results.length > 0 && (
        <ul className={styles.verdicts} aria-label="Last scans">
          {results.map(({ key, reference, answer }) => (
            <li key={key} className={styles.verdict}>
              <span className="mono">{answer?.parcel?.tracking_reference ?? reference}</span>
              <span>
                <StatusBadge
                  size="compact"
                  family={answer ? familyOf(answer) : 'grey'}
                  label={answer ? sentenceCase(answer.short) : 'Reading…'}
                />
              </span>
              {answer?.message && <p className={styles.verdictText}>{answer.message}</p>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
