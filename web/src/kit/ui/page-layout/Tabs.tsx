import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { hasModifier } from '../arrow-keys.ts'
import { cx } from '../class-names.ts'
import { useFocusRescue } from '../focus-rescue.ts'
import { useChosenInView } from './chosen-in-view.ts'
import { ScrollStrip } from './ScrollStrip.tsx'
import styles from './tabs.module.css'
import { formatTotal } from '../values/numbers.ts'

export interface Tab<Key extends string = string> {
  key: Key
  label: string
  count?: number | undefined
  /** Displays the count in red: an item there needs attention. */
  urgent?: boolean
  /** Displays a dot: the tab has unsaved changes. */
  changed?: boolean
}

/** A tab list with roving focus. Keep the chosen tab in the URL (`useSearchState`). */
export function Tabs<Key extends string>({
  tabs,
  chosen,
  onChoose,
  label,
  end,
}: {
  tabs: readonly Tab<Key>[]
  chosen: Key
  onChoose: (key: Key) => void
  label: string
  /** Controls at the right end of the tab list. */
  end?: ReactNode
}) {
  const strip = useRef<HTMLDivElement>(null)
  /** The tab in the Tab order: the chosen one, or the first while none is chosen. */
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.key === chosen),
  )
  const willFocus = useChosenInView(strip, label, chosen)
  const rescue = useFocusRescue(() => strip.current?.querySelector('[role=tab][tabindex="0"]'))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (hasModifier(event)) return
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next =
      event.key === 'Home'
        ? tabs[0]
        : event.key === 'End'
          ? tabs.at(-1)
          : step && tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    willFocus()
    onChoose(next.key)
  }
  return (
    <ScrollStrip className={styles.tabs} ref={strip}>
      <div role="tablist" aria-label={label} style={{ display: 'contents' }}>
        {tabs.map((tab, index) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            aria-selected={tab.key === chosen}
            tabIndex={index === at ? 0 : -1}
            className={styles.tab}
            onClick={() => onChoose(tab.key)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={cx(styles.tabCount, tab.urgent && styles.tabCountRed)}>
                {formatTotal(tab.count)}
              </span>
            )}
            {tab.changed && (
              <span className={styles.tabDot}>
                <span className="only-heard">unsaved changes</span>
              </span>
            )}
          </button>
        ))}
      </div>
      {end && (
        <div className={styles.tabsEnd} {...rescue}>
          {end}
        </div>
      )}
    </ScrollStrip>
  )
}

/**
 * A segmented control for two to four exclusive choices, such as the modes of a page; the arrow keys work as in a
 * radio group.
 */
export function Segments<Key extends string>({
  choices,
  chosen,
  onChoose,
  label,
}: {
  choices: readonly { key: Key; label: string }[]
  chosen: Key
  onChoose: (key: Key) => void
  label: string
}) {
  const group = useRef<HTMLDivElement>(null)
  /** The choice in the Tab order: the chosen one, or the first while none is chosen. */
  const at = Math.max(
    0,
    choices.findIndex(({ key }) => key === chosen),
  )
  const willFocus = useChosenInView(group, label, chosen)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined || hasModifier(event)) return
    event.preventDefault()
    const next = choices[(at + step + choices.length) % choices.length]
    if (!next) return
    willFocus()
    onChoose(next.key)
  }
  return (
    <ScrollStrip
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={styles.segments}
      onKeyDown={onKeyDown}
    >
      {choices.map((choice, index) => (
        <button
          key={choice.key}
          type="button"
          role="radio"
          aria-checked={choice.key === chosen}
          tabIndex={index === at ? 0 : -1}
          className={styles.segment}
          onClick={() => onChoose(choice.key)}
        >
          {choice.label}
        </button>
      ))}
    </ScrollStrip>
  )
}
