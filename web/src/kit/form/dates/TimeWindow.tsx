import { useMemo } from 'react'
import { useAppSession } from '../../session/me.ts'
import styles from './time-window.module.css'
import { controlClass, FieldFrame, type FieldAppearance } from '../FieldFrame.tsx'
import type { FieldBinding } from '../use-form.ts'

export interface ClockWindow {
  /** `HH:mm`, South African time; `''` when not chosen. */
  from: string
  to: string
}

/** Minutes between the offered times, unless the company has set another interval. */
const usual_step = 30

/** Returns the times of a day at intervals of `minutes`, from 00:00. */
export function timeSlots(minutes: number): string[] {
  const padded = (number: number): string => String(number).padStart(2, '0')
  return Array.from({ length: Math.ceil(1440 / minutes) }, (_, slot) => {
    const at = slot * minutes
    return `${padded(Math.floor(at / 60))}:${padded(at % 60)}`
  })
}

/** A field for a time window: one control with 'from – to'. */
export function TimeWindow(props: FieldBinding<ClockWindow> & FieldAppearance) {
  const { value, onChange, onLeave, error } = props
  return (
    <FieldFrame binding={props} appearance={props}>
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
  const { settings } = useAppSession()
  const minutes = Number(settings.time_slot_minutes) || usual_step
  const all = useMemo(() => timeSlots(minutes), [minutes])
  const slots = value === '' || all.includes(value) ? all : [...all, value].toSorted()
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
      {value === '' && (
        <option className={styles.slotOption} value="">
          –
        </option>
      )}
      {slots.map((slot) => (
        <option className={styles.slotOption} key={slot} value={slot}>
          {slot}
        </option>
      ))}
    </select>
  )
}
