import { IconColumns3, IconGripVertical, IconSearch } from '../../icons/kit-icons.ts'
import { useRef, useState } from 'react'
import { Checkbox } from '../../form/choices/Choices.tsx'
import { standaloneField } from '../../form/FieldFrame.tsx'
import { TextField } from '../../form/TextField.tsx'
import { announce } from '../../layers/announcements.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/buttons/Icon.tsx'
import { Popover } from '../../ui/layers/Popover.tsx'
import type { Column, Columns } from './columns.ts'
import table from '../table.module.css'
import styles from './column-chooser.module.css'

/**
 * 'Columns' button: the user chooses the displayed columns with checkboxes, and their order by dragging or with Alt
 * and the arrow keys.
 */
export function ColumnChooser<Row>({ columns }: { columns: Columns<Row> }) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={anchor}
        smallIcon
        icon={IconColumns3}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Columns
      </Button>
      {isOpen && (
        <Popover
          anchor={anchor}
          onClose={() => setOpen(false)}
          align="end"
          label="Columns"
          className={table.panel ?? ''}
        >
          <Chooser columns={columns} />
        </Popover>
      )}
    </>
  )
}

function Chooser<Row>({ columns }: { columns: Columns<Row> }) {
  const [typed, setTyped] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const first = columns.all[0]
  const found = columns.all.filter((column) =>
    column.title.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const move = (column: Column<Row>, to: number): void => {
    if (column === first || to < 1 || to >= columns.all.length) return
    columns.move(column.key, to)
    announce(`${column.title}, ${to + 1} of ${columns.all.length}`)
  }
  return (
    <>
      <div className={table.panelSearch}>
        <TextField
          {...standaloneField('find', typed, setTyped)}
          label="Find a column"
          hideLabel
          size="sm"
          icon={IconSearch}
          placeholder="Find a column"
        />
      </div>
      <ul className={table.panelList}>
        {found.map((column) => {
          const at = columns.all.indexOf(column)
          const isFirst = column === first
          return (
            <li
              key={column.key}
              className={table.panelRow}
              draggable={!isFirst}
              {...(over === column.key && dragged !== column.key ? { 'data-over': '' } : {})}
              onDragStart={() => setDragged(column.key)}
              onDragOver={(event) => {
                event.preventDefault()
                setOver(column.key)
              }}
              onDragEnd={() => {
                setDragged(null)
                setOver(null)
              }}
              onDrop={() => {
                const moved = columns.all.find((one) => one.key === dragged)
                if (moved) move(moved, at)
              }}
              onKeyDown={(event) => {
                if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return
                event.preventDefault()
                move(column, at + (event.key === 'ArrowUp' ? -1 : 1))
              }}
            >
              <Icon of={IconGripVertical} size={16} className={styles.panelGrip ?? ''} />
              <Checkbox
                {...standaloneField(column.key, columns.isShown(column), () => columns.toggle(column.key))}
                label={column.title}
                off={isFirst || column.fixed ? 'Always shown, at the start' : null}
              />
            </li>
          )
        })}
      </ul>
      <div className={table.panelFoot}>
        <span>
          {columns.shown.length} of {columns.all.length} shown
        </span>
        <Button variant="link" onClick={columns.reset}>
          Reset
        </Button>
      </div>
    </>
  )
}
