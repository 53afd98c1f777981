import { week_days, type WeekHours } from '@waybill/domain/kit/dates/week-hours'
import { Toggle } from '../../kit/form/choices/Choices.tsx'
import { ClockField } from '../../kit/form/dates/ClockField.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import type { ControlProps } from './control.ts'
import controls from './controls.module.css'
import styles from './hours-editor.module.css'

const default_hours = { open: '08:00', close: '17:00' }

/**
 * Editor for opening hours: open or closed on each weekday, with from and until. Monday’s hours can be copied to
 * Tuesday to Friday.
 */
export function HoursEditor({
  label,
  name,
  value,
  onChange,
  off,
  error,
}: ControlProps<'hours'> & { value: WeekHours }) {
  const set = (day: keyof WeekHours, hours: WeekHours[keyof WeekHours]): void =>
    onChange({ ...value, [day]: hours })
  return (
    <div className={controls.stack} role="group" aria-label={label}>
      {week_days.map(([day, title]) => {
        const hours = value[day]
        const isBackwards = hours !== null && hours.open >= hours.close
        return (
          <div key={day} className={styles.day}>
            <Toggle
              {...standaloneField(`${name}.${day}`, hours !== null, (isOpen) =>
                set(day, isOpen ? default_hours : null),
              )}
              label={title}
              off={off}
            />
            {hours ? (
              <span className={styles.hours}>
                <ClockField
                  {...standaloneField(`${name}.${day}.open`, hours.open, (open) =>
                    set(day, { ...hours, open }),
                  )}
                  label={`${title} from`}
                  hideLabel
                  off={off}
                />
                <span aria-hidden="true">–</span>
                <ClockField
                  {...standaloneField(`${name}.${day}.close`, hours.close, (close) =>
                    set(day, { ...hours, close }),
                  )}
                  error={isBackwards ? 'Must be later than the opening time.' : undefined}
                  label={`${title} until`}
                  hideLabel
                  off={off}
                />
              </span>
            ) : (
              <span className={controls.quiet}>Closed</span>
            )}
          </div>
        )
      })}
      {!off && value.mon && (
        <Button
          size="sm"
          variant="link"
          onClick={() =>
            onChange({ ...value, tue: value.mon, wed: value.mon, thu: value.mon, fri: value.mon })
          }
        >
          Copy Monday to Friday
        </Button>
      )}
      {error && <span className={controls.error}>{error}</span>}
    </div>
  )
}
