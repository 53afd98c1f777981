import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import styles from './layout.module.css'

/**
 * The area of a page: full width for work screens, `list` fills the window so that its table scrolls inside, and a
 * measured width for the other archetypes.
 */
export function Page({
  width = 'full',
  children,
}: {
  width?: 'full' | 'list' | 'detail' | 'form' | 'settings'
  children: ReactNode
}) {
  return <div className={cx(styles.page, width !== 'full' && styles[width])}>{children}</div>
}

/** Main column and a 360 px side column; one below the other on phones. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>{main}</div>
      <div className={styles.stack}>{side}</div>
    </div>
  )
}

/** Things under each other with 16 px between. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

/** Things beside each other with 8 px between, wrapping. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
