import { count_cap } from '@waybill/domain/kit/lists/paging'
import {
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Button } from '../../ui/buttons/Button.tsx'
import { cx } from '../../ui/class-names.ts'
import { useOneTabStop } from '../../ui/tab-stop.ts'
import { EmptyState, RegionError, Skeleton } from '../../ui/states/States.tsx'
import { useGo } from '../../url/use-go.ts'
import type { Columns } from '../columns/columns.ts'
import shared from '../table.module.css'
import styles from './table-body.module.css'
import { TableHead } from './TableHead.tsx'
import type { DataTableProps, Density } from '../table-props.ts'
import { RowCard, TableRow } from './TableRow.tsx'
import type { Selection } from './use-selection.ts'

/** The rows of a table in all their states: loading, failed, empty, cards on a phone, and the table itself. */
export function TableBody<Row>({
  columns,
  selection,
  density,
  isPhone,
  scroll,
  ...props
}: Omit<DataTableProps<Row>, 'columns'> & {
  columns: Columns<Row>
  selection: Selection<Row>
  density: Density
  isPhone: boolean
  scroll: { current: HTMLDivElement | null }
}) {
  const { rows, query, list, caption, bulk = [], linkOf, rowMenu, card, idOf } = props
  const go = useGo()
  const [room, setRoom] = useState(0)
  const onFocus = useOneTabStop(scroll, 'tbody tr[tabindex]')
  const measured = useCallback(
    (box: HTMLDivElement | null) => {
      scroll.current = box
      if (!box) return undefined
      const watcher = new ResizeObserver(() => setRoom(box.clientWidth))
      watcher.observe(box)
      return () => watcher.disconnect()
    },
    [scroll],
  )
  const hasTicks = bulk.length > 0
  // Rows are not rendered again when only these change, so they read what is current when they are used.
  const current = useRef({ selection, rowMenu })
  useLayoutEffect(() => {
    current.current = { selection, rowMenu }
  })
  const select = useCallback(
    (row: Row, extend: boolean): void => current.current.selection.toggle(row, extend),
    [],
  )
  const menuOf = useCallback((row: Row) => current.current.rowMenu?.(row) ?? [], [])
  if (query.error && !rows)
    return <RegionError thrown={query.error} what={caption} onRetry={() => void query.refetch()} />
  if (rows?.length === 0) return <Nothing {...props} />
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLTableRowElement) || !rows) return
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')]
    const at = all.indexOf(event.target)
    const row = rows[at]
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    const jump = jumpByKey(event.key, at, rows.length)
    if (!row || (event.key !== 'Enter' && (event.ctrlKey || event.metaKey) && event.key !== 'a')) return
    if (step) {
      if (event.shiftKey && hasTicks) selection.toggle(rows[at + step] ?? row, true)
      all[at + step]?.focus()
    } else if (jump !== null) all[jump]?.focus()
    else if ((event.key === 'Enter' || event.key === 'o') && linkOf) {
      if (event.ctrlKey || event.metaKey) window.open(linkOf(row), '_blank', 'noopener')
      else void go(linkOf(row))
    } else if ((event.key === ' ' || event.key === 'x') && hasTicks) selection.toggle(row, event.shiftKey)
    else if (event.key === '.') event.target.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
    else if (event.key === 'a' && hasTicks && (event.ctrlKey || event.metaKey)) selection.setPage(true)
    else return
    event.preventDefault()
  }
  const isOld = query.isFetching && rows !== undefined
  const nameOf = (row: Row): string => columns.shown[0]?.text(row) ?? ''
  if (isPhone && card)
    return (
      <div
        ref={scroll}
        className={cx(styles.cards, isOld && styles.old)}
        role="list"
        aria-label={caption}
        aria-busy={query.isFetching}
      >
        {rows
          ? rows.map((row) => (
              <RowCard
                key={idOf(row)}
                name={nameOf(row)}
                text={card(row)}
                link={linkOf?.(row)}
                {...(rowMenu && rowMenu(row).length > 0 ? { menu: () => menuOf(row) } : {})}
                isSelected={selection.has(idOf(row))}
                isChoosing={selection.count > 0}
                {...(hasTicks ? { onSelect: () => selection.toggle(row) } : {})}
              />
            ))
          : Array.from({ length: 6 }, (_, index) => (
              <div key={index} className={shared.cardItem}>
                <Skeleton height={56} />
              </div>
            ))}
        {props.totals && (
          <RowCard
            name="Total"
            text={{ ...card(props.totals), title: 'Total' }}
            link={undefined}
            isSelected={false}
            isChoosing={false}
          />
        )}
      </div>
    )
  const beside = (hasTicks ? 36 : 0) + (rowMenu ? 44 : 0)
  const fitted = columns.fitted(Math.max(0, room - beside))
  const before = list ? (list.page - 1) * list.size : 0
  const width = fitted.shown.reduce((sum, column) => sum + fitted.widthOf(column), beside)
  return (
    <div ref={measured} className={styles.scroll} onFocus={onFocus} onKeyDown={onKeyDown}>
      <table
        className={cx(
          shared.table,
          density === 'compact' && styles.compact,
          density === 'relaxed' && styles.relaxed,
        )}
        style={{ minWidth: width }}
        aria-busy={query.isFetching}
        aria-rowcount={rowCount(props.total ?? rows?.length)}
      >
        <caption className="only-heard">{caption}</caption>
        <TableHead
          columns={fitted}
          list={list}
          selection={hasTicks ? selection : null}
          rows={rows ?? []}
          idOf={idOf}
          hasMenu={Boolean(rowMenu)}
        />
        <tbody className={cx(isOld && styles.old)}>
          {rows ? (
            <Rows rows={rows}>
              {(row, index) => (
                <TableRow
                  key={idOf(row)}
                  row={row}
                  columns={columns.shown}
                  asOf={query.dataUpdatedAt}
                  at={before + index + 2}
                  link={linkOf?.(row)}
                  menu={rowMenu && menuOf}
                  isSelected={selection.has(idOf(row))}
                  onSelect={hasTicks ? select : null}
                />
              )}
            </Rows>
          ) : (
            Array.from({ length: 8 }, (_, index) => (
              <tr key={index} className={shared.row}>
                <td colSpan={columns.shown.length + (hasTicks ? 1 : 0) + (rowMenu ? 1 : 0)}>
                  <Skeleton height={12} width={`${90 - ((index * 13) % 30)}%`} />
                </td>
              </tr>
            ))
          )}
        </tbody>
        {props.totals && <Totals columns={columns} of={props.totals} hasMenu={rowMenu !== undefined} />}
      </table>
    </div>
  )
}

/** Number of rows that a table shows at once when its first rows arrive: more than fit on a large screen. */
const first_rows = 40

/** The rows of a table. Those that are out of sight at first are made afterwards, so that the page reacts meanwhile. */
function Rows<Row>({
  rows,
  children,
}: {
  rows: readonly Row[]
  children: (row: Row, index: number) => ReactNode
}): ReactNode {
  const count = useDeferredValue(rows.length, Math.min(rows.length, first_rows))
  return rows.slice(0, count).map(children)
}

/** Number of rows that Page Up and Page Down skip. */
const rows_of_jump = 10

/** Returns the row that Home, End, Page Up or Page Down moves to from row `at`; `null` for other keys. */
function jumpByKey(key: string, at: number, count: number): number | null {
  const to = { Home: 0, End: count - 1, PageUp: at - rows_of_jump, PageDown: at + rows_of_jump }[key]
  return to === undefined ? null : Math.max(0, Math.min(count - 1, to))
}

/** Returns the number of rows with the head, or -1 where it is unknown: before the first response, or above the cap. */
function rowCount(total: number | undefined): number {
  return total === undefined || total >= count_cap ? -1 : total + 1
}

/** The sums of all rows, under their columns. Tables with totals have no checkboxes. */
function Totals<Row>({ columns, of: totals, hasMenu }: { columns: Columns<Row>; of: Row; hasMenu: boolean }) {
  return (
    <tfoot>
      <tr className={shared.totals}>
        {columns.shown.map((column, index) =>
          index === 0 ? (
            <th key={column.key} scope="row">
              Total
            </th>
          ) : (
            <td key={column.key} className={cx(column.align === 'right' && shared.right)}>
              {column.text(totals) === '' ? '' : column.cell(totals)}
            </td>
          ),
        )}
        {hasMenu && <td className={shared.menuCell} />}
      </tr>
    </tfoot>
  )
}

function Nothing<Row>({ list, caption, empty }: Pick<DataTableProps<Row>, 'list' | 'caption' | 'empty'>) {
  if (list && (list.isFiltered || list.page > 1))
    return (
      <EmptyState
        title={`No ${caption.toLowerCase()} match.`}
        action={
          <Button onClick={list.page > 1 && !list.isFiltered ? () => list.setPage(1) : list.clear}>
            {list.isFiltered ? 'Clear all' : 'First page'}
          </Button>
        }
      />
    )
  return (
    <EmptyState title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  )
}
