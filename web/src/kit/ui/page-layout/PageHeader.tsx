import { IconChevronLeft } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { usePageTitle } from '../../url/page-title.ts'
import { AppLink } from '../buttons/AppLink.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../buttons/Icon.tsx'
import styles from './page-header.module.css'
import { formatTotal } from '../values/numbers.ts'

/**
 * The head of every page: the only `h1`, what stands beside it, and the actions, of which one is primary. Sets the
 * document title and takes focus when the page opens.
 */
export function PageHeader({
  title,
  titleText,
  mono = false,
  count,
  badge,
  note,
  back,
  actions,
  primary,
}: {
  title: ReactNode
  /** The title as plain text for the document title, when `title` is not a text. */
  titleText?: string
  mono?: boolean
  /** How many there are; left out while it is not known. */
  count?: number | undefined
  badge?: ReactNode
  note?: ReactNode
  /** Where this page belongs: returns to the list with its filters when that was the way here. */
  back?: { to: string; label: string }
  /** Outlined actions and the ⋮ menu. */
  actions?: ReactNode
  /** The one filled button; pinned to the bottom on phones. */
  primary?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(titleText ?? (typeof title === 'string' ? title : ''))
  useEffect(() => {
    const active = document.activeElement
    if (!active || active === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={styles.header}>
      {back && <BackLink {...back} />}
      <div className={styles.titleRow}>
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1} className={cx(mono && 'mono', styles.titleHeading)}>
            {title}
          </h1>
          {badge}
          {count !== undefined && <span className={styles.count}>{formatTotal(count)}</span>}
          {note && <span className={styles.note}>{note}</span>}
        </div>
        {(actions || primary) && (
          <div className={styles.actions} data-print="no">
            {actions}
            {primary && <div data-primary="">{primary}</div>}
          </div>
        )}
      </div>
    </header>
  )
}

/** '‹ Shipments': goes back in the history when the list is where the person came from, so that its state returns. */
function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <AppLink to={lastVisited(to)} className={styles.crumb}>
      <Icon of={IconChevronLeft} size={16} />
      {label}
    </AppLink>
  )
}

/** The address under which a list was last seen in this tab, with its filters and page. */
export function lastVisited(path: string): string {
  try {
    return sessionStorage.getItem(`last:${path}`) ?? path
  } catch {
    return path
  }
}
