import { useEffect, type KeyboardEvent } from 'react'
import { announce } from '../../kit/layers/announcements.ts'
import { goOnByEnter, typed_fields } from '../../kit/form/enter-goes-on.ts'
import { valueAt } from '../../kit/form/paths.ts'
import type { Form } from '../../kit/form/use-form.ts'
import type { Booking } from './booking.ts'

/** Enter goes to the next field; in the last one it does nothing, instead of sending. */
export function nextFieldOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  if (!goOnByEnter(event) && isPlain && event.target instanceof HTMLInputElement) event.preventDefault()
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
const ways_in = [
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
      const found = ways_in.flatMap((way) => section?.querySelector<HTMLElement>(way) ?? [])
      found[0]?.focus({ preventScroll: true })
      section?.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
