import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import { announce } from '../../../kit/layers/announcements.ts'
import { focusNextOnEnter, typed_fields } from '../../../kit/form/focus-next-on-enter.ts'
import { skipped } from '../../../kit/form/field-skipping.ts'
import { valueAt } from '../../../kit/form/paths.ts'
import type { Form } from '../../../kit/form/use-form.ts'
import type { Booking } from '../booking.ts'

/** Enter goes to the next field; in the last one it does nothing, instead of sending. */
export function nextFieldOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  if (!focusNextOnEnter(event) && isPlain && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Fields that are stopped at, services, and what must be confirmed; then the buttons that send. */
const stops = `${typed_fields}, input[type=radio]:not(:disabled), [data-stop] input, button[type=submit]`

/** The places of a form where Tab stops while it goes past what may be left out: of a choice the one that is taken. */
function stopsOf(form: HTMLElement): HTMLElement[] {
  const all = [...form.querySelectorAll<HTMLElement>(stops)].filter(
    (one) => !one.closest(skipped) && one.getClientRects().length > 0,
  )
  return all.filter((one) => {
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return true
    const choice = all.filter(
      (other): other is HTMLInputElement =>
        other instanceof HTMLInputElement && other.type === 'radio' && other.name === one.name,
    )
    return one === (choice.find((other) => other.checked) ?? choice[0])
  })
}

/** Goes to the stop before or behind an element, which need not be one itself; answers whether there was one. */
function goToStop(
  form: HTMLElement,
  from: HTMLElement,
  step: 1 | -1,
  isStop: (one: HTMLElement) => boolean,
): boolean {
  const way = stopsOf(form).filter(isStop)
  const isBehind = (one: HTMLElement) =>
    Boolean(from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
  const isBefore = (one: HTMLElement) =>
    Boolean(from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)
  const next = step === 1 ? way.find(isBehind) : way.findLast(isBefore)
  if (!next) return false
  next.focus()
  if (next instanceof HTMLInputElement && next.type !== 'radio') next.select()
  return true
}

/**
 * Tab, Shift+Tab and Enter go past what may be left out and is not pinned. Behind the last stop Tab leaves the form as
 * usual; Enter never reaches a button, so that a stray one sends nothing.
 */
export function nextStopOnKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, shiftKey } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
  if (key === 'Tab') {
    if (goToStop(currentTarget, target, shiftKey ? -1 : 1, () => true)) event.preventDefault()
  } else if (key === 'Enter' && !shiftKey && target instanceof HTMLInputElement) {
    if (!event.defaultPrevented) goToStop(currentTarget, target, 1, (one) => one.tagName !== 'BUTTON')
    event.preventDefault()
  }
}

/** Alt+S turns going past optional fields on and off, Alt+P pins the field with focus, or no longer. */
export function useSkippingKeys(onTurn: () => void, onPin: (name: string) => void): void {
  const turn = useEffectEvent(onTurn)
  const pin = useEffectEvent(onPin)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const { code, altKey, ctrlKey, metaKey, shiftKey } = event
      if (!altKey || ctrlKey || metaKey || shiftKey || !['KeyS', 'KeyP'].includes(code)) return
      if (document.querySelector('[data-layer]')) return
      event.preventDefault()
      if (code === 'KeyS') return turn()
      const name = document.activeElement?.closest<HTMLElement>('[data-pin]')?.dataset.pin
      if (name === undefined) announce('This field is always stopped at.')
      else pin(name)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/** Ctrl+D puts into the field with focus what it held in the capture before. */
export function repeatOnKey(
  event: KeyboardEvent<HTMLElement>,
  before: Booking | null,
  form: Pick<Form<Booking>, 'set'>,
): void {
  if (event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
    return
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.matches(typed_fields)) return
  // The browser would keep the page as a bookmark.
  event.preventDefault()
  const path = target.getAttribute('name') ?? ''
  const value = before && path !== '' ? valueAt(before, path) : undefined
  if (before === null || value === undefined) {
    announce('The capture before has nothing to repeat here.')
    return
  }
  // What is half typed gives way.
  target.blur()
  form.set(path as keyof Booking, value as never)
  const side = /^(collection|delivery)_address$/.exec(path)?.[1] as 'collection' | 'delivery' | undefined
  if (side) form.set(`${side}_address_book_id`, before[`${side}_address_book_id`])
  if (/^parcels\.\d+\.packaging$/.test(path))
    form.set(path.replace(/packaging$/, 'is_type_chosen') as 'parcels.0.is_type_chosen', true)
  target.focus()
  if (target instanceof HTMLInputElement) target.select()
}

/** What a section is entered by: what is chosen there, else its first field, else its first button. */
const focus_selectors = [
  'input[type=radio]:checked',
  'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)',
  'button',
]

/** Alt+1 to Alt+6 go to the sections of the form in their order, whatever has focus. */
export function useSectionKeys(): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const digit = /^Digit([1-6])$/.exec(event.code)?.[1]
      if (!digit || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (document.querySelector('[data-layer]')) return
      event.preventDefault()
      const section = document.querySelectorAll('[data-section]')[Number(digit) - 1]
      const found = focus_selectors.flatMap((way) => section?.querySelector<HTMLElement>(way) ?? [])
      found[0]?.focus({ preventScroll: true })
      section?.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
