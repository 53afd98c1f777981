import type { FieldAppearance } from '../FieldFrame.tsx'
import { SelectField } from '../choices/SelectField.tsx'
import type { FieldBinding } from '../use-form.ts'

/** Every quarter of an hour, `HH:mm`. */
const quarters: readonly string[] = Array.from(
  { length: 96 },
  (_, at) => `${String(Math.floor(at / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`,
)

/** A clock time `HH:mm`, South African, always in 24 hours whatever the device shows. */
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
