import { useEffect, useRef } from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './passcode-input.module.css'

/**
 * Digit boxes that act as one input. Pasting fills all boxes, the last digit submits, and an error moves the focus
 * back to the input.
 */
export function PasscodeInput({
  value,
  onChange,
  onComplete,
  hasError,
  isQuiet = false,
  length = 6,
  name = 'Code from your app',
}: {
  value: string
  onChange: (digits: string) => void
  onComplete: (digits: string) => void
  hasError: boolean
  /** Does not move the focus. */
  isQuiet?: boolean
  /** Number of digits. */
  length?: number
  name?: string
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isQuiet) input.current?.focus()
  }, [hasError, isQuiet])
  return (
    <div
      className={cx(styles.boxes, hasError && styles.wrong)}
      style={{ gridTemplateColumns: `repeat(${length}, 1fr)` }}
    >
      {Array.from({ length }, (_, at) => (
        <span
          key={at}
          className={cx(styles.box, at === Math.min(value.length, length - 1) && styles.here)}
          aria-hidden="true"
        >
          {value[at] ?? ''}
        </span>
      ))}
      <input
        ref={input}
        className={styles.code}
        aria-label={`${name}, ${length} digits`}
        aria-invalid={hasError || undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        onChange={(event) => {
          const digits = event.target.value.replaceAll(/\D/g, '').slice(0, length)
          onChange(digits)
          if (digits.length === length && digits !== value) onComplete(digits)
        }}
      />
    </div>
  )
}
