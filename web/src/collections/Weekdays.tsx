import type { FieldBinding } from '../kit/form/use-form.ts'
import { week } from './request-texts.ts'
import styles from './weekdays.module.css'

/** Field to choose any number of weekdays, Monday first. */
export function Weekdays({ binding }: { binding: FieldBinding<readonly number[]> }) {
  const { name, value, onChange, error, register } = binding
  register('On')
  return (
    <fieldset className={styles.week}>
      <legend className={styles.weekLegend}>On</legend>
      <div className={styles.days}>
        {week.map(({ day, short, name: full }) => (
          <label key={day} className={styles.dayChoice}>
            <input
              className={styles.dayChoiceInput}
              type="checkbox"
              name={name}
              aria-label={full}
              aria-invalid={error ? true : undefined}
              checked={value.includes(day)}
              onChange={(event) =>
                onChange(event.target.checked ? [...value, day] : value.filter((one) => one !== day))
              }
            />
            <span className={styles.dayChoicePart} aria-hidden="true">
              {short}
            </span>
          </label>
        ))}
      </div>
      {error && <p className={styles.problem}>{error}</p>}
    </fieldset>
  )
}
