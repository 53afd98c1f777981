import styles from './field.module.css'
import { controlClass, FieldFrame, type FieldLook } from './FieldFrame.tsx'
import type { FieldBinding } from './use-form.ts'

export interface ClockWindow {
  /** `HH:mm`, South African time; `''` when not chosen. */
  from: string
  to: string
}

/** 00:00 to 23:30 in half hours. */
export const time_slots: readonly string[] = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
)

/** A time window as one 'from – to' control. */
export function TimeWindow(props: FieldBinding<ClockWindow> & FieldLook) {
  const { value, onChange, onLeave, error } = props
  return (
    <FieldFrame binding={props} look={props}>
      {(wiring) => (
        <div className={controlClass(props, error)}>
          <Slot
            {...wiring}
            label={`${props.label} from`}
            value={value.from}
            onChange={(from) => onChange({ ...value, from })}
            onLeave={onLeave}
            off={props.off}
          />
          <span aria-hidden="true">–</span>
          <Slot
            label={`${props.label} to`}
            value={value.to}
            onChange={(to) => onChange({ ...value, to })}
            onLeave={onLeave}
            off={props.off}
          />
        </div>
      )}
    </FieldFrame>
  )
}

function Slot({
  label,
  value,
  onChange,
  onLeave,
  off,
  ...wiring
}: {
  label: string
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  off?: string | null | undefined
}) {
  const slots = value === '' || time_slots.includes(value) ? time_slots : [value, ...time_slots]
  return (
    <select
      {...wiring}
      aria-label={label}
      className={styles.slot}
      value={value}
      disabled={Boolean(off)}
      onBlur={onLeave}
      onChange={(event) => onChange(event.target.value)}
    >
      {value === '' && <option value="">–</option>}
      {slots.map((slot) => (
        <option key={slot} value={slot}>
          {slot}
        </option>
      ))}
    </select>
  )
}
