import { formatRand, type Cents } from '@waybill/domain/kit/money'
import { IconCopy } from '../../icons/kit-icons.ts'
import { copyText } from '../../layers/toasts.ts'
import { IconButton } from '../buttons/Button.tsx'
import { cx } from '../class-names.ts'
import { shortWhen, fullWhen } from './moments.ts'
import styles from './value.module.css'

/** Displays a missing value: a dash, announced as 'none'. */
export function None() {
  return (
    <span className={styles.none}>
      <span aria-hidden="true">–</span>
      <span className="only-heard">none</span>
    </span>
  )
}

/** Displays an amount in cents, always with two decimals: `R 1,234.50`. */
export function Money({ cents, className }: { cents: Cents | null | undefined; className?: string }) {
  return cents === null || cents === undefined ? (
    <None />
  ) : (
    <span className={cx(styles.money, className)}>{formatRand(cents)}</span>
  )
}

/**
 * Displays a time in a short form, such as 'today 17:06'; the exact time is in the tooltip and in the `dateTime`
 * attribute.
 */
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

/** A reference in monospace; the copy button copies it as plain text. */
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

/** A short outlined label: a code, a type, a revision. */
export function Tag({ children }: { children: string }) {
  return <span className={styles.tag}>{children}</span>
}
