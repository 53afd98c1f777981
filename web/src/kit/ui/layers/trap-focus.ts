import type { KeyboardEvent } from 'react'

const tabbable =
  'a[href], button:not([tabindex="-1"]), input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'

/** Keeps Tab inside a dialog, because the browser would otherwise continue to its own toolbars or behind the dialog. */
export function trapFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const stops = [...(box?.querySelectorAll<HTMLElement>(tabbable) ?? [])].filter(
    (stop) => stop.offsetParent !== null && !isPassedOver(stop),
  )
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const isLeaving = event.shiftKey ? at <= 0 : at === stops.length - 1
  if (!isLeaving) return
  event.preventDefault()
  stops[event.shiftKey ? stops.length - 1 : 0]?.focus()
}

/** Whether Tab skips an element: in a radio group with a checked option, Tab stops only at that one. */
function isPassedOver(stop: HTMLElement): boolean {
  if (!(stop instanceof HTMLInputElement) || stop.type !== 'radio' || stop.checked) return false
  const group = `input[type=radio][name="${CSS.escape(stop.name)}"]:checked`
  return (stop.form ?? document).querySelector(group) !== null
}
