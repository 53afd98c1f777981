import { useEffect, useRef, type ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'
import shared from '../field.module.css'
import styles from './choices.module.css'
import type { FieldAppearance } from '../FieldFrame.tsx'
import type { FieldBinding } from '../use-form.ts'

interface ChoiceProps extends FieldBinding<boolean>, Pick<FieldAppearance, 'hint' | 'off'> {
  label: ReactNode
}

/** A checkbox with its label beside it. */
export function Checkbox({ name, value, onChange, label, hint, off, error, register }: ChoiceProps) {
  register(typeof label === 'string' ? label : name)
  return (
    <label className={styles.choice} data-off={off ? '' : undefined}>
      <input
        type="checkbox"
        name={name}
        checked={value}
        disabled={Boolean(off)}
        aria-invalid={error ? true : undefined}
        className={styles.box}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.choiceText}>
        {label}
        {(off ?? hint) && <span className={cx(shared.hint, shared.field)}>{off ?? hint}</span>}
        {error && <span className={shared.error}>{error}</span>}
      </span>
    </label>
  )
}

/** A switch with its label beside it; screen readers announce it as a switch that is on or off. */
export function Toggle({
  name,
  value,
  onChange,
  label,
  hint,
  off,
  register,
  hideLabel = false,
}: ChoiceProps & { hideLabel?: boolean }) {
  register(typeof label === 'string' ? label : name)
  return (
    <label className={styles.choice} data-off={off ? '' : undefined}>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={value}
        disabled={Boolean(off)}
        className={styles.toggle}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={cx(hideLabel ? 'only-heard' : styles.choiceText)}>
        {label}
        {(off ?? hint) && <span className={cx(shared.hint, shared.field)}>{off ?? hint}</span>}
      </span>
    </label>
  )
}

/** A group of radio buttons to choose one of several options, each with its label. */
export function RadioGroup<Value extends string>({
  name,
  value,
  onChange,
  label,
  choices,
}: FieldBinding<Value> & {
  label: string
  choices: readonly { value: Value; label: ReactNode; hint?: ReactNode }[]
}) {
  return (
    <div role="radiogroup" aria-label={label} className={shared.field}>
      <span className={shared.label}>{label}</span>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            className={cx(styles.box, styles.radio)}
            onChange={() => onChange(choice.value)}
          />
          <span className={styles.choiceText}>
            {choice.label}
            {choice.hint && <span className={cx(shared.hint, shared.field)}>{choice.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

/** A checkbox without a visible label, for tables; `some` is its third, indeterminate state. */
export function Tick({
  checked,
  some = false,
  label,
  onChange,
  onClick,
}: {
  checked: boolean
  some?: boolean
  label: string
  onChange: (checked: boolean) => void
  onClick?: (event: { shiftKey: boolean }) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      checked={checked}
      className={styles.box}
      onClick={(event) => {
        event.stopPropagation()
        onClick?.(event)
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
