import { floorApi } from '@waybill/domain/hub/floor/floor-api'
import type { FloorScanAnswer } from '@waybill/domain/hub/floor/floor-count'
import { useState } from 'react'
import { call, useEndpointMutation } from '../../kit/api/index.ts'
import { newKey } from '../../kit/api/new-key.ts'
import { TextField } from '../../kit/form/TextField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { confirmAction } from '../../kit/layers/alerts.ts'
import { useOnline } from '../../kit/offline/use-online.ts'
import { useOfflineQueue } from '../../kit/queue/use-offline-queue.ts'
import { playScanSound, type ScanSound } from '../../kit/scan/sounds.ts'
import { useScan } from '../../kit/scan/use-scan.ts'
import { useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Row, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { StatusBadge, type StatusFamily } from '../../kit/ui/values/StatusBadge.tsx'
import { formatCount } from '../../kit/ui/values/numbers.ts'
import { scannedNow } from '../pages/scan-queue.ts'
import { useStationClock } from '../station/use-station-clock.ts'
import type { OwnCount } from './count-memory.ts'
import styles from './count-scanner.module.css'

/** A scan as it is stored on this device until the server has answered. */
interface CountedScan {
  floor_count_id: number
  parcel_reference: string
  bay: string
  scanned_at: Date
  clock_offset_seconds?: number
}

const max_shown = 12
const result_labels: Readonly<Record<FloorScanAnswer['result'], readonly [StatusFamily, string]>> = {
  agrees: ['green', 'Counted'],
  elsewhere: ['yellow', 'Belongs elsewhere'],
  'not-expected': ['yellow', 'Not expected'],
  unknown: ['red', 'Unknown'],
  'several-parcels': ['red', 'Not counted'],
}

/**
 * Scanning for a floor count. Every scan is stored on the device first, so that counting goes on without a connection;
 * its id makes repeated sending harmless.
 */
export function CountScanner({
  count,
  onChange,
  onClosed,
}: {
  count: OwnCount
  onChange: (count: OwnCount | null) => void
  onClosed: () => void
}) {
  const me = useMe()
  useStationClock()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<readonly FloorScanAnswer[]>([])
  /** Scans that this device could not store; they were not sent. */
  const [unsaved, setUnsaved] = useState<readonly { id: string; reference: string }[]>([])
  const [counted, setCounted] = useState(0)
  const { queue, state } = useOfflineQueue<CountedScan, FloorScanAnswer | undefined>(
    `floor-count:${me.username}`,
    {
      send: async ({ id, content: { floor_count_id, ...scan } }) => {
        const { results } = await call(
          floorApi.scan,
          { floor_count_id, scans: [{ ...scan, scan_id: id }] },
          { idempotency_key: id },
        )
        return results[0]
      },
      sent: (_, answer) => {
        if (!answer) return
        if (!answer.is_repeat && answer.result !== 'several-parcels') setCounted((number) => number + 1)
        setShown((before) => [answer, ...before].slice(0, max_shown))
        playScanSound(soundOf(answer))
      },
      refused: () => playScanSound('refused'),
    },
  )
  const isOffline = !useOnline() || state.isOffline
  const scan = (reference: string): void => {
    if (reference.trim() === '') return
    void queue
      .add({
        floor_count_id: count.id,
        parcel_reference: reference,
        bay: count.bay,
        ...scannedNow(),
      })
      .then(
        () => {
          if (queue.state.read().isOffline || !navigator.onLine) playScanSound('notice')
        },
        () => {
          playScanSound('refused')
          setUnsaved((before) => [{ id: newKey(), reference }, ...before])
        },
      )
  }
  useScan((_, raw) => scan(raw))
  const close = useEndpointMutation(floorApi.close, {
    refresh: [floorApi.list, floorApi.differences],
    done: onClosed,
  })
  const askToClose = async (): Promise<void> => {
    const isSure = await confirmAction({
      title: 'Close this count?',
      body: 'Parcels that were not scanned are then listed as not counted.',
      confirm: 'Close the count',
      cancel: 'Keep counting',
    })
    if (isSure) close.mutate({ id: count.id })
  }
  const isWaiting = state.waiting.length > 0
  return (
    <Stack>
      {isOffline && (
        <Notice variant="warning" title="No connection">
          Scans are stored on this device and sent when the connection is back.
        </Notice>
      )}
      <Card title="Scan every parcel" note={`${formatCount(counted)} counted here`}>
        <Stack>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              scan(typed)
              setTyped('')
            }}
          >
            <TextField
              {...standaloneField('reference', typed, setTyped)}
              label="Scan or type a parcel reference"
              autoComplete="off"
            />
          </form>
          <TextField
            {...standaloneField('bay', count.bay, (bay) => onChange({ ...count, bay }))}
            label="Bay"
            hint="Stored with each scan from now on."
            optional
          />
          {isWaiting && <p role="status">{formatCount(state.waiting.length)} waiting to be sent</p>}
          <Row>
            <Button
              busy={close.isPending}
              {...(isWaiting ? { reason: 'Some scans are not sent yet.' } : {})}
              onClick={askToClose}
            >
              Close the count
            </Button>
            <Button variant="ghost" onClick={() => onChange(null)}>
              Stop on this device
            </Button>
          </Row>
        </Stack>
      </Card>
      {state.refused.length + unsaved.length > 0 && (
        <Card title="Scans that were not accepted">
          <ul className={styles.scans}>
            {unsaved.map(({ id, reference }) => (
              <li key={id} className={styles.scan}>
                <span className="mono">{reference}</span>
                <Button size="xs" onClick={() => setUnsaved((now) => now.filter((one) => one.id !== id))}>
                  Remove
                </Button>
                <small className={styles.message}>This device could not save the scan. Scan again.</small>
              </li>
            ))}
            {state.refused.map(({ id, content, refusal }) => (
              <li key={id} className={styles.scan}>
                <span className="mono">{content.parcel_reference}</span>
                <Button size="xs" onClick={() => queue.forget(id)}>
                  Remove
                </Button>
                <small className={styles.message}>{refusal}</small>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {shown.length > 0 && (
        <Card title="Last scans">
          <ul className={styles.scans} aria-live="polite">
            {shown.map((answer) => (
              <li key={answer.scan_id} className={styles.scan}>
                <span className="mono">{answer.reference}</span>
                <StatusBadge
                  family={result_labels[answer.result][0]}
                  label={result_labels[answer.result][1]}
                  size="compact"
                />
                <small className={styles.message}>{remarkOf(answer)}</small>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Stack>
  )
}

function remarkOf({ result, is_late, is_repeat, message }: FloorScanAnswer): string {
  const remark = is_repeat ? 'Already counted.' : message
  if (!is_late || result === 'several-parcels') return remark
  return `${remark} This count is closed. The scan is stored as late. Stop on this device.`.trimStart()
}

function soundOf({ result, is_late, is_repeat }: FloorScanAnswer): ScanSound {
  if (is_repeat) return is_late ? 'notice' : 'repeat'
  if (result === 'unknown' || result === 'several-parcels') return 'refused'
  return result === 'agrees' && !is_late ? 'accepted' : 'notice'
}
