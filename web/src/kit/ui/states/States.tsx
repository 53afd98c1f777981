import { useEffect, useState, type ReactNode } from 'react'
import { sentenceOf } from '../../api/error-text.ts'
import { ApiError } from '../../api/api-error.ts'
import { useKitTexts } from '../../texts/kit-texts.ts'
import { Button } from '../buttons/Button.tsx'
import { cx } from '../class-names.ts'
import { Icon, type IconShape } from '../buttons/Icon.tsx'
import { Notice } from './Notice.tsx'
import styles from './states.module.css'

/** Returns the last of `steps` (in ms since the first render) that has passed; 0 before the first. */
function useWaited(steps: readonly number[]): number {
  const [waited, setWaited] = useState(0)
  const list = steps.join()
  useEffect(() => {
    const timers = list.split(',').map((step) => setTimeout(() => setWaited(Number(step)), Number(step)))
    return () => timers.forEach(clearTimeout)
  }, [list])
  return waited
}

/** A grey placeholder for content of known height; appears after 200 ms. */
export function Skeleton({ height = 16, width = '100%' }: { height?: number; width?: number | string }) {
  return <span className={styles.skeleton} style={{ height, width }} aria-hidden="true" />
}

/**
 * Placeholder lines of a card. Displays 'Still loading…' after 5 s, and with `onRetry` a 'Try again' button after 20
 * s.
 */
export function Loading({ lines = 4, onRetry }: { lines?: number; onRetry?: () => void }) {
  const t = useKitTexts()
  const waited = useWaited([200, 5000, 20_000])
  return (
    <div className={styles.loading} role="status" aria-busy="true">
      <span className="only-heard">{t.loading}</span>
      {waited >= 200 &&
        Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} width={`${95 - ((line * 17) % 40)}%`} />
        ))}
      {waited >= 5000 && <span>{t.stillLoading}</span>}
      {waited >= 20_000 && onRetry && (
        <Button size="sm" onClick={onRetry}>
          {t.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** A thin progress bar at the top of a region that is being fetched again; the old content stays visible. */
export function ThinBar({ active }: { active: boolean }) {
  return <div className={cx(styles.bar, active && styles.barOn)} role="presentation" />
}

/** Displayed when there is nothing: one sentence about what will be here, and one action. */
export function EmptyState({
  title,
  children,
  icon,
  action,
}: {
  title: string
  children?: ReactNode
  icon?: IconShape
  action?: ReactNode
}) {
  return (
    <div className={styles.empty}>
      {icon && <Icon className={styles.emptyIcon} of={icon} size={24} />}
      <p className={styles.emptyTitle}>{title}</p>
      {children && <div className={styles.emptyText}>{children}</div>}
      {action}
    </div>
  )
}

/**
 * Displayed when a region could not be loaded: what failed, 'Try again', and the request id. The rest of the page
 * continues to work.
 */
export function RegionError({
  thrown,
  what,
  onRetry,
}: {
  thrown: unknown
  what: string
  onRetry?: () => void
}) {
  const t = useKitTexts()
  const sentence = sentenceOf(thrown)
  if (sentence === null) return null
  return (
    <Notice
      variant="error"
      title={t.notLoaded(what)}
      live
      action={
        onRetry && (
          <Button size="sm" variant="danger" onClick={onRetry}>
            {t.tryAgain}
          </Button>
        )
      }
    >
      {sentence}
      {thrown instanceof ApiError && thrown.request_id && (
        <span className={styles.request}>{t.request(thrown.request_id)}</span>
      )}
    </Notice>
  )
}
