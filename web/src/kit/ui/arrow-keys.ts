import type { KeyboardEvent } from 'react'

/** Whether a key is pressed with Ctrl, Cmd or Alt: the browser uses these with the arrow keys, such as to go back. */
export function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

/**
 * Moves the focus with ↓ and ↑ through the matching `controls` of an element; from elsewhere in it, to the first or
 * last one.
 */
export function moveByArrows(event: KeyboardEvent<HTMLElement>, controls: string): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || hasModifier(event)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(controls)]
  const at = all.indexOf(event.target as HTMLElement)
  const next = at < 0 ? (step > 0 ? all[0] : all.at(-1)) : all[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
