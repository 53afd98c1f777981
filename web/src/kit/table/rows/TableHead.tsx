import { IconArrowDown, IconArrowUp } from '../../icons/kit-icons.ts'
import { useRef, type PointerEvent } from 'react'
import { Tick } from '../../form/choices/Choices.tsx'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/buttons/Icon.tsx'
import type { Column, Columns } from '../columns/columns.ts'
import { fittingWidth } from '../columns/fitting-width.ts'
import shared from '../table.module.css'
import styles from './table-head.module.css'
import type { List } from '../use-list.ts'
import type { RowId, Selection } from './use-selection.ts'

/**
 * Returns the sort order after a click on a heading: ascending, descending, default; with Shift the column is added
 * to the others.
 */
export function nextSort(sort: string, key: string, isAdding: boolean): string {
  const parts = sort.split(',').filter(Boolean)
  const own = parts.find((part) => part.replace(/^-/, '') === key)
  const next = own === undefined ? key : own === key ? `-${key}` : ''
  if (!isAdding) return next
  const remaining = parts.filter((part) => part.replace(/^-/, '') !== key)
  return [...remaining, next].filter(Boolean).join(',')
}

/** The sticky head of a table: a checkbox for the page, and the titles with sorting and resize handles. */
export function TableHead<Row>({
  columns,
  list,
  selection,
  rows,
  idOf,
  hasMenu,
}: {
  columns: Columns<Row>
  list: List | undefined
  selection: Selection<Row> | null
  rows: readonly Row[]
  idOf: (row: Row) => RowId
  hasMenu: boolean
}) {
  const chosen = selection ? rows.filter((row) => selection.has(idOf(row))).length : 0
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={cx(shared.tickCell, shared.sticky)}>
            <Tick
              label="Select all rows of this page"
              checked={chosen > 0 && chosen === rows.length}
              some={chosen > 0 && chosen < rows.length}
              onChange={selection.setPage}
            />
          </th>
        )}
        {columns.shown.map((column, index) => (
          <HeadCell
            key={column.key}
            column={column}
            columns={columns}
            list={list}
            className={cx(
              column.align === 'right' && shared.right,
              index === 0 && shared.sticky,
              index === 0 && selection && shared.afterTick,
            )}
          />
        ))}
        {hasMenu && (
          <th scope="col" className={shared.menuCell}>
            <span className="only-heard">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

function HeadCell<Row>({
  column,
  columns,
  list,
  className,
}: {
  column: Column<Row>
  columns: Columns<Row>
  list: List | undefined
  className: string
}) {
  const parts = (list?.sort ?? '').split(',')
  const isUp = column.sort !== undefined && parts.includes(column.sort)
  const isDown = column.sort !== undefined && parts.includes(`-${column.sort}`)
  const { sort } = column
  return (
    <th
      scope="col"
      className={className}
      style={{ width: columns.widthOf(column) }}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}
    >
      {list && sort ? (
        <button
          type="button"
          className={cx(shared.sorter, (isUp || isDown) && styles.sorted)}
          onClick={(event) => list.setSort(nextSort(list.sort, sort, event.shiftKey))}
          onKeyDown={(event) => {
            const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key]
            if (!event.altKey || !step) return
            event.preventDefault()
            columns.resize(column.key, columns.widthOf(column) + step)
          }}
        >
          <span className={styles.headText}>{column.title}</span>
          <Icon
            className={cx(shared.sorterIcon, styles.sortedIcon)}
            of={isDown ? IconArrowDown : IconArrowUp}
            size={14}
          />
        </button>
      ) : (
        <span className={styles.headText}>{column.title}</span>
      )}
      <WidthGrip column={column} columns={columns} />
    </th>
  )
}

/** Handle at the edge of a heading: dragging sets the width; a double click fits it to the shown cells. */
function WidthGrip<Row>({ column, columns }: { column: Column<Row>; columns: Columns<Row> }) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const onMove = (event: PointerEvent): void => {
    if (start.current) columns.resize(column.key, start.current.width + event.clientX - start.current.x)
  }
  return (
    <span
      className={shared.grip}
      aria-hidden="true"
      onPointerDown={(event) => {
        start.current = {
          x: event.clientX,
          width: event.currentTarget.parentElement?.offsetWidth ?? columns.widthOf(column),
        }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onMove}
      onPointerUp={() => (start.current = null)}
      onDoubleClick={(event) => {
        const heading = event.currentTarget.closest('th')
        if (heading) columns.resize(column.key, fittingWidth(heading))
      }}
    />
  )
}
