import type { Cents } from '@waybill/domain/kit/money'
import type { ReactNode } from 'react'
import { Refusal } from '../kit/api/index.ts'
import { cx } from '../kit/ui/class-names.ts'
import { Columns, Page } from '../kit/ui/Layout.tsx'
import { PageHeader } from '../kit/ui/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../kit/ui/States.tsx'
import { Money } from '../kit/ui/Value.tsx'
import styles from './billing.module.css'

/** The page of one document in all its states: loading, failed, not there, and itself. */
export function DocumentFrame<Found>({
  query,
  found,
  what,
  children,
}: {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown }
  found: Found | undefined
  /** 'invoice', for what is said when there is none. */
  what: string
  children: (found: Found) => ReactNode
}) {
  if (found) return children(found)
  const isMissing = !query.isPending && (!query.error || isNotFound(query.error))
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)}`
  return (
    <Page width="detail">
      <PageHeader title={isMissing ? `This ${what} does not exist` : title} />
      {isMissing ? (
        <EmptyState title={`There is no such ${what}, or it is not yours to see.`}>
          Check the number and search for it again.
        </EmptyState>
      ) : query.error ? (
        <RegionError thrown={query.error} what={`The ${what}`} onRetry={() => void query.refetch()} />
      ) : (
        <Loading lines={8} />
      )}
    </Page>
  )
}

function isNotFound(thrown: Error): boolean {
  return thrown instanceof Refusal && (thrown.status === 404 || thrown.status === 400)
}

/** Head, lines and side column of a document. */
export function DocumentLayout({
  title,
  badge,
  note,
  back,
  primary,
  main,
  side,
}: {
  title: string
  badge: ReactNode
  note: ReactNode
  back: { to: string; label: string }
  primary: ReactNode
  main: ReactNode
  side: ReactNode
}) {
  return (
    <Page width="detail">
      <PageHeader title={title} mono badge={badge} note={note} back={back} primary={primary} />
      <div className={cx(styles.wide, styles.sumsFirst)}>
        <Columns main={main} side={side} />
      </div>
    </Page>
  )
}

/** Amounts under each other; the strong ones are sums. */
export function Totals({ of: amounts }: { of: readonly (readonly [string, Cents, boolean?])[] }) {
  return (
    <dl className={styles.totals}>
      {amounts.map(([name, cents, isStrong]) => (
        <Amount key={name} name={name} cents={cents} isStrong={isStrong ?? false} />
      ))}
    </dl>
  )
}

function Amount({ name, cents, isStrong }: { name: string; cents: Cents; isStrong: boolean }) {
  const look = isStrong ? styles.strong : undefined
  return (
    <>
      <dt className={look}>{name}</dt>
      <dd className={look}>
        <Money cents={cents} />
      </dd>
    </>
  )
}
