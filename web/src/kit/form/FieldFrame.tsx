import { IconAlertTriangle, IconPin, IconPinFilled } from '../icons/kit-icons.ts'
import { useContext, useId, type ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/buttons/Icon.tsx'
import { FieldSkippingContext, pinName } from './field-skipping.ts'
import shared from './field.module.css'
import styles from './field-frame.module.css'
import type { FieldBinding } from './use-form.ts'

/** What every field displays besides its control. */
export interface FieldAppearance {
  label: string
  /** Displayed between label and control. */
  hint?: ReactNode
  /** Adds '(optional)' after the label. Fields are required by default, without a mark. */
  optional?: boolean
  /**
   * The field can stay as it is, because it has a usual default value: a form that skips optional fields skips it
   * too.
   */
  skippable?: boolean
  /** A unit or remark after the label, such as `cm`. */
  unit?: string
  /** At the right end of the label row, such as a 'Forgot password?' link. */
  labelEnd?: ReactNode
  /** The label is for screen readers only: for grids whose column heading names the field. */
  hideLabel?: boolean
  /** The reason why the field cannot be changed now; displayed as the hint. */
  off?: string | null | undefined
  size?: 'compact' | 'sm' | 'normal' | 'large'
  /** Width of the control in px; suggests the length of its content. */
  width?: number
}

/** The attributes that connect a control to its label, hint and error message. */
export interface ControlWiring {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Frame of a field: label at the top, then the hint, the control from `children`, and the error message. */
export function FieldFrame<Value>({
  binding,
  appearance,
  children,
}: {
  binding: FieldBinding<Value>
  appearance: FieldAppearance
  children: (wiring: ControlWiring) => ReactNode
}) {
  const id = useId()
  const hint = appearance.off ?? appearance.hint
  binding.register(appearance.label)
  const skipping = useContext(FieldSkippingContext)
  const pin = skipping && (appearance.optional || appearance.skippable) ? pinName(binding.name) : null
  const isPinned = pin !== null && skipping?.pinned.has(pin) === true
  const described = [hint && `${id}-hint`, binding.error && `${id}-error`].filter(Boolean).join(' ')
  const label = (
    <label htmlFor={id} className={shared.label}>
      {appearance.label}
      {appearance.unit && <span className={shared.quiet}> {appearance.unit}</span>}
      {/* Next to a pin button it is visible that the field is optional. */}
      {appearance.optional && <span className={pin === null ? shared.quiet : 'only-heard'}> (optional)</span>}
    </label>
  )
  const pinButton = pin !== null && (
    <button
      type="button"
      className={cx(styles.pin, appearance.hideLabel && shared.pinOver)}
      aria-pressed={isPinned}
      aria-label={`Stop at ${appearance.label}`}
      title={isPinned ? 'Tab and Enter stop at this field' : 'Tab and Enter skip this field'}
      onClick={() => skipping?.onPin(pin)}
    >
      <Icon className={shared.pinOverIcon} of={isPinned ? IconPinFilled : IconPin} size={14} />
    </button>
  )
  return (
    <div
      className={shared.field}
      style={appearance.width ? { width: appearance.width, maxWidth: '100%' } : undefined}
      data-pin={pin ?? undefined}
      data-skipped={pin !== null && !isPinned ? '' : undefined}
    >
      <div className={cx(appearance.hideLabel ? 'only-heard' : styles.labelRow)}>
        {pinButton && !appearance.hideLabel ? (
          <span className={styles.named}>
            {label}
            {pinButton}
          </span>
        ) : (
          label
        )}
        {appearance.labelEnd}
      </div>
      {appearance.hideLabel && pinButton}
      {hint && (
        <div className={shared.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {children({
        id,
        name: binding.name,
        'aria-invalid': binding.error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {binding.error && (
        <div className={shared.error} id={`${id}-error`}>
          <Icon of={IconAlertTriangle} size={16} />
          {binding.error}
        </div>
      )}
    </div>
  )
}

/** Returns the class names of the frame around a text control. */
export function controlClass(appearance: FieldAppearance, error: string | undefined): string {
  return cx(
    styles.control,
    error && styles.bad,
    appearance.off && styles.off,
    appearance.size === 'compact' && styles.compact,
    appearance.size === 'sm' && styles.sm,
    appearance.size === 'large' && styles.large,
  )
}

/** Creates a binding without a form, for a standalone control (a filter, a setting row). */
export function standaloneField<Value>(
  name: string,
  value: Value,
  onChange: (value: Value) => void,
): FieldBinding<Value> {
  return { name, value, onChange, onLeave: () => undefined, error: undefined, register: () => undefined }
}
