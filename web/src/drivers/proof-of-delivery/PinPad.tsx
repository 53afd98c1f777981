import { IconBackspace } from '../../kit/icons/icons.ts'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import styles from './pin-pad.module.css'
import { digitsToGo, eraseDigit, typeDigit, type PinEntry } from './pin-pad.ts'
import { useTexts } from '../texts/texts.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

/**
 * A number pad with 64 px keys, used so that the phone keyboard does not cover the page. It ignores hardware keys,
 * because the digits of a scan would be entered as a PIN.
 */
export function PinPad({ pin, onChange }: { pin: PinEntry; onChange: (pin: PinEntry) => void }) {
  const t = useTexts()
  const type = (key: string): void => onChange(typeDigit(pin, key))
  const typed = pin.digits.length
  return (
    <>
      <div className={styles.pin} role="group" aria-label={t.handOver.pinEntered(typed, pin.length)}>
        {Array.from({ length: pin.length }, (_, at) => (
          <span key={at} className={cx(at === typed && styles.pinNow, styles.pinPart)}>
            {pin.digits[at]}
          </span>
        ))}
      </div>
      <span className="only-heard" aria-live="polite">
        {digitsToGo(pin)}
      </span>
      <div className={styles.pad}>
        {keys.map((key) => (
          <button className={styles.padButton} key={key} type="button" onClick={() => type(key)}>
            {key}
          </button>
        ))}
        <span />
        <button className={styles.padButton} type="button" onClick={() => type('0')}>
          0
        </button>
        <button
          className={styles.padButton}
          type="button"
          aria-label={t.handOver.delete}
          onClick={() => onChange(eraseDigit(pin))}
        >
          <Icon of={IconBackspace} size={24} />
        </button>
      </div>
    </>
  )
}
