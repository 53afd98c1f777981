import type { KeyboardEvent } from 'react'

/** What takes text or a choice from a list within a form. */
export const typed_fields =
  'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * Enter in a field goes to the next one of the box that hears it; answers whether there was one. A list that took Enter
 * for its choice keeps it.
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
