import type { ReactNode } from 'react'
import { sentenceOf, useChange } from '../api/index.ts'
import { Button } from '../ui/buttons/Button.tsx'
import styles from './service-tests.module.css'

/** Buttons below the settings of external services, each a `ServiceTest`. */
export function ServiceTests({ children }: { children: ReactNode }) {
  return <div className={styles.tests}>{children}</div>
}

interface ServiceTestProps {
  label: string
  /** Why the service cannot be tested now; `null` when it can. */
  reason?: string | null
  /** Tests the service; `message` is a sentence. */
  act: () => Promise<{ works: boolean; message: string }>
}

/** A button that tests an external service, and the result beside it. */
export function ServiceTest({ label, reason = null, act }: ServiceTestProps) {
  const test = useChange({ act })
  const resultText = test.data?.message ?? (test.error ? sentenceOf(test.error) : null)
  return (
    <div className={styles.test}>
      <Button size="sm" busy={test.isPending} reason={reason} onClick={() => test.mutate()}>
        {label}
      </Button>
      <span aria-live="polite" className={test.data?.works ? styles.works : styles.fails}>
        {resultText}
      </span>
    </div>
  )
}
