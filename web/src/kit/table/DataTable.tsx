import { IconList, IconListDetails, IconMenu2, IconRefresh } from '@tabler/icons-react'
import { clockOf } from '@waybill/domain/kit/wire'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { usePreference } from '../preferences/preferences.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { cx } from '../ui/class-names.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { EmptyState, RegionError, Skeleton, ThinBar } from '../ui/States.tsx'
import { usePhone } from '../ui/use-phone.ts'
import { useGo } from '../url/use-go.ts'
import { BulkBar, type BulkAction } from './BulkBar.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { useColumns, type Column } from './columns.ts'
import { FilterBar, FilterChips } from './FilterBar.tsx'
import { Pager } from './Pager.tsx'
import styles from './table.module.css'
import { TableHead } from './TableHead.tsx'
import { RowCard, TableRow, type CardText } from './TableRow.tsx'
import type { List } from './use-list.ts'
import { useSelection, type RowId } from './use-selection.ts'

export type { CardText } from './TableRow.tsx'

const densities = ['compact', 'standard', 'relaxed'] as const
type Density = (typeof densities)[number]

/** The part of a TanStack query that a table shows. */
export interface TableQuery {
  isFetching: boolean
  error: Error | null
  dataUpdatedAt: number
  refetch: () => unknown
}

export interface DataTableProps<Row> {
  /** Names the columns' preferences: 'shipments'. */
  name: string
  /** Said to screen readers: 'Shipments'. */
  caption: string
  columns: readonly Column<Row>[]
  /** `undefined` until the first answer. */
  rows: readonly Row[] | undefined
  idOf: (row: Row) => RowId
  /** How many there are in all; needed for paging. */
  total?: number | undefined
  query: TableQuery
  /** From `useList`; without it the table has no filters, sorting or paging. */
  list?: List
  searchHint?: string
  /** The page a row opens; the first cell becomes a real link. */
  linkOf?: (row: Row) => string
  rowMenu?: (row: Row) => readonly MenuEntry[]
  bulk?: readonly BulkAction<Row>[]
  /** What a row says on a phone. */
  card?: (row: Row) => CardText
  /** Shown when there is nothing at all: one sentence what will be here, and the one thing to do. */
  empty: { title: string; text?: ReactNode; action?: ReactNode }
  /** New rows that wait to be shown, so that nothing moves under the cursor. */
  waiting?: { count: number; show: () => void }
  /** At the end of the chips row, such as 'Applies to 3 of 4'. */
  remark?: ReactNode
  /** Stands inside a card: no frame of its own, no toolbar. */
  inCard?: boolean
}

/** The house table: server paging and sorting, filters, columns, selection, keyboard, and all its states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, rows = [], query, list, bulk = [], total = rows.length, inCard = false } = props
  const isPhone = usePhone()
  const columns = useColumns(name, props.columns)
  const [density, setDensity] = usePreference<Density>('density', 'standard')
  const selection = useSelection(rows, props.idOf, list?.filterText ?? '')
  const scroll = useRef<HTMLDivElement>(null)
  const turned = useRef(false)
  const isChoosing = selection.rows.size > 0 || selection.isAll

  useEffect(() => {
    if (!turned.current || query.isFetching) return
    turned.current = false
    scroll.current?.scrollTo({ top: 0 })
    scroll.current?.querySelector<HTMLElement>('tbody tr')?.focus({ preventScroll: true })
  }, [query.isFetching, rows])

  const next_density = densities[(densities.indexOf(density) + 1) % densities.length] ?? 'standard'
  const tools = (
    <>
      <ColumnChooser columns={columns} />
      <IconButton
        label={`Density: ${density}. Change to ${next_density}`}
        icon={density === 'compact' ? IconMenu2 : density === 'standard' ? IconList : IconListDetails}
        variant="secondary"
        onClick={() => setDensity(next_density)}
      />
      <Button
        icon={IconRefresh}
        smallIcon
        aria-label="Refresh"
        data-shortcut="r"
        onClick={() => void query.refetch()}
      >
        {query.dataUpdatedAt ? clockOf(new Date(query.dataUpdatedAt)) : '–'}
      </Button>
    </>
  )
  const waiting = props.waiting && props.waiting.count > 0 && (
    <>
      <span className={styles.newDot} />
      <Button variant="link" onClick={props.waiting.show}>
        {props.waiting.count} new – show
      </Button>
    </>
  )
  const body = (
    <div className={cx(styles.frame, inCard && styles.inCard)}>
      <ThinBar active={query.isFetching && props.rows !== undefined} />
      <TableBody
        {...props}
        columns={columns}
        selection={selection}
        density={density}
        isPhone={isPhone}
        scroll={scroll}
      />
      {list && props.rows && total > 0 && (
        <div className={styles.foot}>
          <Pager list={list} total={total} onTurn={() => (turned.current = true)} />
        </div>
      )}
    </div>
  )
  if (!list) return body
  return (
    <div className={styles.list}>
      {isChoosing && bulk.length > 0 ? (
        <BulkBar selection={selection} actions={bulk} total={total} />
      ) : (
        <FilterBar list={list} searchHint={props.searchHint} total={total} end={tools} />
      )}
      <FilterChips list={list} end={props.remark || waiting} />
      {body}
    </div>
  )
}

function TableBody<Row>({
  columns,
  selection,
  density,
  isPhone,
  scroll,
  ...props
}: Omit<DataTableProps<Row>, 'columns'> & {
  columns: ReturnType<typeof useColumns<Row>>
  selection: ReturnType<typeof useSelection<Row>>
  density: Density
  isPhone: boolean
  scroll: { current: HTMLDivElement | null }
}) {
  const { rows, query, list, caption, bulk = [], linkOf, rowMenu, card, idOf } = props
  const go = useGo()
  const hasTicks = bulk.length > 0
  if (query.error && !rows)
    return <RegionError thrown={query.error} what={caption} onRetry={() => void query.refetch()} />
  if (rows?.length === 0) return <Nothing {...props} />
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLTableRowElement) || !rows) return
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')]
    const at = all.indexOf(event.target)
    const row = rows[at]
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    if (!row || (event.key !== 'Enter' && (event.ctrlKey || event.metaKey) && event.key !== 'a')) return
    if (step) {
      if (event.shiftKey && hasTicks) selection.toggle(rows[at + step] ?? row, true)
      all[at + step]?.focus()
    } else if ((event.key === 'Enter' || event.key === 'o') && linkOf) {
      if (event.ctrlKey || event.metaKey) window.open(linkOf(row), '_blank', 'noopener')
      else go(linkOf(row))
    } else if ((event.key === ' ' || event.key === 'x') && hasTicks) selection.toggle(row, event.shiftKey)
    else if (event.key === '.') event.target.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click()
    else if (event.key === 'a' && hasTicks && (event.ctrlKey || event.metaKey)) selection.setPage(true)
    else return
    event.preventDefault()
  }
  const isOld = query.isFetching && rows !== undefined
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
                text={card(row)}
                link={linkOf?.(row)}
                isSelected={selection.has(idOf(row))}
                isChoosing={selection.rows.size > 0}
                {...(hasTicks ? { onSelect: () => selection.toggle(row) } : {})}
              />
            ))
          : Array.from({ length: 6 }, (_, index) => (
              <div key={index} className={styles.cardItem}>
                <Skeleton height={56} />
              </div>
            ))}
      </div>
    )
  const width = columns.shown.reduce(
    (sum, column) => sum + columns.widthOf(column),
    (hasTicks ? 36 : 0) + (rowMenu ? 44 : 0),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the focused row are heard here
    <div ref={scroll} className={styles.scroll} onKeyDown={onKeyDown}>
      <table
        className={cx(styles.table, density !== 'standard' && styles[density])}
        style={{ minWidth: width }}
        aria-busy={query.isFetching}
        aria-rowcount={props.total ?? rows?.length}
      >
        <caption className="only-heard">{caption}</caption>
        <TableHead
          columns={columns}
          list={list}
          selection={hasTicks ? selection : null}
          rows={rows ?? []}
          idOf={idOf}
          hasMenu={Boolean(rowMenu)}
        />
        <tbody className={cx(isOld && styles.old)}>
          {rows
            ? rows.map((row, index) => (
                <TableRow
                  key={idOf(row)}
                  row={row}
                  columns={columns}
                  isFirst={index === 0}
                  link={linkOf?.(row)}
                  menu={rowMenu}
                  isSelected={selection.has(idOf(row))}
                  onSelect={hasTicks ? (extend) => selection.toggle(row, extend) : null}
                />
              ))
            : Array.from({ length: 8 }, (_, index) => (
                <tr key={index} className={styles.row}>
                  <td colSpan={columns.shown.length + (hasTicks ? 1 : 0) + (rowMenu ? 1 : 0)}>
                    <Skeleton height={12} width={`${90 - ((index * 13) % 30)}%`} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </div>
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
