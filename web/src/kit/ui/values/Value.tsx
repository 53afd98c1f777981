import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { IconCopy } from '@tabler/icons-react'
import { copyText } from '../../layers/toasts.ts'
import { IconButton } from '../buttons/Button.tsx'
import { cx } from '../class-names.ts'
import { shortWhen, fullWhen } from './moments.ts'
import styles from './value.module.css'

/** No value: a dash, read out as 'none'. */
export function None() {
  return (
    <span className={styles.none}>
      <span aria-hidden="true">–</span>
      <span className="only-heard">none</span>
    </span>
  )
}

/** An amount in cents, always with two decimals: `R 1,234.50`. */
export function Money({ cents, className }: { cents: Cents | null | undefined; className?: string }) {
  return cents === null || cents === undefined ? (
    <None />
  ) : (
    <span className={cx(styles.money, className)}>{formatRand(cents)}</span>
  )
}

/** A moment the way people say it; the exact time is in the tooltip and in the machine-readable attribute. */
export function When({
  at,
  now = new Date(),
  className,
}: {
  at: Date | null | undefined
  now?: Date
  className?: string
}) {
  if (!at || at.getFullYear() <= 1) return <None />
  return (
    <time dateTime={at.toISOString()} title={fullWhen(at)} className={cx('tabular', className)}>
      {shortWhen(at, now)}
    </time>
  )
}

/** A reference in monospace; copying gives the plain text. */
export function Reference({
  of: reference,
  copy = 'hover',
}: {
  of: string
  copy?: 'always' | 'hover' | 'never'
}) {
  return (
    <span className={styles.reference}>
      {reference}
      {copy !== 'never' && (
        <IconButton
          label={`Copy ${reference}`}
          icon={IconCopy}
          size="xs"
          className={cx(styles.copy, copy === 'always' && styles.always)}
          onClick={() => copyText(reference)}
        />
      )}
    </span>
  )
}

/** A small outlined word: a code, a kind, a revision. */
export function Tag({ children }: { children: string }) {
  return <span className={styles.tag}>{children}</span>
}
