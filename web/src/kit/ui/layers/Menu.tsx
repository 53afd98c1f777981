import { reasonOf, type RuleResult } from '@waybill/domain/kit/rule-result'
import { useRef, useState, type KeyboardEvent, type ReactElement, type Ref } from 'react'
import { cx } from '../class-names.ts'
import styles from './menu.module.css'
import { Icon, type IconShape } from '../buttons/Icon.tsx'
import { Kbd } from '../buttons/Kbd.tsx'
import type { Placement } from './placement.ts'
import { Popover } from './Popover.tsx'

export interface MenuItem {
  label: string
  icon?: IconShape
  onSelect: () => void
  /** Allowed if absent; a rejection disables the item and displays the reason. */
  verdict?: RuleResult
  danger?: boolean
  /** The keyboard shortcut for the same action, such as `p`. */
  keys?: string
}

/** A menu entry: an item, a separator, or a heading. */
export type MenuEntry = MenuItem | 'separator' | { heading: string }

interface TriggerProps {
  ref: Ref<HTMLButtonElement>
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
}

/** A menu button: `<Menu entries={…} label="More">{(trigger) => <IconButton {...trigger} … />}</Menu>`. */
export function Menu({
  entries,
  label,
  align = 'end',
  children,
}: {
  /** A function is called when the menu opens: a table with a menu in each row does not make them all. */
  entries: readonly MenuEntry[] | (() => readonly MenuEntry[])
  label: string
  align?: Placement['align'] & string
  children: (trigger: TriggerProps) => ReactElement
}) {
  const anchor = useRef<HTMLButtonElement>(null)
  /** The item that receives the focus on opening; `null` while closed. */
  const [openedAt, setOpenedAt] = useState<'first' | 'last' | null>(null)
  const isOpen = openedAt !== null
  const close = (): void => {
    setOpenedAt(null)
    anchor.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {children({
        ref: anchor,
        onClick: () => setOpenedAt(isOpen ? null : 'first'),
        onKeyDown: (event) => {
          const isOff = event.currentTarget.getAttribute('aria-disabled') === 'true'
          if (isOpen || isOff || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          setOpenedAt(event.key === 'ArrowDown' ? 'first' : 'last')
        },
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
      })}
      {isOpen && (
        <Popover
          anchor={anchor}
          onClose={() => setOpenedAt(null)}
          align={align}
          role="menu"
          label={label}
          className={styles.menu ?? ''}
        >
          <MenuEntries
            entries={typeof entries === 'function' ? entries() : entries}
            from={openedAt}
            onDone={close}
          />
        </Popover>
      )}
    </>
  )
}

function MenuEntries({
  entries,
  from,
  onDone,
}: {
  entries: readonly MenuEntry[]
  from: 'first' | 'last'
  onDone: () => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const go = (index: number): void => {
      event.preventDefault()
      items[(index + items.length) % items.length]?.focus()
    }
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(items.length - 1)
    else if (event.key === 'Tab') onDone()
    else if (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
      const letter = event.key.toLowerCase()
      const order = [...items.slice(at + 1), ...items.slice(0, at + 1)]
      const found = order.find((item) => startsWith(item, letter))
      if (found) go(items.indexOf(found))
    }
  }
  const items = entries.filter((entry) => entry !== 'separator' && !('heading' in entry))
  const first = items.at(from === 'first' ? 0 : -1)
  return (
    <div ref={list} onKeyDown={onKeyDown}>
      {entries.map((entry, index) => {
        if (entry === 'separator')
          return <div key={`line-${index}`} role="separator" className={styles.separator} />
        if ('heading' in entry)
          return (
            <div key={entry.heading} className={styles.heading} role="presentation">
              {entry.heading}
            </div>
          )
        const reason = entry.verdict === undefined ? null : reasonOf(entry.verdict)
        return (
          <button
            key={entry.label}
            type="button"
            role="menuitem"
            // One item is in the Tab order, so that a long menu that scrolls can be reached by keyboard.
            tabIndex={entry === first ? 0 : -1}
            aria-disabled={reason ? true : undefined}
            className={cx(styles.item, entry.danger && styles.danger)}
            {...(entry === first ? { 'data-autofocus': '' } : {})}
            onClick={() => {
              if (reason) return
              onDone()
              entry.onSelect()
            }}
          >
            {entry.icon && <Icon className={styles.itemIcon} of={entry.icon} size={16} />}
            <span>{entry.label}</span>
            {entry.keys && <Kbd className={styles.itemKey}>{entry.keys}</Kbd>}
            {reason && <span className={styles.reason}>{reason}</span>}
          </button>
        )
      })}
    </div>
  )
}

function startsWith(item: HTMLElement, letter: string): boolean {
  return (item.textContent ?? '').trim().toLowerCase().startsWith(letter)
}
