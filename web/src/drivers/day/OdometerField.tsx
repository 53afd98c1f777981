import styles from '../driver.module.css'

/** The odometer reading as the driver types it, in km. */
export function OdometerField({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  return (
    <label className={styles.proofText}>
      <span className={styles.label}>Odometer, km</span>
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
