import { IconDotsVertical, IconSquareCheck } from '../../icons/kit-icons.ts'
import { memo, useRef, type MouseEvent, type ReactNode } from 'react'
import { Tick } from '../../form/choices/Choices.tsx'
import { useStore } from '../../layers/store.ts'
import { people } from '../../session/people.ts'
import { AppLink } from '../../ui/buttons/AppLink.tsx'
import { IconButton } from '../../ui/buttons/Button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Menu, type MenuEntry } from '../../ui/layers/Menu.tsx'
import { None } from '../../ui/values/Value.tsx'
import { useGo } from '../../url/use-go.ts'
import type { Column } from '../columns/columns.ts'
import shared from '../table.module.css'
import styles from './table-row.module.css'

/** What the cells of a row are made from. */
interface CellsProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  link: string | undefined
  hasTick: boolean
  /** When the row was received, in ms: its cells can depend on the time, and are made again then. */
  asOf: number
}

interface RowProps<Row> extends Omit<CellsProps<Row>, 'hasTick'> {
  /** The number of the row among all rows of the table, with the head as row 1. */
  at: number
  menu: ((row: Row) => readonly MenuEntry[]) | undefined
  isSelected: boolean
  onSelect: ((row: Row, extend: boolean) => void) | null
}

const sameColumns = <Row,>(one: readonly Column<Row>[], other: readonly Column<Row>[]): boolean =>
  one === other || (one.length === other.length && one.every((column, index) => column === other[index]))

/**
 * One row. A click anywhere opens its page; its first cell is a real link. It is rendered again only when something of
 * it changes: selecting a row leaves the other rows as they are.
 */
export const TableRow = memo(
  OneRow,
  (one, other) =>
    one.row === other.row &&
    one.link === other.link &&
    one.asOf === other.asOf &&
    one.at === other.at &&
    one.menu === other.menu &&
    one.isSelected === other.isSelected &&
    one.onSelect === other.onSelect &&
    sameColumns(one.columns, other.columns),
) as typeof OneRow

function OneRow<Row>({ row, columns, asOf, at, link, menu, isSelected, onSelect }: RowProps<Row>) {
  const go = useGo()
  const name = columns[0]?.text(row) ?? ''
  const open = (event: MouseEvent): void => {
    const isControl =
      event.target instanceof Element && event.target.closest('a, button, input, label, select')
    if (!link || isControl || window.getSelection()?.toString()) return
    if (event.ctrlKey || event.metaKey) window.open(link, '_blank', 'noopener')
    else void go(link)
  }
  return (
    <tr
      className={cx(shared.row, link && styles.link)}
      // `useOneTabStop` of the table puts one row into the Tab order.
      tabIndex={-1}
      aria-rowindex={at}
      aria-selected={onSelect ? isSelected : undefined}
      onClick={open}
      onAuxClick={(event) => event.button === 1 && link && window.open(link, '_blank', 'noopener')}
    >
      {onSelect && (
        <td className={cx(shared.tickCell, shared.sticky)}>
          <ShiftTick
            label={`Select ${name}`}
            isSelected={isSelected}
            onSelect={(extend) => onSelect(row, extend)}
          />
        </td>
      )}
      <Cells row={row} columns={columns} link={link} hasTick={onSelect !== null} asOf={asOf} />
      {menu && (
        <td className={shared.menuCell}>
          <Menu entries={() => menu(row)} label={`Actions for ${name}`}>
            {(trigger) => (
              <IconButton
                {...trigger}
                className={styles.menuButton ?? ''}
                size="xs"
                label={`Actions for ${name}`}
                icon={IconDotsVertical}
                tooltip={false}
              />
            )}
          </Menu>
        </td>
      )}
    </tr>
  )
}

/**
 * The cells of a row, made again only when the row, its columns or the known names of staff change: selecting all rows
 * leaves their cells as they are.
 */
const Cells = memo(
  CellsOfRow,
  (one, other) =>
    one.row === other.row &&
    one.link === other.link &&
    one.hasTick === other.hasTick &&
    one.asOf === other.asOf &&
    sameColumns(one.columns, other.columns),
) as typeof CellsOfRow

function CellsOfRow<Row>({ row, columns, link, hasTick }: CellsProps<Row>) {
  useStore(people)
  return (
    <>
      {columns.map((column, index) => {
        const text = column.text(row)
        const content = text === '' ? <None /> : column.cell(row)
        return (
          <td
            key={column.key}
            title={text}
            className={cx(
              column.align === 'right' && shared.right,
              column.quiet && shared.quiet,
              column.tight && shared.tight,
              column.whole && styles.whole,
              index === 0 && shared.sticky,
              index === 0 && styles.reference,
              index === 0 && hasTick && shared.afterTick,
            )}
          >
            {index === 0 && link ? <AppLink to={link}>{content}</AppLink> : content}
          </td>
        )
      })}
    </>
  )
}

function ShiftTick({
  label,
  isSelected,
  onSelect,
}: {
  label: string
  isSelected: boolean
  onSelect: (extend: boolean) => void
}) {
  const extend = useRef(false)
  return (
    <Tick
      label={label}
      checked={isSelected}
      onClick={(event) => (extend.current = event.shiftKey)}
      onChange={() => onSelect(extend.current)}
    />
  )
}

/** Content of a row on a phone: title and status in the first line, then up to two secondary lines. */
export interface CardText {
  title: ReactNode
  badge?: ReactNode
  lines: readonly ReactNode[]
  /** Buttons below the lines. They are beside the link of the card, not in it. */
  actions?: ReactNode
}

/** Time in ms that a card must be held to select it. */
const long_press_ms = 500

/**
 * A row on a phone: the text is the link. Its ⋮ menu has the actions of the row and 'Select'; holding the card selects
 * it too. While cards are selected, each has a checkbox.
 */
export function RowCard({
  name,
  text,
  link,
  menu,
  isSelected,
  isChoosing,
  onSelect,
}: {
  /** Names the row for screen readers, as in the table. */
  name: string
  text: CardText
  link: string | undefined
  menu?: () => readonly MenuEntry[]
  isSelected: boolean
  isChoosing: boolean
  onSelect?: () => void
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasHeld = useRef(false)
  const inner = (
    <>
      <span className={styles.cardTop}>
        {text.title}
        {text.badge}
      </span>
      {text.lines.map((line, index) => (
        <span key={index} className={styles.cardLine}>
          {line}
        </span>
      ))}
    </>
  )
  const entries = (): readonly MenuEntry[] => {
    const acts = menu?.() ?? []
    if (!onSelect) return acts
    const select = { label: isSelected ? 'Deselect' : 'Select', icon: IconSquareCheck, onSelect }
    return acts.length > 0 ? [select, 'separator', ...acts] : [select]
  }
  return (
    <div
      role="listitem"
      className={shared.cardItem}
      {...(isSelected ? { 'data-selected': '' } : {})}
      onPointerDown={({ target }) => {
        wasHeld.current = false
        const isControl = target instanceof Element && target.closest('button, input, [role=menu]')
        if (!onSelect || isControl) return
        timer.current = setTimeout(() => {
          wasHeld.current = true
          onSelect()
        }, long_press_ms)
      }}
      onPointerUp={() => clearTimeout(timer.current)}
      onPointerCancel={() => clearTimeout(timer.current)}
      onClickCapture={(event) => wasHeld.current && event.preventDefault()}
    >
      {isChoosing && onSelect && (
        <span className={styles.cardTick}>
          <Tick label={`Select ${name}`} checked={isSelected} onChange={onSelect} />
        </span>
      )}
      <div className={styles.cardMain}>
        {link ? (
          <AppLink to={link} className={styles.cardLink ?? ''}>
            {inner}
          </AppLink>
        ) : (
          inner
        )}
        {text.actions && <div className={styles.cardActions}>{text.actions}</div>}
      </div>
      {(menu || onSelect) && (
        <Menu entries={entries} label={`Actions for ${name}`}>
          {(trigger) => (
            <IconButton
              {...trigger}
              className={styles.cardMenu ?? ''}
              label={`Actions for ${name}`}
              icon={IconDotsVertical}
              tooltip={false}
            />
          )}
        </Menu>
      )}
    </div>
  )
}
