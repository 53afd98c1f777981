import { IconList, IconListDetails, IconMenu2, IconRefresh } from '../icons/kit-icons.ts'
import { isOffice } from '@waybill/domain/kit/actor'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { useEffect, useMemo, useRef, useState } from 'react'
import { usePreference } from '../preferences/preferences.ts'
import { useMe } from '../session/me.ts'
import { Button, IconButton } from '../ui/buttons/Button.tsx'
import { cx } from '../ui/class-names.ts'
import { useFocusRescue } from '../ui/focus-rescue.ts'
import { ThinBar } from '../ui/states/States.tsx'
import { usePhone } from '../ui/page-layout/use-phone.ts'
import { BulkBar } from './rows/BulkBar.tsx'
import { ColumnChooser } from './columns/ColumnChooser.tsx'
import { useColumns } from './columns/columns.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { FilterChips } from './filters/FilterChips.tsx'
import { useListKeys } from './rows/list-keys.ts'
import { Pager } from './Pager.tsx'
import { densities, type DataTableProps, type Density } from './table-props.ts'
import styles from './data-table.module.css'
import { TableBody } from './rows/TableBody.tsx'
import { useSelection } from './rows/use-selection.ts'

export type { CardText } from './rows/TableRow.tsx'

const no_rows: readonly never[] = []

/** The table for lists: server paging and sorting, filters, columns, selection, keyboard control, and all its states. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows: current, totals } = useFetchedRows(props)
  const { name, query, list, bulk = [], inCard = false } = props
  const rows = current ?? no_rows
  const total = props.total ?? rows.length
  const isPhone = usePhone()
  const measured = useMemo(() => (totals ? [...rows, totals] : rows), [rows, totals])
  const columns = useColumns(name, props.columns, measured)
  const [density, setDensity] = usePreference<Density>('density', isOffice(useMe()) ? 'compact' : 'standard')
  const selection = useSelection(rows, props.idOf, list?.filterText ?? '', total)
  const scroll = useRef<HTMLDivElement>(null)
  const turned = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  useListKeys(scroll, list !== undefined && !inCard && !isPhone)
  const isChoosing = selection.count > 0

  useEffect(() => {
    if (!turned.current || query.isFetching) return
    turned.current = false
    scroll.current?.scrollTo({ top: 0 })
    scroll.current?.querySelector<HTMLElement>('tbody tr')?.focus({ preventScroll: true })
  }, [query.isFetching, rows])

  const rescue = useFocusRescue(
    () =>
      scroll.current?.querySelector<HTMLElement>('tbody tr[tabindex="0"]') ??
      box.current?.querySelector<HTMLElement>('button'),
  )

  const nextDensity = densities[(densities.indexOf(density) + 1) % densities.length] ?? 'standard'
  const tools = (
    <>
      <ColumnChooser columns={columns} />
      <IconButton
        label={`Density: ${density}. Change to ${nextDensity}`}
        icon={density === 'compact' ? IconMenu2 : density === 'standard' ? IconList : IconListDetails}
        variant="secondary"
        onClick={() => setDensity(nextDensity)}
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
      <ThinBar active={query.isFetching && current !== undefined} />
      <TableBody
        {...props}
        rows={current}
        totals={totals}
        columns={columns}
        selection={selection}
        density={density}
        isPhone={isPhone}
        scroll={scroll}
      />
      {list && current && total > 0 && (
        <div className={styles.foot}>
          <Pager list={list} total={total} onTurn={() => (turned.current = true)} />
        </div>
      )}
    </div>
  )
  if (!list || inCard) return body
  return (
    <div ref={box} className={styles.list} {...rescue}>
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

/**
 * Returns the rows and totals of the named list. A query keeps the rows of the previous list while another tab loads;
 * these must not be displayed under the next name.
 */
function useFetchedRows<Row>({
  rows,
  totals,
  caption,
  query,
}: DataTableProps<Row>): Pick<DataTableProps<Row>, 'rows' | 'totals'> {
  const isPlaceholder = query.isPlaceholderData === true
  const [shown, setVisible] = useState(caption)
  if (!isPlaceholder && rows !== undefined && shown !== caption) setVisible(caption)
  return isPlaceholder && shown !== caption ? { rows: undefined, totals: undefined } : { rows, totals }
}
