import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { dayAfter } from '@waybill/domain/kit/date-ranges'
import { dayOf } from '@waybill/domain/kit/wire'
import { useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { dayText, shortDay } from '../ui/moments.ts'
import { Popover } from '../ui/Popover.tsx'
import styles from './field.module.css'
import { controlClass, FieldFrame, type FieldLook } from './FieldFrame.tsx'
import { readDay, weeksOf } from './read-day.ts'
import type { FieldBinding } from './use-form.ts'

export interface DateFieldProps extends FieldBinding<string | null>, FieldLook {
  /** Earliest and latest day, `YYYY-MM-DD`. */
  from?: string
  until?: string
}

/** A calendar day `YYYY-MM-DD`, typed ('fri', '4 mar', '4/3') or picked. */
export function DateField({ from, until, ...rest }: DateFieldProps) {
  const { value, onChange, onLeave, error } = rest
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const message = isWrong ? 'This is not a date. Type it like 4 Mar or 2025-03-04.' : error
  const shown = value ? shortDay(value, new Date()) : ''
  const settle = (): void => {
    const day = typed?.trim() ? readDay(typed, new Date()) : null
    const isUnread = Boolean(typed?.trim()) && day === null
    setWrong(isUnread)
    if (typed !== null && !isUnread) onChange(day)
    if (!isUnread) setTyped(null)
    onLeave()
  }
  return (
    <FieldFrame binding={{ ...rest, error: message }} look={rest}>
      {(wiring) => (
        <div ref={frame} className={controlClass(rest, message)}>
          <input
            {...wiring}
            className={styles.input}
            autoComplete="off"
            placeholder="4 Mar"
            readOnly={Boolean(rest.off)}
            value={typed ?? capitalised(shown)}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') setOpen(true)
              if (event.key === 'Enter' && typed !== null) settle()
            }}
            onBlur={settle}
          />
          <IconButton
            label={`Pick ${rest.label.toLowerCase()}`}
            icon={IconCalendar}
            size="xs"
            tooltip={false}
            tabIndex={-1}
            onClick={() => setOpen(!isOpen)}
          />
          {isOpen && (
            <Popover anchor={frame} onClose={() => setOpen(false)} label={rest.label}>
              <Calendar
                value={value}
                from={from}
                until={until}
                onPick={(day) => {
                  onChange(day)
                  setTyped(null)
                  setWrong(false)
                  setOpen(false)
                }}
              />
            </Popover>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const weekday_heads = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** A month of days; arrow keys move by day and week, Page Up and Page Down by month. */
export function Calendar({
  value,
  from,
  until,
  onPick,
}: {
  value: string | null
  from?: string | undefined
  until?: string | undefined
  onPick: (day: string) => void
}) {
  const today = dayOf(new Date())
  const [at, setAt] = useState(value ?? today)
  const grid = useRef<HTMLDivElement>(null)
  const month = at.slice(0, 7)
  const go = (day: string): void => {
    setAt(day)
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus())
  }
  const turn = (months: number): string => {
    const first = new Date(`${month}-01T12:00:00Z`)
    first.setUTCMonth(first.getUTCMonth() + months)
    return first.toISOString().slice(0, 10)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const days = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 }[event.key]
    const next = days
      ? dayAfter(at, days)
      : event.key === 'PageDown'
        ? turn(1)
        : event.key === 'PageUp'
          ? turn(-1)
          : null
    if (!next) return
    event.preventDefault()
    go(next)
  }
  return (
    <div className={styles.calendar}>
      <div className={styles.calendarHead}>
        <IconButton label="Month before" icon={IconChevronLeft} size="xs" onClick={() => setAt(turn(-1))} />
        <span aria-live="polite">{dayText(`${month}-01`).slice(2)}</span>
        <IconButton label="Next month" icon={IconChevronRight} size="xs" onClick={() => setAt(turn(1))} />
      </div>
      <div ref={grid} className={styles.days}>
        {weekday_heads.map((head) => (
          <span key={head} className={styles.weekday} aria-hidden="true">
            {head}
          </span>
        ))}
        {weeksOf(month)
          .flat()
          .map((day) => (
            <button
              key={day}
              type="button"
              data-day={day}
              aria-label={dayText(day)}
              aria-pressed={day === value}
              tabIndex={day === at ? 0 : -1}
              disabled={(from !== undefined && day < from) || (until !== undefined && day > until)}
              className={styles.day}
              onKeyDown={onKeyDown}
              onClick={() => onPick(day)}
              {...(day === at ? { 'data-autofocus': '' } : {})}
              {...(day.startsWith(month) ? {} : { 'data-outside': '' })}
              {...(day === today ? { 'data-today': '' } : {})}
            >
              {Number(day.slice(8))}
            </button>
          ))}
      </div>
    </div>
  )
}
