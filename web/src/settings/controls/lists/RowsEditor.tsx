import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconX } from '../../../kit/icons/icons.ts'
import type { SettingColumn } from '@waybill/domain/kit/setting-control'
import { useState, type ReactNode } from 'react'
import { Button, IconButton } from '../../../kit/ui/buttons/Button.tsx'
import { Stack } from '../../../kit/ui/page-layout/Layout.tsx'
import { Modal } from '../../../kit/ui/layers/Modal.tsx'
import { ScrollRegion } from '../../../kit/ui/page-layout/ScrollRegion.tsx'
import { None } from '../../../kit/ui/values/Value.tsx'
import { rowText, displayColumn } from '../../editing/edited-settings.ts'
import type { ControlProps } from '../control.ts'
import controls from '../controls.module.css'
import styles from './rows-editor.module.css'
import { moved } from './move-entry.ts'

type RowValue = Readonly<Record<string, unknown>>

/** Renders the editor of one column. */
type ColumnEditor = (props: ControlProps) => ReactNode

/** Editor for an ordered table. Each row is edited in a dialog, where `Editor` renders each column. */
export function RowsEditor({
  control,
  label,
  value,
  onChange,
  off,
  error,
  Editor,
}: ControlProps<'rows'> & { value: RowValue[]; Editor: ColumnEditor }) {
  const [open, setOpen] = useState<number | null>(null)
  const nameOf = (row: RowValue, at: number): string => rowText(control, row) || `${control.noun} ${at + 1}`
  const replace = (at: number, row: RowValue): void =>
    onChange(at === value.length ? [...value, row] : value.map((one, index) => (index === at ? row : one)))
  return (
    <div className={controls.stack}>
      {value.length > 0 ? (
        <ScrollRegion label={label} className={styles.rowsFrame}>
          <table className={styles.rows}>
            <thead>
              <tr>
                {control.columns.map((column) => (
                  <th key={column.key} scope="col">
                    {column.label}
                  </th>
                ))}
                {!off && (
                  <th scope="col">
                    <span className="only-heard">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {value.map((row, at) => (
                <tr key={at}>
                  {control.columns.map((column) => (
                    <td key={column.key}>{displayColumn(column, row) || <None />}</td>
                  ))}
                  {!off && (
                    <td className={styles.rowActions}>
                      <IconButton
                        icon={IconPencil}
                        size="sm"
                        variant="ghost"
                        label={`Change ${nameOf(row, at)}`}
                        onClick={() => setOpen(at)}
                      />
                      <IconButton
                        icon={IconArrowUp}
                        size="sm"
                        variant="ghost"
                        label={`Move ${nameOf(row, at)} up`}
                        onClick={() => onChange(moved(value, at, -1))}
                      />
                      <IconButton
                        icon={IconArrowDown}
                        size="sm"
                        variant="ghost"
                        label={`Move ${nameOf(row, at)} down`}
                        onClick={() => onChange(moved(value, at, 1))}
                      />
                      <IconButton
                        icon={IconX}
                        size="sm"
                        variant="ghost"
                        label={`Remove ${nameOf(row, at)}`}
                        onClick={() => onChange(value.filter((_, index) => index !== at))}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      ) : (
        <span className={controls.quiet}>{`No ${control.noun} yet.`}</span>
      )}
      {!off && (
        <div>
          <Button size="sm" icon={IconPlus} onClick={() => setOpen(value.length)}>
            {`Add ${control.noun}`}
          </Button>
        </div>
      )}
      {error && <span className={controls.error}>{error}</span>}
      {open !== null && (
        <RowModal
          title={open === value.length ? `Add ${control.noun}` : `Change ${control.noun}`}
          columns={control.columns}
          Editor={Editor}
          row={value[open] ?? control.empty}
          onClose={() => setOpen(null)}
          onDone={(row) => {
            replace(open, row)
            setOpen(null)
          }}
        />
      )}
    </div>
  )
}

function RowModal({
  title,
  columns,
  row,
  Editor,
  onClose,
  onDone,
}: {
  title: string
  columns: readonly SettingColumn[]
  row: RowValue
  Editor: ColumnEditor
  onClose: () => void
  onDone: (row: RowValue) => void
}) {
  const [draft, setDraft] = useState(row)
  return (
    <Modal
      title={title}
      onClose={onClose}
      footerNote="Saved when you save the settings."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onDone(draft)}>
            Done
          </Button>
        </>
      }
    >
      <Stack>
        {columns.map((column) => (
          <div key={column.key} className={styles.column}>
            <span className={styles.columnLabel} aria-hidden="true">
              {column.label}
            </span>
            <Editor
              control={column.control}
              label={column.label}
              name={`row.${column.key}`}
              value={draft[column.key]}
              row={draft}
              onChange={(value) => setDraft({ ...draft, [column.key]: value })}
              off={null}
              error={undefined}
            />
          </div>
        ))}
      </Stack>
    </Modal>
  )
}
