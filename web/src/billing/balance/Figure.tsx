import type { ReactNode } from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import styles from './figure.module.css'

/** One figure of a strip: its name above its value. */
export function Figure({
  name,
  isMain = false,
  badge,
  children,
}: {
  name: ReactNode
  isMain?: boolean
  badge?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={cx(styles.figure, isMain && styles.main)}>
      <div className={styles.figureName}>
        {name} {badge}
      </div>
      <div className={styles.figureValue}>{children}</div>
    </div>
  )
}
