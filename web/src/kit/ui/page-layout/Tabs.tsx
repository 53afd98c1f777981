import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../class-names.ts'
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
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = tabs.findIndex((tab) => tab.key === chosen)
    const next =
      event.key === 'Home'
        ? tabs[0]
        : event.key === 'End'
          ? tabs.at(-1)
          : step && tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onChoose(next.key)
    strip.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"]`)?.focus()
  }
  return (
    <div className={styles.tabs} ref={strip}>
      <div role="tablist" aria-label={label} style={{ display: 'contents' }}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            data-key={tab.key}
            aria-selected={tab.key === chosen}
            tabIndex={tab.key === chosen ? 0 : -1}
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
      {end && <div className={styles.tabsEnd}>{end}</div>}
    </div>
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
  const at = choices.findIndex(({ key }) => key === chosen)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (at + step + choices.length) % choices.length
    if (choices[next]) onChoose(choices[next].key)
    group.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={styles.segments} onKeyDown={onKeyDown}>
      {choices.map((choice, index) => (
        <button
          key={choice.key}
          type="button"
          role="radio"
          aria-checked={choice.key === chosen}
          tabIndex={index === Math.max(at, 0) ? 0 : -1}
          className={styles.segment}
          onClick={() => onChoose(choice.key)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
