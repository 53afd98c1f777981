import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import styles from './card.module.css'

/** A bordered section of a page with an optional heading. With `flush`, a table can extend to its edges. */
export function Card({
  title,
  note,
  actions,
  flush = false,
  ruled = flush,
  children,
  className,
}: {
  title?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  flush?: boolean
  /** Draws a line below the heading. */
  ruled?: boolean
  children?: ReactNode
  className?: string | undefined
}) {
  return (
    <section className={cx(styles.card, className)}>
      {title && (
        <header className={cx(styles.cardHead, ruled && styles.ruled)}>
          <h2>{title}</h2>
          {note && <span className={styles.cardNote}>{note}</span>}
          {actions && <span className={styles.cardActions}>{actions}</span>}
        </header>
      )}
      <div className={cx(styles.cardBody, flush && styles.flush)}>{children}</div>
    </section>
  )
}

/** Names and values in two columns; with `split`, the values are at the right edge. */
export function Facts({
  of: facts,
  split = false,
}: {
  of: readonly (readonly [string, ReactNode])[]
  split?: boolean
}) {
  return (
    <dl className={cx(styles.facts, split && styles.split)}>
      {facts.map(([name, value]) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function FactRow({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt className={styles.factsTerm}>{name}</dt>
      <dd className={styles.factsValue}>{value}</dd>
    </>
  )
}
