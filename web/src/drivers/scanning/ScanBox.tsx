import { IconCamera } from '../../kit/icons/icons.ts'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { hasCamera } from '../../kit/scan/camera-scanning.ts'
import driver from '../driver.module.css'
import styles from './scan-box.module.css'
import { useTexts } from '../texts/texts.ts'

const CameraScanner = lazy(() => import('../../kit/scan/CameraScanner.tsx'))

/** Scanning without a hardware scanner: by camera, or by typing. */
export function ScanBox({
  onCode,
  what,
  startsOpen = false,
}: {
  onCode: (raw: string) => void
  /** The label of what is scanned or typed; a parcel reference unless given. */
  what?: string
  startsOpen?: boolean
}) {
  const t = useTexts()
  const label = what ?? t.scan.reference
  const [text, setText] = useState('')
  const [isCamera, setCamera] = useState(false)
  const [isTyping, setTyping] = useState(startsOpen)
  return (
    <div className={styles.scanBox}>
      {isCamera && (
        <Suspense fallback={null}>
          <CameraScanner onCode={onCode} onClose={() => setCamera(false)} />
        </Suspense>
      )}
      <div className={driver.pair}>
        {hasCamera() && !isCamera && (
          <button type="button" className={driver.big} onClick={() => setCamera(true)}>
            <Icon of={IconCamera} size={24} />
            {t.scan.camera}
          </button>
        )}
        {!isTyping && (
          <button type="button" className={driver.big} onClick={() => setTyping(true)}>
            {t.scan.type}
          </button>
        )}
      </div>
      {isTyping && (
        <form
          className={styles.typing}
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim() !== '') onCode(text)
            setText('')
          }}
        >
          <input
            className={driver.input}
            aria-label={label}
            placeholder={label}
            value={text}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-scans="page"
            enterKeyHint="done"
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className={driver.big}>
            {t.scan.add}
          </button>
        </form>
      )}
    </div>
  )
}
