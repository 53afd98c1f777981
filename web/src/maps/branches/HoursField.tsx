import { week_days, type WeekHours } from '@waybill/domain/kit/dates/week-hours'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { TimeWindow } from '../../kit/form/dates/TimeWindow.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { default_hours } from './branch-edit.ts'
import styles from './hours-field.module.css'

/** Field for the opening hours of a branch: the company's hours, or a time window for each open day. */
export function HoursField({ binding, off }: { binding: FieldBinding<WeekHours | null>; off?: string }) {
  const { value, onChange, error } = binding
  const closed = off ? { off } : {}
  return (
    <fieldset className={styles.hours}>
      <legend className={styles.hoursLegend}>Hours</legend>
      <Checkbox
        {...binding}
        {...closed}
        value={value !== null}
        label="Different hours from the company"
        onChange={(isOwn) => onChange(isOwn ? default_hours : null)}
      />
      {value !== null && <WeekdayRows value={value} onChange={onChange} {...closed} />}
      {error && value !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A row for each weekday: whether it is open, and its time window. */
export function WeekdayRows({
  value,
  onChange,
  off,
}: {
  value: WeekHours
  onChange: (hours: WeekHours) => void
  off?: string
}) {
  const closed = off ? { off } : {}
  return week_days.map(([day, name]) => {
    const open = value[day]
    return (
      <div key={day} className={styles.day}>
        <Checkbox
          {...standaloneField(day, open !== null, (isOpen: boolean) =>
            onChange({ ...value, [day]: isOpen ? { open: '08:00', close: '17:00' } : null }),
          )}
          {...closed}
          label={name}
        />
        {open ? (
          <TimeWindow
            {...standaloneField(`${day}.window`, { from: open.open, to: open.close }, ({ from, to }) =>
              onChange({ ...value, [day]: { open: from, close: to } }),
            )}
            {...closed}
            label={`${name}, open`}
            hideLabel
          />
        ) : (
          <span className={styles.quiet}>Closed</span>
        )}
      </div>
    )
  })
}
