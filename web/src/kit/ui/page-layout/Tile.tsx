import type { ReactNode } from 'react'
import { AppLink } from '../buttons/AppLink.tsx'
import { cx } from '../class-names.ts'
import { Skeleton } from '../states/States.tsx'
import styles from './tile.module.css'

/** A row of tiles, named `label` for screen readers. `isDense` makes them smaller, above other content. */
export function Tiles({
  label,
  isDense = false,
  children,
}: {
  label: string
  isDense?: boolean
  children: ReactNode
}) {
  return (
    <section className={cx(styles.tiles, isDense && styles.dense)} aria-label={label}>
      {children}
    </section>
  )
}

/** A figure that links to the list behind it. */
export function Tile({
  to,
  name,
  value,
  hint,
  isUrgent = false,
  hasFailed = false,
}: {
  to: string
  name: string
  /** `undefined` while it is loading. */
  value: ReactNode
  hint: ReactNode
  isUrgent?: boolean
  hasFailed?: boolean
}) {
  return (
    <AppLink to={to} className={cx(styles.tile, isUrgent && styles.urgent)}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>
        {hasFailed ? '–' : value === undefined ? <Skeleton height={32} width={72} /> : value}
      </span>
      <span className={styles.hint}>{hasFailed ? 'Could not be loaded.' : hint}</span>
    </AppLink>
  )
}
