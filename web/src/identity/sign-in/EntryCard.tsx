import type { ReactNode } from 'react'
import styles from './entry-card.module.css'

/** Card with the company's logo above it, for sign-in and registration; 400 px wide. */
export function EntryCard({
  company,
  logo_url,
  children,
}: {
  company: string
  /** `''` displays the company name instead. */
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
