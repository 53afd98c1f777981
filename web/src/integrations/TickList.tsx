import type { Option } from '../kit/form/choices/options.ts'
import { Checkbox } from '../kit/form/choices/Choices.tsx'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { cx } from '../kit/ui/class-names.ts'
import styles from './tick-list.module.css'

/** Multiple choice from a short list, with checkboxes in columns. */
export function TickList({
  name,
  label,
  hideLabel = false,
  options,
  value,
  onChange,
}: {
  name: string
  label: string
  hideLabel?: boolean
  options: readonly Option<string>[]
  value: readonly string[]
  onChange: (value: string[]) => void
}) {
  const chosen = new Set(value)
  return (
    <fieldset className={styles.ticks}>
      <legend className={cx(hideLabel ? 'only-heard' : undefined, styles.ticksLegend)}>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          {...standaloneField(`${name}.${option.value}`, chosen.has(option.value), (isOn) =>
            onChange(
              options
                .map((one) => one.value)
                .filter((one) => (one === option.value ? isOn : chosen.has(one))),
            ),
          )}
          label={option.label}
        />
      ))}
    </fieldset>
  )
}
