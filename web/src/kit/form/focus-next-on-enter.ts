import type { KeyboardEvent } from 'react'

/** Selector of the form controls that take text or a choice from a list. A file is chosen with a button. */
export const typed_fields =
  'input:not([type=hidden]):not([type=file]):not([type=checkbox]):not([type=radio]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * On Enter in a field, moves the focus to the next field within the element that handles the event. Returns whether
 * there was one. If a list has already used Enter for its choice (`defaultPrevented`), nothing happens.
 */
export function focusNextOnEnter(event: KeyboardEvent<HTMLElement>): boolean {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
  const { target } = event
  if (event.defaultPrevented || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
    return false
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(typed_fields)]
  const next = all[all.indexOf(target) + 1]
  if (!next) return false
  event.preventDefault()
  next.focus()
  if (next instanceof HTMLInputElement) next.select()
  return true
}
