import { useEffect, useRef } from 'react'
import { formatCount } from '../../ui/values/numbers.ts'
import field from '../field.module.css'
import styles from './option-list.module.css'
import type { Option } from './options.ts'

/** The open list of a combobox; keeps the highlighted option in view. */
export function OptionList<Value extends string | number>({
  id,
  label,
  options,
  more,
  at,
  value,
  note,
  onAt,
  onChoose,
}: {
  id: string
  label: string
  options: readonly Option<Value>[]
  more: number
  at: number
  value: Value | null
  note: string | null
  onAt: (index: number) => void
  onChoose: (option: Option<Value>) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-at]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label={label} className={field.list}>
        {options.map((option, index) => (
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={option.value === value}
            aria-disabled={option.disabled || undefined}
            tabIndex={-1}
            className={field.option}
            {...(index === at ? { 'data-at': '' } : {})}
            onPointerMove={() => onAt(index)}
            onPointerDown={(event) => {
              event.preventDefault()
              onChoose(option)
            }}
          >
            <span>{option.label}</span>
            {option.hint && <span className={styles.optionHint}>{option.hint}</span>}
          </div>
        ))}
        {/* Without a role, because a list box may contain only options and groups. */}
        {more > 0 && <div className={field.more}>{`+ ${formatCount(more)} more`}</div>}
      </div>
      {note && (
        <p role="status" className={field.more}>
          {note}
        </p>
      )}
    </>
  )
}
