import { IconAlertTriangle, IconBell, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { AlertVariant } from '../layers/alerts.ts'
import { cx } from './class-names.ts'
import { Icon, type IconShape } from './Icon.tsx'
import styles from './layout.module.css'

const icons: Record<AlertVariant, IconShape> = {
  error: IconAlertTriangle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  success: IconCircleCheck,
  general: IconBell,
}

/** Something that stays on the page until it is settled: what, since when, and the button that fixes it. */
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
  /** Read out when it appears. */
  live?: boolean
}) {
  return (
    <div
      className={cx(styles.notice, variant !== 'general' && styles[variant])}
      role={live ? 'alert' : undefined}
    >
      <Icon of={icons[variant]} />
      <div className={styles.noticeText}>
        {title && <strong>{title}</strong>} {children}
      </div>
      {action}
    </div>
  )
}
