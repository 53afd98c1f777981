import { IconAlertTriangle, IconBell, IconCircleCheck, IconInfoCircle } from '../../icons/kit-icons.ts'
import type { ReactNode } from 'react'
import type { AlertVariant } from '../../layers/alerts.ts'
import { cx } from '../class-names.ts'
import { Icon, type IconShape } from '../buttons/Icon.tsx'
import styles from './notice.module.css'

const class_of: Readonly<Record<AlertVariant, string | undefined>> = {
  error: styles.error,
  warning: styles.warning,
  info: styles.info,
  success: styles.success,
  general: undefined,
}
const icons: Record<AlertVariant, IconShape> = {
  error: IconAlertTriangle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  success: IconCircleCheck,
  general: IconBell,
}

/**
 * A message that stays on the page until its cause is resolved: what has happened, since when, and the button that
 * fixes it.
 */
export function Notice({
  variant,
  title,
  children,
  action,
  live = false,
}: {
  variant: AlertVariant
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Screen readers announce it when it appears. */
  live?: boolean
}) {
  return (
    <div className={cx(styles.notice, class_of[variant])} role={live ? 'alert' : undefined} data-notice="">
      <Icon className={styles.noticeIcon} of={icons[variant]} />
      <div className={styles.noticeText}>
        {title && <strong className={styles.noticeTextStrong}>{title}</strong>} {children}
      </div>
      {action}
    </div>
  )
}
