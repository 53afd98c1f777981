import type { FieldAppearance } from '../FieldFrame.tsx'
import { SelectField } from '../choices/SelectField.tsx'
import type { FieldBinding } from '../use-form.ts'

/** All quarter hours of a day, `HH:mm`. */
const quarters: readonly string[] = Array.from(
  { length: 96 },
  (_, at) => `${String(Math.floor(at / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`,
)

/** A field for a time `HH:mm`, South African time, always in 24-hour format regardless of the device settings. */
export function ClockField(props: FieldBinding<string> & FieldAppearance) {
  const { value } = props
  const times = value === '' || quarters.includes(value) ? quarters : [value, ...quarters]
  return (
    <SelectField
      width={112}
      {...props}
      options={times.map((time) => ({ value: time, label: time }))}
      placeholder="–"
    />
  )
}
