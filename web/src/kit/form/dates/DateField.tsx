import { IconCalendar, IconChevronLeft, IconChevronRight } from '../../icons/kit-icons.ts'
import { dayAfter } from '@waybill/domain/kit/dates/date-ranges'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { passedTime } from '@waybill/domain/kit/dates/service-days'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../ui/buttons/Button.tsx'
import { dayText, shortDay } from '../../ui/values/moments.ts'
import { Popover } from '../../ui/layers/Popover.tsx'
import { trapFocus } from '../../ui/layers/trap-focus.ts'
import field from '../field.module.css'
import styles from './date-field.module.css'
import { controlClass, FieldFrame, type FieldAppearance } from '../FieldFrame.tsx'
import { monthsAfter, readDay, weeksOf } from './read-day.ts'
import type { FieldBinding } from '../use-form.ts'

export interface DateFieldProps extends FieldBinding<string | null>, FieldAppearance {
  /** Earliest day; `until` is the latest. `YYYY-MM-DD`. */
  from?: string
  until?: string
}

/** A field for a calendar day `YYYY-MM-DD`, typed ('fri', '4 mar', '4/3') or picked. */
export function DateField({ from, until, ...rest }: DateFieldProps) {
  const { value, onChange, onLeave, error } = rest
  const frame = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const message = wrong ?? error
  const shown = value ? shortDay(value, new Date()) : ''
  const settle = (): void => {
    const day = typed?.trim() ? readDay(typed, new Date()) : null
    const isUnread = Boolean(typed?.trim()) && day === null
    if (typed !== null)
      setWrong(
        isUnread ? 'This is not a date. Type it like 4 Mar or 2025-03-04.' : outsideOf(day, from, until),
      )
    if (typed !== null && !isUnread) onChange(day)
    if (!isUnread) setTyped(null)
    onLeave()
  }
  return (
    <FieldFrame binding={{ ...rest, error: message }} appearance={rest}>
      {(wiring) => (
        <div ref={frame} className={controlClass(rest, message)}>
          <input
            {...wiring}
            aria-haspopup={rest.off ? undefined : 'dialog'}
            className={field.input}
            autoComplete="off"
            placeholder="4 Mar"
            readOnly={Boolean(rest.off)}
            value={typed ?? capitalised(shown)}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown' && !rest.off) {
                event.preventDefault()
                setOpen(true)
              }
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
            reason={rest.off}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
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
                  setWrong(null)
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

/** Returns the message for a typed day that cannot be chosen; `null` when it can. */
function outsideOf(day: string | null, from: string | undefined, until: string | undefined): string | null {
  if (day === null) return null
  if (from !== undefined && day < from)
    return passedTime({ day, until: null }, new Date())?.message ?? `Choose ${dayText(from)} or a later day.`
  return until !== undefined && day > until ? `Choose ${dayText(until)} or an earlier day.` : null
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const weekday_heads = [
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
  ['Su', 'Sunday'],
] as const

/**
 * Returns the day that a key moves to from `at`: by day or week, to the ends of the week, by month, or with Shift by
 * year; `null` for other keys.
 */
function dayByKey({ key, shiftKey }: KeyboardEvent, at: string): string | null {
  const weekday = (new Date(`${at}T12:00:00Z`).getUTCDay() + 6) % 7
  const days = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: 7,
    ArrowUp: -7,
    Home: -weekday,
    End: 6 - weekday,
  }[key]
  if (days !== undefined) return dayAfter(at, days)
  const months = { PageDown: 1, PageUp: -1 }[key]
  return months === undefined ? null : monthsAfter(at, shiftKey ? months * 12 : months)
}

/** The days of a month. The arrow keys also move to days that cannot be chosen; their label states the reason. */
function Calendar({
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
  const id = useId()
  const today = dayOf(new Date())
  const [at, setAt] = useState(value ?? today)
  const grid = useRef<HTMLDivElement>(null)
  const wasMoved = useRef(false)
  useEffect(() => {
    if (wasMoved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
    wasMoved.current = false
  }, [at])
  const box = useRef<HTMLDivElement>(null)
  const month = at.slice(0, 7)
  const why = (day: string): string | null => {
    if (from !== undefined && day < from) return 'too early'
    return until !== undefined && day > until ? 'too late' : null
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = dayByKey(event, at)
    if (!next) return
    event.preventDefault()
    wasMoved.current = true
    setAt(next)
  }
  return (
    <div ref={box} className={styles.calendar} onKeyDown={(event) => trapFocus(event, box.current)}>
      <div className={styles.calendarHead}>
        <IconButton
          label="Previous month"
          icon={IconChevronLeft}
          size="xs"
          onClick={() => setAt(monthsAfter(at, -1))}
        />
        <span id={id} aria-live="polite">
          {dayText(`${month}-01`).slice(2)}
        </span>
        <IconButton
          label="Next month"
          icon={IconChevronRight}
          size="xs"
          onClick={() => setAt(monthsAfter(at, 1))}
        />
      </div>
      <div ref={grid} role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <div role="row" className={styles.week}>
          {weekday_heads.map(([short, name]) => (
            <span key={short} role="columnheader" aria-label={name} className={styles.weekday}>
              {short}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div key={week[0]} role="row" className={styles.week}>
            {week.map((day) => {
              const reason = why(day)
              return (
                <div key={day} role="gridcell" aria-selected={day === value}>
                  <button
                    type="button"
                    data-day={day}
                    aria-label={reason ? `${dayText(day)}, ${reason}` : dayText(day)}
                    aria-disabled={reason ? true : undefined}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={day === at ? 0 : -1}
                    className={styles.day}
                    onClick={() => !reason && onPick(day)}
                    {...(day === at ? { 'data-autofocus': '' } : {})}
                    {...(day.startsWith(month) ? {} : { 'data-outside': '' })}
                  >
                    {Number(day.slice(8))}
                  </button>
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
