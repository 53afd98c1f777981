import { IconArrowRight, IconArrowsLeftRight } from '../../kit/icons/icons.ts'
import { cellKey, formerText, type GridChanges } from '@waybill/domain/rates/price-grid/grid-changes'
import {
  cellName,
  laneKey,
  type GridCell,
  type GridLane,
  type RateGrid as Grid,
} from '@waybill/domain/rates/price-grid/price-grid'
import {
  bandName,
  cellText,
  readCellOver,
  typedCell,
  type CellPrice,
} from '@waybill/domain/rates/price-grid/lane-bands'
import {
  type ClipboardEvent,
  Fragment,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cx } from '../../kit/ui/class-names.ts'
import { Icon } from '../../kit/ui/buttons/Icon.tsx'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'
import { Tag } from '../../kit/ui/values/Value.tsx'
import { moved, type CellAt } from './grid-keys.ts'
import { showAlert } from '../../kit/layers/alerts.ts'
import { readBlock, type Block } from './lane-edits.ts'
import { describeCell } from '../rate-texts.ts'
import shared from './grid.module.css'
import styles from './rate-grid.module.css'

/**
 * Grid with one row per lane and one column per weight band, used like a spreadsheet: arrow keys move, Enter or
 * typing edits, Delete restores the inherited price, and a block from a spreadsheet is pasted at the focused cell.
 */
export function RateGrid({
  grid,
  lanes,
  zone_groups,
  changes,
  caption,
  chosen,
  onChoose,
  isChangeable,
  onSet,
  onInherit,
  onPaste,
}: {
  grid: Grid
  /** The lanes of the grid that are displayed. */
  lanes: readonly GridLane[]
  zone_groups: ReadonlySet<string>
  /** The changes of the draft; `null` when there is nothing to compare with. */
  changes: GridChanges | null
  caption: string
  chosen: CellAt
  onChoose: (at: CellAt) => void
  isChangeable: boolean
  onSet: (lane: GridLane, cell: GridCell, price: CellPrice) => void
  onInherit: (lane: GridLane, cell: GridCell) => void
  onPaste: (at: CellAt, block: Block) => void
}) {
  const table = useRef<HTMLTableElement>(null)
  const [editing, setEditing] = useState<{ typed: string } | null>(null)
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const cell = table.current?.querySelector<HTMLElement>('td[tabindex="0"]')
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const go = (at: CellAt | null): void => {
    setEditing(null)
    wantsFocus.current = true
    onChoose(at ?? chosen)
  }
  const onKeyDown = (event: KeyboardEvent, lane: GridLane, cell: GridCell): void => {
    if (editing) return
    const next = moved(event, lanes, chosen)
    if (next) {
      event.preventDefault()
      go(next)
    } else if (!isChangeable || event.ctrlKey || event.metaKey || event.altKey) return
    else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      setEditing({ typed: typedCell(cell) })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      if (cell.state === 'varied') onInherit(lane, cell)
    } else if (event.key.length === 1 && event.key !== ' ') {
      event.preventDefault()
      setEditing({ typed: event.key })
    }
  }
  const onClipboard = (event: ClipboardEvent): void => {
    if (!isChangeable) return
    const block = readBlock(event.clipboardData.getData('text/plain'))
    // Let the browser paste a single value into the open text field.
    if (editing && !('problem' in block) && block.length <= 1 && (block[0]?.length ?? 0) <= 1) return
    if ('problem' in block) {
      event.preventDefault()
      void showAlert({ title: 'Nothing was pasted', body: block.problem, variant: 'error' })
      return
    }
    if (block.length === 0) return
    event.preventDefault()
    if (editing) go(null)
    onPaste(chosen, block)
  }
  return (
    <ScrollRegion className={styles.scroll} label={caption} onPaste={onClipboard}>
      <table ref={table} role="grid" aria-label={caption} className={styles.grid}>
        <thead>
          <tr>
            <th scope="col" className={styles.lane}>
              Lane
            </th>
            {grid.columns.map((column) => (
              <th key={column.weight_from} scope="col" className={styles.number}>
                {bandName(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane, row) => (
            <Fragment key={`${lane.from_tag}\n${lane.to_tag}`}>
              {lanes[row - 1]?.from_tag !== lane.from_tag && (
                <tr className={styles.zone}>
                  <th colSpan={grid.columns.length + 1} scope="rowgroup">{`From ${lane.from_tag}`}</th>
                </tr>
              )}
              <tr>
                <th scope="row" className={styles.lane}>
                  <span className={styles.laneName}>
                    <Icon
                      className={styles.laneNameIcon}
                      of={lane.symmetric ? IconArrowsLeftRight : IconArrowRight}
                      size={16}
                    />
                    <span className="only-heard">{lane.symmetric ? 'both ways with ' : 'to '}</span>
                    {lane.to_tag}
                    {lane.to_tag === lane.from_tag && !zone_groups.has(lane.to_tag) && <Tag>local</Tag>}
                    {zone_groups.has(lane.to_tag) && <Tag>group</Tag>}
                    {changes?.turned.has(laneKey(lane)) && (
                      <Tag>{lane.symmetric ? 'was one way' : 'was both ways'}</Tag>
                    )}
                  </span>
                </th>
                {gaps(lane, grid.columns.length).map((part) => {
                  if (part.cell === null)
                    return <td key={part.column} colSpan={part.span} className={styles.gap} />
                  const { cell } = part
                  const isChosen = chosen.row === row && covers(cell, chosen.column)
                  const former = changes?.cells.get(cellKey(lane, cell))
                  const summary = former && `Changed, was ${formerText(former, cellText)}.`
                  return (
                    <td
                      key={part.column}
                      colSpan={cell.span}
                      tabIndex={isChosen ? 0 : -1}
                      aria-selected={isChosen}
                      aria-label={[
                        `${cellName(lane, cell)}:`,
                        describeCell(cell),
                        state_labels[cell.state],
                        summary,
                      ]
                        .filter(Boolean)
                        .join(' ')}
                      className={cx(
                        styles.cell,
                        cell.state === 'inherited' && shared.inherited,
                        cell.state === 'varied' && shared.varied,
                        cell.type === 'no-rate' && cell.state !== 'varied' && styles.none,
                        former && styles.changed,
                      )}
                      onFocus={() => !isChosen && onChoose({ row, column: cell.column })}
                      onClick={(event) => event.currentTarget.focus()}
                      onDoubleClick={() => isChangeable && setEditing({ typed: typedCell(cell) })}
                      onKeyDown={(event) => onKeyDown(event, lane, cell)}
                    >
                      {isChosen && editing ? (
                        <CellEditor
                          label={cellName(lane, cell)}
                          present={cell}
                          initial={editing.typed}
                          onCancel={() => go(null)}
                          onDone={(price, step) => {
                            if (price.type !== cell.type || price.amount !== cell.amount)
                              onSet(lane, cell, price)
                            go(step ? moved(step, lanes, chosen) : null)
                          }}
                        />
                      ) : (
                        <>
                          <span className={styles.cellText} title={former ? undefined : describeCell(cell)}>
                            {cellText(cell)}
                          </span>
                          {former && (
                            <span
                              className={cx(
                                styles.former,
                                row > 0 && row === lanes.length - 1 && styles.above,
                              )}
                              aria-hidden="true"
                            >
                              was {formerText(former, cellText)}
                            </span>
                          )}
                        </>
                      )}
                    </td>
                  )
                })}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const state_labels: Record<GridCell['state'], string> = {
  own: '',
  kept: 'The same as inherited.',
  varied: 'Varied by this group.',
  inherited: 'Inherited.',
}

const covers = (cell: GridCell, column: number): boolean =>
  column >= cell.column && column < cell.column + cell.span

/** Returns the cells of a lane, with gaps for the columns that the lane does not cover. */
function gaps(lane: GridLane, columns: number): { column: number; span: number; cell: GridCell | null }[] {
  const parts: { column: number; span: number; cell: GridCell | null }[] = []
  let at = 0
  for (const cell of lane.cells) {
    if (cell.column > at) parts.push({ column: at, span: cell.column - at, cell: null })
    parts.push({ column: cell.column, span: cell.span, cell })
    at = cell.column + cell.span
  }
  return at < columns ? [...parts, { column: at, span: columns - at, cell: null }] : parts
}

/** The cell movement for each key that ends editing. */
const editor_steps: Readonly<Record<string, string>> = {
  Enter: 'ArrowDown',
  'Shift+Enter': 'ArrowUp',
  Tab: 'ArrowRight',
  'Shift+Tab': 'ArrowLeft',
}

/** Editor of one cell. An invalid price stays open with its message until it is corrected or cancelled. */
function CellEditor({
  label,
  present,
  initial,
  onDone,
  onCancel,
}: {
  label: string
  present: CellPrice
  initial: string
  onDone: (price: CellPrice, step: { key: string } | null) => void
  onCancel: () => void
}) {
  const [typed, setTyped] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  const isOver = useRef(false)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => input.current?.focus(), [])
  const settle = (step: { key: string } | null): void => {
    if (isOver.current) return
    const price = readCellOver(present, typed)
    if (typeof price === 'string') return setProblem(price)
    isOver.current = true
    onDone(price, step)
  }
  return (
    <span className={styles.editor}>
      <input
        className={styles.editorInput}
        ref={input}
        data-scans=""
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : 'cell-problem'}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        style={{ minWidth: `${Math.min(48, typed.length + 2)}ch` }}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(typed.length, typed.length)}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(null)
        }}
        onBlur={() => problem === null && settle(null)}
        onKeyDown={(event) => {
          event.stopPropagation()
          const step = editor_steps[`${event.shiftKey ? 'Shift+' : ''}${event.key}`]
          if (event.key === 'Escape') {
            isOver.current = true
            onCancel()
          } else if (step) {
            event.preventDefault()
            settle({ key: step })
          }
        }}
      />
      {problem !== null && (
        <span id="cell-problem" role="alert" className={styles.problem}>
          {problem}
        </span>
      )}
    </span>
  )
}
