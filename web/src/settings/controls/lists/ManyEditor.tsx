import { Checkbox } from '../../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../../kit/form/FieldFrame.tsx'
import type { ControlProps } from '../control.ts'
import styles from './many-editor.module.css'

/** Editor with one checkbox per choice, in the given order. */
export function ManyEditor({
  control,
  label,
  name,
  value,
  onChange,
  off,
}: ControlProps<'many'> & { value: string[] }) {
  const chosen = new Set(value)
  const toggle = (choice: string, isOn: boolean): void =>
    onChange(
      control.choices.map((one) => one.value).filter((one) => (one === choice ? isOn : chosen.has(one))),
    )
  return (
    <fieldset className={styles.ticks}>
      <legend className="only-heard">{label}</legend>
      {control.choices.map((choice) => (
        <Checkbox
          key={choice.value}
          {...standaloneField(`${name}.${choice.value}`, chosen.has(choice.value), (isOn) =>
            toggle(choice.value, isOn),
          )}
          label={choice.label}
          {...(off ? { off } : {})}
        />
      ))}
    </fieldset>
  )
}
