import { week_days } from '@waybill/domain/kit/dates/week-hours'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import zone from '../zone.module.css'
import styles from './days-field.module.css'

/** Weekday numbers, from 0 (Sunday) to 6 (Saturday). */
const numbers: Readonly<Record<string, number>> = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 0 }

/** Field for any number of weekdays, Monday first. */
export function DaysField({
  binding,
  label,
  hint,
}: {
  binding: Pick<FieldBinding<number[]>, 'name' | 'value' | 'onChange' | 'register' | 'error'>
  label: string
  hint?: string
}) {
  const { name, value, onChange, register, error } = binding
  register(label)
  return (
    <fieldset className={zone.group}>
      <legend className={zone.groupLegend}>{label}</legend>
      {hint && <p className={zone.hint}>{hint}</p>}
      <div className={styles.days}>
        {week_days.map(([day, full]) => {
          const number = numbers[day] ?? 0
          return (
            <label key={day} className={styles.day}>
              <input
                className={styles.dayInput}
                type="checkbox"
                name={name}
                aria-label={`${label}: ${full}`}
                aria-invalid={error ? true : undefined}
                checked={value.includes(number)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...value, number] : value.filter((one) => one !== number))
                }
              />
              <span className={styles.dayPart} aria-hidden="true">
                {full.slice(0, 3)}
              </span>
            </label>
          )
        })}
      </div>
      {error && (
        <p className={zone.problem} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
