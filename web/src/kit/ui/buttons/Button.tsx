import { reasonOf, type RuleResult } from '@waybill/domain/kit/rule-result'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './button.module.css'
import { cx } from '../class-names.ts'
import { Icon, type IconShape } from './Icon.tsx'
import { Tooltip } from '../layers/Tooltip.tsx'
import { usePress } from './use-press.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerFilled' | 'link'
export type ButtonSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

const class_of_variant: Readonly<Record<ButtonVariant, string | undefined>> = {
  primary: styles.primary,
  secondary: undefined,
  ghost: styles.ghost,
  danger: styles.danger,
  dangerFilled: styles.dangerFilled,
  link: styles.link,
}
const class_of_size: Readonly<Record<ButtonSize, string | undefined>> = {
  xs: styles.xs,
  sm: styles.sm,
  md: undefined,
  lg: styles.lg,
  xl: styles.xl,
}

export interface ButtonAppearance {
  /** Use `primary` at most once per page area. */
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconShape
  /** An icon after the text, such as the chevron of a menu. */
  endIcon?: IconShape
  full?: boolean
  /** A 16 px icon, for toolbars. */
  smallIcon?: boolean
}

export interface ButtonProps
  extends ButtonAppearance, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** Keeps width and label, displays a spinner and ignores presses. */
  busy?: boolean
  /** The reason why the button cannot be pressed now: it stays focusable and displays the reason. */
  reason?: string | null | undefined
  ref?: Ref<HTMLButtonElement>
}

/** Returns the class names of a button style, for links that look like buttons. */
export function buttonClass(
  { variant = 'secondary', size = 'md', full }: ButtonAppearance,
  isIconOnly = false,
): string {
  return cx(
    styles.button,
    class_of_variant[variant],
    class_of_size[size],
    full && styles.full,
    isIconOnly && styles.icon,
  )
}

/**
 * The standard button. `type` is `button` by default. While a promise returned by `onClick` is pending, further
 * presses do nothing.
 */
export function Button({
  variant,
  size,
  icon,
  endIcon,
  full,
  smallIcon,
  busy,
  reason,
  children,
  onClick,
  className,
  ...rest
}: ButtonProps) {
  const press = usePress(onClick)
  const isOff = Boolean(reason)
  const small = size === 'xs' || size === 'sm' || variant === 'link' || smallIcon
  const button = (
    <button
      type="button"
      {...rest}
      className={cx(
        buttonClass({
          ...(variant ? { variant } : {}),
          ...(size ? { size } : {}),
          ...(full ? { full } : {}),
        }),
        isOff && styles.off,
        busy && styles.busy,
        className,
      )}
      aria-disabled={isOff || busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (isOff || busy) event.preventDefault()
        else press(event)
      }}
    >
      {icon && <Icon of={icon} size={small ? 16 : 20} />}
      {children && <span>{children}</span>}
      {endIcon && <Icon of={endIcon} size={16} />}
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  )
  return reason ? <Tooltip text={reason}>{button}</Tooltip> : button
}

/**
 * A button controlled by a rule: enabled only when `verdict` is `true`, otherwise disabled with the sentence of the
 * rule.
 */
export function ActionButton({ verdict, ...rest }: Omit<ButtonProps, 'reason'> & { verdict: RuleResult }) {
  return <Button {...rest} reason={reasonOf(verdict)} />
}

/**
 * A button with only an icon; use it only for search, close, more, copy, sort, back, expand, menu, print and
 * download.
 */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size,
  className,
  tooltip = true,
  reason,
  onClick,
  ...rest
}: Omit<ButtonProps, 'children' | 'icon' | 'endIcon' | 'full' | 'busy'> & {
  label: ReactNode & string
  icon: IconShape
  tooltip?: boolean
}) {
  const press = usePress(onClick)
  const button = (
    <button
      type="button"
      aria-label={label}
      {...rest}
      aria-disabled={reason ? true : rest['aria-disabled']}
      className={cx(
        buttonClass({ variant, ...(size ? { size } : {}) }, true),
        reason && styles.off,
        className,
      )}
      onClick={(event) => {
        if (reason) event.preventDefault()
        else press(event)
      }}
    >
      <Icon of={icon} size={size === 'xs' || size === 'sm' ? 16 : 20} />
    </button>
  )
  return tooltip || reason ? (
    <Tooltip text={reason ?? label} silent={!reason}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
