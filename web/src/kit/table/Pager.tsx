import { IconChevronLeft, IconChevronRight } from '../icons/kit-icons.ts'
import { count_cap } from '@waybill/domain/kit/lists/paging'
import { Icon } from '../ui/buttons/Icon.tsx'
import { formatCount, formatTotal } from '../ui/values/numbers.ts'
import { usePhone } from '../ui/page-layout/use-phone.ts'
import styles from './pager.module.css'
import { row_choices, type List } from './use-list.ts'

/**
 * Returns the page numbers that get a button: the first, the last, and those around the current one; `null` marks a
 * gap.
 */
export function pagesToShow(page: number, last: number): (number | null)[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1)
  const near = [page - 1, page, page + 1].filter((one) => one > 1 && one < last)
  const start = page <= 3 ? [2, 3] : near
  const middle = page >= last - 2 ? [last - 2, last - 1] : start
  return [
    1,
    ...((middle[0] ?? 0) > 2 ? [null] : []),
    ...middle,
    ...((middle.at(-1) ?? 0) < last - 1 ? [null] : []),
    last,
  ]
}

/** Displays '1–20 of 1,284', the rows per page, and the page buttons. */
export function Pager({ list, total, onTurn }: { list: List; total: number; onTurn: () => void }) {
  const isPhone = usePhone()
  const first = (list.page - 1) * list.size + 1
  const lastPage = Math.max(1, Math.ceil(total / list.size))
  const isOpenEnded = total >= count_cap
  const go = (page: number): void => {
    list.setPage(page)
    onTurn()
  }
  return (
    <>
      <span>
        {formatCount(Math.min(first, total))}–{formatCount(Math.min(first + list.size - 1, total))} of{' '}
        {formatTotal(total)}
      </span>
      <div className={styles.footEnd}>
        {!isPhone && (
          <label className={styles.rows}>
            Rows per page
            <select
              className={styles.rowsSelect}
              value={list.size}
              onChange={(event) => list.setSize(Number(event.target.value))}
            >
              {row_choices.map((choice) => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          </label>
        )}
        <nav className={styles.pager} aria-label="Pages">
          <button
            className={styles.pagerButton}
            type="button"
            aria-label="Previous page"
            disabled={list.page <= 1}
            onClick={() => go(list.page - 1)}
          >
            <Icon of={IconChevronLeft} size={16} />
          </button>
          {!isPhone &&
            pagesToShow(list.page, lastPage).map((page, index) =>
              page === null ? (
                <span key={`gap-${index}`}>…</span>
              ) : (
                <button
                  className={styles.pagerButton}
                  key={page}
                  type="button"
                  aria-current={page === list.page ? 'page' : undefined}
                  aria-label={`Page ${page}`}
                  onClick={() => go(page)}
                >
                  {page === lastPage && isOpenEnded ? `${page}+` : page}
                </button>
              ),
            )}
          <button
            className={styles.pagerButton}
            type="button"
            aria-label="Next page"
            disabled={list.page >= lastPage && !isOpenEnded}
            onClick={() => go(list.page + 1)}
          >
            <Icon of={IconChevronRight} size={16} />
          </button>
        </nav>
      </div>
    </>
  )
}
