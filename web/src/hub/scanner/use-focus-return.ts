import { useEffect, useState, type RefObject } from 'react'

/** Delay in ms before the scan field gets the focus back (at most 100: docs/domain/interface.md#focus). */
const grace_ms = 60

/** Whether something else must keep the focus: a layer, another field, or an element reached by keyboard. */
function isHeld(element: Element | null, byKeyboard: boolean): boolean {
  if (document.querySelector('[data-layer]') !== null) return true
  if (!element || element === document.body) return false
  if (element.matches('input, textarea, select, [contenteditable=true]')) return true
  if (element.closest('[role=dialog], [role=menu], [role=listbox]')) return true
  return byKeyboard && element.matches('a, button, [tabindex]')
}

/**
 * Keeps the focus in the scan field: on page load, after button presses, after closing a layer and on return to the
 * window. Tab moves the focus away on purpose; the next press or scan brings it back.
 */
export function useFocusReturn(
  field: RefObject<HTMLInputElement | null>,
  isOn: boolean,
): { hasWindow: boolean } {
  const [hasWindow, setHasWindow] = useState(true)
  useEffect(() => {
    if (!isOn) return undefined
    let byKeyboard = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const scheduleFocus = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (!isHeld(document.activeElement, byKeyboard)) field.current?.focus({ preventScroll: true })
      }, grace_ms)
    }
    const onKey = (event: KeyboardEvent): void => {
      const isTyped = [...event.key].length === 1 && event.key !== ' '
      if (event.key === 'Tab') byKeyboard = true
      else if (event.key === 'Enter' || event.key === ' ' || isTyped) byKeyboard = false
      if (
        isTyped &&
        !event.ctrlKey &&
        !event.altKey &&
        !event.metaKey &&
        !isHeld(document.activeElement, false)
      ) {
        // The first typed character must reach the field and must not trigger a single-key shortcut.
        field.current?.focus({ preventScroll: true })
        event.stopPropagation()
      } else scheduleFocus()
    }
    const onPointer = (): void => {
      byKeyboard = false
      scheduleFocus()
    }
    const onWindow = (): void => {
      setHasWindow(document.hasFocus())
      scheduleFocus()
    }
    scheduleFocus()
    document.addEventListener('focusin', scheduleFocus)
    document.addEventListener('focusout', scheduleFocus)
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerup', onPointer)
    document.addEventListener('visibilitychange', onWindow)
    window.addEventListener('focus', onWindow)
    window.addEventListener('blur', onWindow)
    window.addEventListener('online', onWindow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', scheduleFocus)
      document.removeEventListener('focusout', scheduleFocus)
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerup', onPointer)
      document.removeEventListener('visibilitychange', onWindow)
      window.removeEventListener('focus', onWindow)
      window.removeEventListener('blur', onWindow)
      window.removeEventListener('online', onWindow)
    }
  }, [field, isOn])
  return { hasWindow }
}
