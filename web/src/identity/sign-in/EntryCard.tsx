import type { ReactNode } from 'react'
import styles from './entry-card.module.css'

/** The company's mark above a card of 400 px: signing in, and opening an account. */
export function EntryCard({
  company,
  logo_url,
  children,
}: {
  company: string
  /** `''` shows the name. */
  logo_url: string
  children: ReactNode
}) {
  return (
    <>
      <div className={styles.brand}>
        {logo_url ? <img className={styles.brandImage} src={logo_url} alt={company} /> : company}
      </div>
      <section className={styles.card}>{children}</section>
    </>
  )
}
