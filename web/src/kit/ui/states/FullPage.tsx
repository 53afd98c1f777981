import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './full-page.module.css'

/** A full-page message: logo, heading, sentence, one button, and a note for support. */
export function FullPage({
  logo,
  title,
  children,
  action,
  note,
  inPage = false,
}: {
  /** The provider’s logo or name; omitted inside the shell. */
  logo?: { src: string; name: string } | undefined
  title: string
  children?: ReactNode
  action?: ReactNode
  note?: ReactNode
  inPage?: boolean
}) {
  return (
    <div className={cx(styles.full, inPage && styles.inPage)}>
      <div className={styles.fullCard}>
        {logo?.src && <img src={logo.src} alt={logo.name} className={styles.fullLogo} />}
        {logo && !logo.src && <div className={styles.fullName}>{logo.name}</div>}
        <h1>{title}</h1>
        <div className={styles.fullText}>{children}</div>
        {action}
        {note && <p className={styles.fullNote}>{note}</p>}
      </div>
    </div>
  )
}
