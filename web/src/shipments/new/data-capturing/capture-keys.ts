import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import { announce } from '../../../kit/layers/announcements.ts'
import { focusNextOnEnter, typed_fields } from '../../../kit/form/focus-next-on-enter.ts'
import { skipped } from '../../../kit/form/field-skipping.ts'
import { valueAt } from '../../../kit/form/paths.ts'
import type { Form } from '../../../kit/form/use-form.ts'
import type { Booking } from '../booking.ts'

/**
 * Moves the focus to the next field on Enter. In the last field Enter does nothing, so that it does not submit the
 * form.
 */
export function nextFieldOnEnter(event: KeyboardEvent<HTMLElement>): void {
  const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey
  if (!focusNextOnEnter(event) && isPlain && event.target instanceof HTMLInputElement) event.preventDefault()
}

/** Selector of the stops of skipping mode: fields, services, confirmations, and submit buttons. */
const stops = `${typed_fields}, input[type=radio]:not(:disabled), [data-stop] input, button[type=submit]`

/**
 * Returns the elements at which Tab stops while optional fields are skipped. Of a radio group only the checked
 * option, or else the first one, is a stop.
 */
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

/**
 * Moves the focus to the next or previous stop of `from`, which need not be a stop itself. Returns whether there was
 * one.
 */
function goToStop(
  form: HTMLElement,
  from: HTMLElement,
  step: 1 | -1,
  isStop: (one: HTMLElement) => boolean,
): boolean {
  const stops = stopsOf(form).filter(isStop)
  const isBehind = (one: HTMLElement) =>
    Boolean(from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
  const isBefore = (one: HTMLElement) =>
    Boolean(from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)
  const next = step === 1 ? stops.find(isBehind) : stops.findLast(isBefore)
  if (!next) return false
  next.focus()
  if (next instanceof HTMLInputElement && next.type !== 'radio') next.select()
  return true
}

/**
 * Whether a field belongs to the address from which Enter continues, and needs nothing: it has a value, or it is the
 * kind of the address.
 */
function isFilledWith(address: HTMLElement, one: HTMLElement): boolean {
  const isFilled = one instanceof HTMLInputElement && (one.type === 'radio' || one.value !== '')
  return isFilled && one.closest('[data-section]') === address.closest('[data-section]')
}

/**
 * Lets Tab, Shift+Tab and Enter skip optional fields that are not pinned. From an address, Enter also skips the fields
 * that the address book or the previous capture has filled. After the last stop Tab leaves the form as
 * usual. Enter never focuses a button, so that an accidental Enter submits nothing.
 */
export function nextStopOnKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget, shiftKey } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return
  if (key === 'Tab') {
    if (goToStop(currentTarget, target, shiftKey ? -1 : 1, () => true)) event.preventDefault()
  } else if (key === 'Enter' && !shiftKey && target instanceof HTMLInputElement) {
    const isAddress = /_address(\.|$)/.test(target.name)
    const isStop = (one: HTMLElement) => one.tagName !== 'BUTTON' && !(isAddress && isFilledWith(target, one))
    if (!event.defaultPrevented) goToStop(currentTarget, target, 1, isStop)
    event.preventDefault()
  }
}

/**
 * Handles Alt+S, which switches skipping of optional fields on and off, and Alt+P, which pins or unpins the focused
 * field.
 */
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
      if (name === undefined) announce('Tab and Enter always stop at this field.')
      else pin(name)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

/**
 * Handles Ctrl+D: sets the focused field to its value in the previous capture. An address brings its contact and
 * instructions, unless another contact was typed.
 */
export function repeatOnKey(
  event: KeyboardEvent<HTMLElement>,
  before: Booking | null,
  form: Pick<Form<Booking>, 'set' | 'values'>,
): void {
  if (event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
    return
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.matches(typed_fields)) return
  // Otherwise the browser bookmarks the page.
  event.preventDefault()
  const path = target.getAttribute('name') ?? ''
  const value = before && path !== '' ? valueAt(before, path) : undefined
  if (before === null || value === undefined) {
    announce('The previous capture has nothing to repeat here.')
    return
  }
  // Leave the field first, so that half-typed text is discarded.
  target.blur()
  form.set(path as keyof Booking, value as never)
  const side = /^(collection|delivery)_address$/.exec(path)?.[1] as 'collection' | 'delivery' | undefined
  if (side) {
    form.set(`${side}_address_book_id`, before[`${side}_address_book_id`])
    if (form.values[`${side}_contact`].name === '') {
      form.set(`${side}_contact`, before[`${side}_contact`])
      form.set(`special_instructions_${side}`, before[`special_instructions_${side}`])
    }
  }
  if (/^parcels\.\d+\.packaging$/.test(path))
    form.set(path.replace(/packaging$/, 'is_type_chosen') as 'parcels.0.is_type_chosen', true)
  target.focus()
  if (target instanceof HTMLInputElement) target.select()
}

/** Selectors of the element to focus in a section, by priority: the checked option, the first field, the first button. */
const focus_selectors = [
  'input[type=radio]:checked',
  'input:not(:disabled), select:not(:disabled), textarea:not(:disabled)',
  'button',
]

/** Handles Alt+1 to Alt+6, which focus the sections of the form in their order, and Alt+N, which adds a parcel. */
export function useSectionKeys(): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      const key = /^(?:Digit([1-6])|KeyN)$/.exec(event.code)
      if (!key || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (document.querySelector('[data-layer]')) return
      event.preventDefault()
      const digit = key[1]
      if (digit === undefined) return document.querySelector<HTMLElement>('[data-adds-parcel]')?.click()
      const section = document.querySelectorAll('[data-section]')[Number(digit) - 1]
      const opener = section?.querySelector<HTMLElement>('[data-expands] button')
      if (opener) return opener.click()
      const found = focus_selectors.flatMap((selector) => section?.querySelector<HTMLElement>(selector) ?? [])
      found[0]?.focus({ preventScroll: true })
      section?.scrollIntoView({ block: 'nearest' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
