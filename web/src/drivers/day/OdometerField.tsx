import styles from '../driver.module.css'
import { useTexts } from '../texts/texts.ts'

/** The odometer reading as the driver types it, in km. */
export function OdometerField({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  const t = useTexts()
  return (
    <label className={styles.proofText}>
      <span className={styles.label}>{t.day.odometer}</span>
      <input
        className={styles.input}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
