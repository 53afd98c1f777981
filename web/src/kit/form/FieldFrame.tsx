import { IconAlertTriangle } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './field.module.css'
import type { FieldBinding } from './use-form.ts'

/** What every field shows besides its control. */
export interface FieldLook {
  label: string
  /** Stays between label and control. */
  hint?: ReactNode
  /** '(optional)' stands behind the label; required is the default and says nothing. */
  optional?: boolean
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
  look: FieldLook
  children: (wiring: ControlWiring) => ReactNode
}) {
  const id = useId()
  const hint = look.off ?? look.hint
  binding.register(look.label)
  const described = [hint && `${id}-hint`, binding.error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field} style={look.width ? { width: look.width, maxWidth: '100%' } : undefined}>
      <div className={cx(look.hideLabel ? 'only-heard' : styles.labelRow)}>
        <label htmlFor={id} className={styles.label}>
          {look.label}
          {look.unit && <span className={styles.quiet}> {look.unit}</span>}
          {look.optional && <span className={styles.quiet}> (optional)</span>}
        </label>
        {look.labelEnd}
      </div>
      {hint && (
        <div className={styles.hint} id={`${id}-hint`}>
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
        <div className={styles.error} id={`${id}-error`}>
          <Icon of={IconAlertTriangle} size={16} />
          {binding.error}
        </div>
      )}
    </div>
  )
}

/** The class names of the frame round a text control. */
export function controlClass(look: FieldLook, error: string | undefined): string {
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
export function loose<Value>(
  name: string,
  value: Value,
  onChange: (value: Value) => void,
): FieldBinding<Value> {
  return { name, value, onChange, onLeave: () => undefined, error: undefined, register: () => undefined }
}
