import { cx } from '../class-names.ts'
import styles from './status-badge.module.css'

/** The colour families of all statuses in the app (docs/domain/interface.md#badges). */
export type StatusFamily = 'blue' | 'green' | 'yellow' | 'red' | 'grey'

export type StatusMark = 'dot' | 'arrow' | 'alert' | 'tick' | 'dash'

const class_of: Readonly<Record<StatusFamily, string | undefined>> = {
  blue: styles.blue,
  green: styles.green,
  yellow: styles.yellow,
  red: styles.red,
  grey: undefined,
}
const mark_of: Record<StatusFamily, StatusMark> = {
  blue: 'dot',
  green: 'arrow',
  yellow: 'alert',
  red: 'alert',
  grey: 'dash',
}

/**
 * A status as icon and text, never as colour alone. `mark` overrides the icon of the family (a finished status uses
 * `tick`).
 */
export function StatusBadge({
  family,
  label,
  mark = mark_of[family],
  size = 'normal',
}: {
  family: StatusFamily
  label: string
  mark?: StatusMark
  size?: 'compact' | 'normal' | 'large'
}) {
  return (
    <span
      className={cx(
        styles.badge,
        class_of[family],
        size === 'compact' && styles.compact,
        size === 'large' && styles.large,
      )}
      data-badge=""
    >
      <Mark of={mark} />
      <span className={styles.label}>{label}</span>
    </span>
  )
}

function Mark({ of: mark }: { of: StatusMark }) {
  if (mark === 'dot')
    return (
      <svg className={styles.badgeIcon} viewBox="0 0 12 12" aria-hidden="true">
        <circle cx="6" cy="6" r="4" fill="currentColor" />
      </svg>
    )
  if (mark === 'alert')
    return (
      <svg className={styles.badgeIcon} viewBox="0 0 12 12" aria-hidden="true">
        <path
          fillRule="evenodd"
          fill="currentColor"
          d="M6 .8l5.5 10H.5zM5.35 4.2v3.1h1.3V4.2zm0 4.1v1.25h1.3V8.3z"
        />
      </svg>
    )
  const line = { arrow: 'M1.5 6h8.5M6.5 2.5L10 6 6.5 9.5', tick: 'M1.8 6.4l2.9 2.9 5.5-6.2', dash: 'M2 6h8' }[
    mark
  ]
  return (
    <svg
      className={styles.badgeIcon}
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={line} />
    </svg>
  )
}
