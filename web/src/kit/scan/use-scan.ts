import { useEffect, useEffectEvent } from 'react'
import { default_timing, ScanRecogniser, type ScanTiming } from './recogniser.ts'

/** Receives the cleaned code, and the raw text for pages that read more from it. */
type Handler = (code: string, raw: string) => void

/** The listeners; the last one receives a scan, so that those of pages precede the reference search of the shell. */
const handlers: Handler[] = []

/**
 * Receives scans from anywhere on the page, also above a dialog or a menu, but not while a text field has the focus:
 * the characters stay in the field. In a field for scans of the page (`data-scans="page"`) they are removed from the
 * field and passed on. The listener that was mounted last receives the scan. A scan never presses a focused button,
 * submits a form or moves the focus.
 */
export function useScan(handler: Handler, isListening = true): void {
  const receive = useEffectEvent(handler)
  useEffect(() => {
    if (!isListening) return undefined
    const own: Handler = (code, raw) => receive(code, raw)
    handlers.push(own)
    return () => {
      handlers.splice(handlers.indexOf(own), 1)
    }
  }, [isListening])
}

/** Listens for scans on the whole document; started by the app for staff. Returns a function that stops listening. */
export function startScanListener(timing: ScanTiming = default_timing): () => void {
  const recogniser = new ScanRecogniser(timing)
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return
    const field = document.activeElement
    clearTimeout(timer)
    if (isPrivate(field)) {
      recogniser.forget()
      return
    }
    const isPress = event.key === ' ' && recogniser.isInBurst(event.timeStamp)
    if (isPress && !isEditable(field)) event.preventDefault()
    const received = recogniser.key(event.key, event.timeStamp)
    if (timing.silence !== null)
      timer = setTimeout(() => deliver(recogniser.silence(performance.now())), timing.silence + 5)
    if (isEditable(field) && field.dataset.scans === undefined) {
      // The text stays in the field. Only the Enter of the scanner is suppressed, because it would submit the form
      // before the user has checked it.
      if (received.swallow && event.key === 'Enter' && isPlainInput(field)) event.preventDefault()
      return
    }
    if (received.swallow) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    deliver(received)
  }
  document.addEventListener('keydown', onKey, true)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('keydown', onKey, true)
  }
}

function deliver({ scan, typed }: { scan: string | null; typed: string }): void {
  if (!scan) return
  const field = document.activeElement
  if (isEditable(field)) {
    // This also covers a burst that started elsewhere and ended by silence in a field.
    if (!(field instanceof HTMLInputElement) || field.dataset.scans !== 'page') return
    takeBack(field, typed)
  }
  handlers.at(-1)?.(scan, typed)
}

/** Whether the element receives typed text. */
function isEditable(element: Element | null): element is HTMLElement {
  const isText =
    element instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'file'].includes(element.type)
  return (
    isText ||
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLElement && element.isContentEditable)
  )
}

/**
 * Whether Enter would submit the form of the field. In a combobox it chooses an option, in a textarea it starts a new
 * line.
 */
function isPlainInput(element: HTMLElement): boolean {
  return element instanceof HTMLInputElement && element.getAttribute('role') !== 'combobox'
}

/**
 * Whether a field holds a password or a one-time code. Its text must not be read, however fast a password manager
 * types it.
 */
export function isPrivate(element: Element | null): boolean {
  if (!(element instanceof HTMLInputElement)) return false
  return element.type === 'password' || /password|one-time-code/.test(element.autocomplete)
}

/** Removes the characters of a scan from a field and dispatches an `input` event, so that React updates its state. */
function takeBack(field: HTMLInputElement, typed: string): void {
  if (!field.value.includes(typed)) return
  const at = field.value.lastIndexOf(typed)
  const value = field.value.slice(0, at) + field.value.slice(at + typed.length)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
