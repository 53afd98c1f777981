import { IconAlertTriangle, IconPin, IconPinFilled } from '@tabler/icons-react'
import { useContext, useId, type ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/buttons/Icon.tsx'
import { FieldSkippingContext, pinName } from './field-skipping.ts'
import shared from './field.module.css'
import styles from './field-frame.module.css'
import type { FieldBinding } from './use-form.ts'

/** What every field shows besides its control. */
export interface FieldAppearance {
  label: string
  /** Stays between label and control. */
  hint?: ReactNode
  /** '(optional)' stands behind the label; required is the default and says nothing. */
  optional?: boolean
  /** It may stay as it is, because something usual is filled in: a form that goes past such fields goes past it too. */
  skippable?: boolean
  /** A unit or remark behind the label, such as `cm`. */
  unit?: string
  /** At the right end of the label row, such as a 'Forgot password?' link. */
  labelEnd?: ReactNode
  /** The label is heard but not seen: in grids whose head names the column. */
  hideLabel?: boolean
  /** Why it cannot be changed now; the hint says it. */
  off?: string | null | undefined
  size?: 'compact' | 'sm' | 'normal' | 'large'
  /** Width of the control in px, hinting at its content. */
  width?: number
}

/** The attributes that tie a control to its label, hint and message. */
export interface ControlWiring {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label above, hint between, message below; the control is drawn by `children`. */
export function FieldFrame<Value>({
  binding,
  look,
  children,
}: {
  binding: FieldBinding<Value>
  look: FieldAppearance
  children: (wiring: ControlWiring) => ReactNode
}) {
  const id = useId()
  const hint = look.off ?? look.hint
  binding.register(look.label)
  const skipping = useContext(FieldSkippingContext)
  const pin = skipping && (look.optional || look.skippable) ? pinName(binding.name) : null
  const isPinned = pin !== null && skipping?.pinned.has(pin) === true
  const described = [hint && `${id}-hint`, binding.error && `${id}-error`].filter(Boolean).join(' ')
  const label = (
    <label htmlFor={id} className={shared.label}>
      {look.label}
      {look.unit && <span className={shared.quiet}> {look.unit}</span>}
      {/* Beside a pin it is seen that it may be left out. */}
      {look.optional && <span className={pin === null ? shared.quiet : 'only-heard'}> (optional)</span>}
    </label>
  )
  const pinButton = pin !== null && (
    <button
      type="button"
      className={cx(styles.pin, look.hideLabel && shared.pinOver)}
      aria-pressed={isPinned}
      aria-label={`Stop at ${look.label}`}
      title={isPinned ? 'Tab and Enter stop here' : 'Tab and Enter go past'}
      onClick={() => skipping?.onPin(pin)}
    >
      <Icon className={shared.pinOverIcon} of={isPinned ? IconPinFilled : IconPin} size={14} />
    </button>
  )
  return (
    <div
      className={shared.field}
      style={look.width ? { width: look.width, maxWidth: '100%' } : undefined}
      data-pin={pin ?? undefined}
      data-skipped={pin !== null && !isPinned ? '' : undefined}
    >
      <div className={cx(look.hideLabel ? 'only-heard' : styles.labelRow)}>
        {pinButton && !look.hideLabel ? (
          <span className={styles.named}>
            {label}
            {pinButton}
          </span>
        ) : (
          label
        )}
        {look.labelEnd}
      </div>
      {look.hideLabel && pinButton}
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

/** The class names of the frame round a text control. */
export function controlClass(look: FieldAppearance, error: string | undefined): string {
  return cx(
    styles.control,
    error && styles.bad,
    look.off && styles.off,
    look.size === 'compact' && styles.compact,
    look.size === 'sm' && styles.sm,
    look.size === 'large' && styles.large,
  )
}

/** A binding without a form, for a control that stands alone (a filter, a setting row). */
export function standaloneField<Value>(
  name: string,
  value: Value,
  onChange: (value: Value) => void,
): FieldBinding<Value> {
  return { name, value, onChange, onLeave: () => undefined, error: undefined, register: () => undefined }
}
