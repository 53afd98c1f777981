import {
  depotApi,
  type DepotBoard,
  type DepotRow,
  type DepotRowKind,
} from '@waybill/domain/drivers/depot-api'
import { depot_columns, type DepotColumn } from '@waybill/domain/hub/floor/depot-column'
import { blockerText } from '@waybill/domain/hub/floor/ready-gate'
import { clockOf } from '@waybill/domain/kit/calls/wire'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { personName } from '../../kit/session/people.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { formatCount, formatDecimal } from '../../kit/ui/values/numbers.ts'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import styles from './depot-rows.module.css'
import { bad_columns, column_labels, kind_labels, type OpenNumber } from './depot-texts.ts'

interface RowsProps {
  board: DepotBoard
  onOpen: (number: OpenNumber) => void
  onRelease: (row: DepotRow) => void
}

/** The rows of the depot board by kind, with their numbers, load and gate. Each number opens its parcels. */
export function DepotRows({ board, onOpen, onRelease }: RowsProps) {
  const isPhone = usePhone()
  const of = (kind: DepotRowKind) => [...board.vans, ...board.line_hauls].filter((row) => row.kind === kind)
  const groups: readonly (readonly [DepotRowKind, readonly DepotRow[]])[] = [
    ['van', of('van')],
    ['outgoing', of('outgoing')],
    ['not-planned', [board.not_planned]],
    ['incoming', of('incoming')],
  ]
  const { totals } = board
  if (totals.parcels === 0 && board.line_hauls.length === 0)
    return (
      <EmptyState title="No parcels.">Nothing is here, on its way here or planned for this day.</EmptyState>
    )
  return (
    <>
      <div className={styles.totals} role="group" aria-label="All parcels of the depot">
        {depot_columns.map((column) => (
          <div key={column} className={styles.total}>
            <span className={styles.totalLabel}>{column_labels[column]}</span>
            <CountButton row={null} column={column} number={totals[column]} onOpen={onOpen} />
          </div>
        ))}
      </div>
      {groups.map(([kind, rows]) =>
        rows.length === 0 ? null : (
          <Card key={kind} title={kind_labels[kind]} note={noteOf(kind, rows)} flush className={styles.group}>
            {isPhone ? (
              rows.map((row) => <RowCard key={row.key} row={row} onOpen={onOpen} onRelease={onRelease} />)
            ) : (
              <RowTable kind={kind} rows={rows} onOpen={onOpen} onRelease={onRelease} />
            )}
          </Card>
        ),
      )}
    </>
  )
}

function noteOf(kind: DepotRowKind, rows: readonly DepotRow[]): string {
  if (kind === 'incoming') return 'The same parcels, by the line-haul that brings them'
  if (kind === 'not-planned') return ''
  return `${rows.filter(({ is_ready }) => is_ready).length} of ${formatCount(rows.length)} ready`
}

type TableProps = Pick<RowsProps, 'onOpen' | 'onRelease'> & { kind: DepotRowKind; rows: readonly DepotRow[] }

function RowTable({ kind, rows, onOpen, onRelease }: TableProps) {
  return (
    <ScrollRegion label={kind_labels[kind]} className={styles.scroll}>
      <table className={styles.table}>
        <caption className="only-heard">{kind_labels[kind]}</caption>
        <thead>
          <tr>
            <th scope="col">Vehicle</th>
            <th scope="col">{kind === 'incoming' ? 'Arrives' : 'Leaves'}</th>
            {depot_columns.map((column) => (
              <th key={column} scope="col" className={styles.number}>
                {column_labels[column]}
              </th>
            ))}
            <th scope="col">kg</th>
            <th scope="col">m³</th>
            <th scope="col">Gate</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <RowName row={row} />
              </th>
              <td>{timeOf(row)}</td>
              {depot_columns.map((column) => (
                <td key={column} className={styles.number}>
                  <CountButton row={row} column={column} number={row[column]} onOpen={onOpen} />
                </td>
              ))}
              <td>
                <LoadBar what="Weight" unit="kg" load={row.kg} limit={row.max_kg} />
              </td>
              <td>
                <LoadBar what="Volume" unit="m³" load={row.m3} limit={row.max_m3} />
              </td>
              <td>
                <Gate row={row} onRelease={onRelease} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function RowCard({ row, onOpen, onRelease }: Pick<RowsProps, 'onOpen' | 'onRelease'> & { row: DepotRow }) {
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <RowName row={row} />
        <span className={styles.quiet}>{timeOf(row)}</span>
      </div>
      <div className={styles.cardNumbers}>
        {depot_columns
          .filter((column) => row[column] > 0)
          .map((column) => (
            <span key={column} className={styles.cardNumber}>
              <span className={styles.quiet}>{column_labels[column]}</span>
              <CountButton row={row} column={column} number={row[column]} onOpen={onOpen} />
            </span>
          ))}
      </div>
      <LoadBar what="Weight" unit="kg" load={row.kg} limit={row.max_kg} />
      <LoadBar what="Volume" unit="m³" load={row.m3} limit={row.max_m3} />
      <Gate row={row} onRelease={onRelease} />
    </div>
  )
}

function RowName({ row }: { row: DepotRow }) {
  return (
    <>
      <strong className={styles.name}>{row.name}</strong>
      {row.vehicle && <span className={styles.quiet}>{row.vehicle}</span>}
    </>
  )
}

function timeOf({ kind, planned, departed_at }: DepotRow): string {
  if (kind === 'outgoing' && departed_at) return `left ${clockOf(departed_at)}`
  return planned ? clockOf(planned) : '–'
}

function CountButton({
  row,
  column,
  number,
  onOpen,
}: {
  row: DepotRow | null
  column: DepotColumn
  number: number
  onOpen: RowsProps['onOpen']
}) {
  if (number === 0) return <span className={styles.none}>0</span>
  return (
    <Button
      variant="link"
      aria-label={`${row?.name ?? 'All'}: ${formatCount(number)} ${column_labels[column].toLowerCase()}`}
      onClick={() => onOpen({ row, column })}
    >
      <span className={cx(bad_columns.includes(column) && styles.bad)}>{formatCount(number)}</span>
    </Button>
  )
}

/** A load against what the vehicle may carry, as numbers and as a bar. Without a limit, only the load. */
function LoadBar({
  what,
  unit,
  load,
  limit,
}: {
  what: string
  unit: string
  load: number
  limit: number | null
}) {
  if (limit === null)
    return (
      <span className={styles.load}>
        {formatDecimal(load)} {unit}
      </span>
    )
  const isOver = load > limit
  const share = limit > 0 ? Math.min(1, load / limit) : 1
  return (
    <span className={styles.load}>
      <span className={cx(isOver && styles.bad)}>
        <span className="only-heard">{what}: </span>
        {formatDecimal(load)} of {formatDecimal(limit)} {unit}
        {isOver && <span className="only-heard"> – too much</span>}
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span className={cx(styles.barPart, isOver && styles.barOver)} style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  )
}

/** Whether the vehicle may leave, why not, and the button that releases its route. */
function Gate({ row, onRelease }: { row: DepotRow; onRelease: RowsProps['onRelease'] }) {
  const me = useMe()
  if (row.kind === 'incoming' || row.kind === 'not-planned') return null
  const why = row.blockers.map((blocker) => blockerText(blocker, row).text)
  if (row.released_at)
    return (
      <span className={styles.gate}>
        <StatusBadge
          family="green"
          mark="tick"
          label={`Released ${clockOf(row.released_at)}`}
          size="compact"
        />
        <span className={styles.quiet}>
          {[personName(row.released_by), row.release_reason].filter(Boolean).join(': ')}
        </span>
      </span>
    )
  return (
    <span className={styles.gate}>
      <StatusBadge
        family={row.is_ready ? 'green' : 'yellow'}
        mark={row.is_ready ? 'tick' : 'alert'}
        label={row.is_ready ? 'Ready' : 'Not ready'}
        size="compact"
      />
      {row.kind === 'van' && mayCall(me, depotApi.release) && (
        <Button size="xs" aria-label={`Release the route of ${row.name}`} onClick={() => onRelease(row)}>
          Release
        </Button>
      )}
      {row.start_rejected_at && (
        <span className={styles.bad}>Driver wanted to start at {clockOf(row.start_rejected_at)}</span>
      )}
      {why.length > 0 && <span className={styles.quiet}>{why.join(' ')}</span>}
    </span>
  )
}
