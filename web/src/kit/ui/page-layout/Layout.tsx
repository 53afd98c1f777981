import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './layout.module.css'

type PageWidth = 'full' | 'list' | 'detail' | 'form' | 'settings'

const class_of_width: Readonly<Record<PageWidth, string | undefined>> = {
  full: undefined,
  list: styles.list,
  detail: styles.detail,
  form: styles.form,
  settings: styles.settings,
}

/**
 * The content area of a page: full width for work screens; `list` fills the window, so that its table scrolls inside;
 * the other page types have a limited width.
 */
export function Page({ width = 'full', children }: { width?: PageWidth; children: ReactNode }) {
  return <div className={cx(styles.page, class_of_width[width])}>{children}</div>
}

/** Main column and a 360 px side column; stacked on phones. With `pinned`, the side stays in view while the page scrolls. */
export function Columns({
  main,
  side,
  pinned = false,
}: {
  main: ReactNode
  side: ReactNode
  pinned?: boolean
}) {
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>{main}</div>
      <div className={cx(styles.stack, pinned && styles.pinned)}>{side}</div>
    </div>
  )
}

/** Stacks its children vertically, with 16 px between them. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

/** Places its children side by side, with 8 px between them; they wrap. */
export function Row({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
