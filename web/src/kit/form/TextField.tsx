import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from '../ui/class-names.ts'
import { Icon, type IconShape } from '../ui/buttons/Icon.tsx'
import shared from './field.module.css'
import styles from './text-field.module.css'
import { controlClass, FieldFrame, type FieldAppearance } from './FieldFrame.tsx'
import type { FieldBinding } from './use-form.ts'

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoFocus'
  | 'enterKeyHint'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'spellCheck'
>

export interface TextFieldProps extends FieldBinding<string>, FieldAppearance, Native {
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'url'
  /** Inside the frame, before and after the typed text. */
  prefix?: ReactNode
  suffix?: ReactNode
  icon?: IconShape
  mono?: boolean
  alignRight?: boolean
  /** A scan into this field stays here; with `page`, the scan is passed to the page. */
  takesScans?: boolean | 'page'
  /** Takes a weight in kg of a connected scale. */
  takesWeight?: boolean
  inputRef?: Ref<HTMLInputElement>
  /** Frequent values to choose from; any other text can be typed. */
  suggestions?: readonly string[]
}

/** A single-line text field. */
export function TextField({
  name,
  value,
  onChange,
  onLeave,
  error,
  register,
  type = 'text',
  prefix,
  suffix,
  icon,
  mono,
  alignRight,
  takesScans,
  takesWeight,
  inputRef,
  autoComplete,
  autoCapitalize,
  autoFocus,
  enterKeyHint,
  inputMode,
  maxLength,
  placeholder,
  spellCheck,
  suggestions = [],
  ...appearance
}: TextFieldProps) {
  const list = useId()
  return (
    <FieldFrame binding={{ name, value, onChange, onLeave, error, register }} appearance={appearance}>
      {(wiring) => (
        <div className={controlClass(appearance, error)}>
          {icon && <Icon of={icon} size={16} />}
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input
            autoComplete={autoComplete}
            autoCapitalize={autoCapitalize}
            autoFocus={autoFocus}
            enterKeyHint={enterKeyHint}
            inputMode={inputMode}
            maxLength={maxLength}
            placeholder={placeholder}
            spellCheck={spellCheck}
            {...wiring}
            ref={inputRef}
            type={type}
            value={value}
            readOnly={Boolean(appearance.off)}
            className={cx(shared.input, mono && styles.mono, alignRight && styles.right)}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onLeave}
            list={suggestions.length > 0 ? list : undefined}
            {...(takesWeight ? { 'data-weighs': '' } : {})}
            {...(takesScans ? { 'data-scans': takesScans === 'page' ? 'page' : '' } : {})}
            {...(autoFocus ? { 'data-autofocus': '' } : {})}
          />
          {suffix && <span className={styles.affix}>{suffix}</span>}
          {suggestions.length > 0 && (
            <datalist id={list}>
              {suggestions.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

export interface TextAreaProps extends FieldBinding<string>, FieldAppearance {
  rows?: number
  maxLength?: number
  /** Displays how many characters are left; needs `maxLength`. */
  counts?: boolean
}

/** A multi-line text field, with a live counter if `counts` and `maxLength` are set. */
export function TextArea({ rows = 3, maxLength, counts, ...rest }: TextAreaProps) {
  const { name, value, onChange, onLeave, error, register } = rest
  const appearance: FieldAppearance =
    counts && maxLength ? { ...rest, labelEnd: <Left of={maxLength - value.length} /> } : rest
  return (
    <FieldFrame binding={{ name, value, onChange, onLeave, error, register }} appearance={appearance}>
      {(wiring) => (
        <div className={cx(controlClass(appearance, error), styles.area)}>
          <textarea
            {...wiring}
            rows={rows}
            maxLength={maxLength}
            value={value}
            readOnly={Boolean(rest.off)}
            className={cx(shared.input, styles.textArea)}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onLeave}
          />
        </div>
      )}
    </FieldFrame>
  )
}

function Left({ of: left }: { of: number }) {
  return <span className={cx(shared.quiet, 'tabular')}>{left} left</span>
}
