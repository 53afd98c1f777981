import { IconChevronLeft } from '../../icons/kit-icons.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { usePageTitle } from '../../url/page-title.ts'
import { AppLink } from '../buttons/AppLink.tsx'
import { cx } from '../class-names.ts'
import { Icon } from '../buttons/Icon.tsx'
import styles from './page-header.module.css'
import { formatTotal } from '../values/numbers.ts'

/**
 * The header of every page: the only `h1`, the content beside it, and the actions, of which one is primary. Sets the
 * document title, and takes the focus when the page opens and no other element has it.
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
  /** The title as plain text for the document title, when `title` is not a string. */
  titleText?: string
  mono?: boolean
  /** The total number of items; omit it while it is unknown. */
  count?: number | undefined
  badge?: ReactNode
  note?: ReactNode
  /**
   * The parent list of this page. The link restores its filters and page if the user has visited the list in this
   * tab.
   */
  back?: { to: string; label: string }
  /** Secondary buttons and the ⋮ menu. */
  actions?: ReactNode
  /** The only primary button; at the bottom of the screen on phones. */
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

/** '‹ Shipments': links to the list with the filters and page that it last had in this tab. */
function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <AppLink to={lastVisited(to)} className={styles.crumb}>
      <Icon of={IconChevronLeft} size={16} />
      {label}
    </AppLink>
  )
}

/** Returns the URL that a list last had in this tab, with its filters and page. */
export function lastVisited(path: string): string {
  try {
    return sessionStorage.getItem(`last:${path}`) ?? path
  } catch {
    return path
  }
}
