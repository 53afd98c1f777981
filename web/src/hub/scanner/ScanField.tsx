import { IconCamera, IconKeyboard } from '../../kit/icons/icons.ts'
import { lazy, Suspense, useEffect, useState, type Ref } from 'react'
import { hasCamera } from '../../kit/scan/camera-scanning.ts'
import { playScanSound } from '../../kit/scan/sounds.ts'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { pendingEntry, type ScanSession } from './scan-session.ts'
import styles from './scan-field.module.css'
import { scan_icon } from '../station/station.ts'
import { useSince } from './use-since.ts'
import { waiting_ms } from './ScanResultPanel.tsx'

const CameraScanner = lazy(() => import('../../kit/scan/CameraScanner.tsx'))

/**
 * Input for typed references; Enter submits them as a scan. Scanner input reaches the page wherever the focus is. Phones
 * and tablets can scan with their camera.
 */
export function ScanField({
  ref,
  session,
  isOffline,
  hasWindow,
  onScan,
}: {
  ref: Ref<HTMLInputElement>
  session: ScanSession
  isOffline: boolean
  /** Whether this window has keyboard focus. */
  hasWindow: boolean
  onScan: (raw: string) => void
}) {
  const [text, setText] = useState('')
  const [isTouched] = useState(() => window.matchMedia('(pointer: coarse)').matches)
  const [hasKeys, setHasKeys] = useState(!isTouched)
  const [isCamera, setCamera] = useState(false)
  const pending = isOffline ? null : pendingEntry(session)
  const waited = useSince(pending?.scanned_at ?? null, [waiting_ms])
  useEffect(() => {
    if (!hasWindow) playScanSound('reminder')
  }, [hasWindow])
  if (!hasWindow)
    return (
      <button type="button" className={styles.lostFocus}>
        Click here to scan
      </button>
    )
  return (
    <>
      {isCamera && (
        <Suspense fallback={null}>
          <CameraScanner onCode={onScan} onClose={() => setCamera(false)} />
        </Suspense>
      )}
      <div className={styles.field}>
        <Icon of={scan_icon} size={24} />
        <input
          className={styles.fieldInput}
          ref={ref}
          aria-label="Scan or type a parcel reference"
          placeholder="Scan or type a parcel reference"
          value={text}
          inputMode={hasKeys ? 'text' : 'none'}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-scans="page"
          enterKeyHint="done"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            setText('')
            if (text.trim() !== '') onScan(text)
          }}
        />
        {isTouched && hasCamera() && !isCamera && (
          <IconButton label="Camera" icon={IconCamera} tooltip={false} onClick={() => setCamera(true)} />
        )}
        {!hasKeys && (
          <IconButton
            label="Show keyboard"
            icon={IconKeyboard}
            tooltip={false}
            onClick={() => setHasKeys(true)}
          />
        )}
        <span className={styles.fieldState}>
          {pending ? (waited ? 'Waiting for the server' : 'Reading…') : 'Ready'}
        </span>
      </div>
    </>
  )
}
