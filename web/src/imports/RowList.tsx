import { columnLabel } from '@waybill/domain/imports/columns'
import type { BulkRow } from '@waybill/domain/imports/model'
import { useState } from 'react'
import { standaloneField } from '../kit/form/FieldFrame.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { AppLink } from '../kit/ui/buttons/AppLink.tsx'
import { Button } from '../kit/ui/buttons/Button.tsx'
import { usePhone } from '../kit/ui/page-layout/use-phone.ts'
import { Money } from '../kit/ui/values/Value.tsx'
import { RowBadge } from './texts.tsx'
import shared from './imports.module.css'
import styles from './row-list.module.css'

/** Corrections that are typed but not sent, by row and column. */
export type Edits = Readonly<Record<number, Readonly<Record<string, string>>>>

/** Returns a one-line summary of a row. */
function aboutOf({ cells }: BulkRow): string {
  const end = (side: 'collection' | 'delivery') =>
    [`${side}_suburb`, `${side}_city`, `${side}_pickup_point_id`]
      .flatMap((key) => cells[key] || [])
      .slice(0, 2)
      .join(', ')
  return [
    cells['customer_reference'],
    cells['account_code'],
    `${end('collection') || '–'} → ${end('delivery') || '–'}`,
    cells['service_level_code'],
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Rows of an import. Each problem has a field with the error message; all cells of a row can be opened. */
export function RowList({
  rows,
  columns,
  edits,
  onEdit,
}: {
  rows: readonly BulkRow[]
  columns: readonly string[]
  edits: Edits
  /** Absent when rows cannot be corrected. */
  onEdit?: (row: number, column: string, text: string) => void
}) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <ImportRow key={row.row} row={row} columns={columns} edits={edits[row.row] ?? {}} onEdit={onEdit} />
      ))}
    </ul>
  )
}

function ImportRow({
  row,
  columns,
  edits,
  onEdit,
}: {
  row: BulkRow
  columns: readonly string[]
  edits: Readonly<Record<string, string>>
  onEdit: ((row: number, column: string, text: string) => void) | undefined
}) {
  const [isOpen, setOpen] = useState(false)
  const isPhone = usePhone()
  const isOver = row.state === 'done' || row.state === 'undone' || row.state === 'kept'
  const mayEdit = onEdit !== undefined && !isOver
  const wrong = [...new Set(row.problems.flatMap(({ column }) => column || []))]
  const shown = !mayEdit ? [] : isOpen ? [...new Set([...wrong, ...columns])] : wrong
  const visibleProblems = row.problems.filter(({ column }) => !mayEdit || column === '')
  const sentences = (column: string): string =>
    row.problems.flatMap((problem) => (problem.column === column ? problem.message : [])).join(' ')
  return (
    <li className={styles.row}>
      <div className={styles.rowHead}>
        <span className={shared.quiet}>Line {row.row}</span>
        <RowBadge state={row.state} />
        {row.shipment_id === null ? (
          <span>{aboutOf(row)}</span>
        ) : (
          <>
            <AppLink to={`/shipments/${row.shipment_id}`}>{row.reference}</AppLink>
            <span>{aboutOf(row)}</span>
          </>
        )}
        <span className={styles.rowEnd}>{row.price !== null && <Money cents={row.price} />}</span>
        {mayEdit && (
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Fewer cells' : `All cells of line ${row.row}`}
          </Button>
        )}
      </div>
      {visibleProblems.map(({ column, message }) => (
        <p key={`${column} ${message}`} className={styles.wrong}>
          {column === '' ? message : `${columnLabel(column)}: ${message}`}
        </p>
      ))}
      {shown.length > 0 && (
        <div className={styles.cells}>
          {shown.map((column) => (
            <TextField
              key={column}
              {...standaloneField(`${row.row}.${column}`, edits[column] ?? row.cells[column] ?? '', (text) =>
                onEdit?.(row.row, column, text),
              )}
              error={column in edits ? undefined : sentences(column) || undefined}
              label={columnLabel(column)}
              {...(isPhone ? {} : { size: 'sm' as const })}
              autoComplete="off"
            />
          ))}
        </div>
      )}
    </li>
  )
}
