import type { KeyboardEvent } from 'react'

const fields =
  'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/** Enter goes to the next field instead of sending; a list that took it for its choice keeps it. */
export function nextFieldOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const { target } = event
  if (event.defaultPrevented || !(target instanceof HTMLInputElement || target instanceof HTMLSelectElement))
    return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(fields)]
  const next = all[all.indexOf(target) + 1]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}
