import { useEffect, useEffectEvent } from 'react'
import { default_timing, ScanRecogniser, type ScanTiming } from './recogniser.ts'

/** Hears the cleaned code, and as scanned for pages that read more out of it. */
type Handler = (code: string, raw: string) => void

/** The newest listener hears a scan; those of pages stand before the shell's reference search. */
const handlers: Handler[] = []

/**
 * Hears scans from anywhere on the page, also over a dialog or a menu, but not while a field has the focus: what arrives
 * there stays there, unless it is a field for the page's scans (`data-scans="page"`), out of which they are taken. The
 * newest mounted listener gets them. A scan never presses a focused button, submits a form or moves focus.
 */
export function useScan(handler: Handler, isListening = true): void {
  const hear = useEffectEvent(handler)
  useEffect(() => {
    if (!isListening) return undefined
    const own: Handler = (code, raw) => hear(code, raw)
    handlers.push(own)
    return () => {
      handlers.splice(handlers.indexOf(own), 1)
    }
  }, [isListening])
}

/** Listens on the whole document; started by the app for staff. Answers how to stop. */
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
      // What arrived stays; only the Enter of a scanner would send the form before the person has looked at it.
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
    // Also a burst that began elsewhere and ended by silence in a field.
    if (!(field instanceof HTMLInputElement) || field.dataset.scans !== 'page') return
    takeBack(field, typed)
  }
  handlers.at(-1)?.(scan, typed)
}

/** Whether what is typed belongs to this element. */
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

/** A field in which Enter would send its form; in a list it takes the choice, in a longer text it begins a line. */
function isPlainInput(element: HTMLElement): boolean {
  return element instanceof HTMLInputElement && element.getAttribute('role') !== 'combobox'
}

/**
 * Whether a field holds a password or a one-time code. What is typed there is nobody else's to read, however fast a
 * password manager types it.
 */
export function isPrivate(element: Element | null): boolean {
  if (!(element instanceof HTMLInputElement)) return false
  return element.type === 'password' || /password|one-time-code/.test(element.autocomplete)
}

/** Removes the characters of a scan from a field, the way React hears about it. */
function takeBack(field: HTMLInputElement, typed: string): void {
  if (!field.value.includes(typed)) return
  const at = field.value.lastIndexOf(typed)
  const value = field.value.slice(0, at) + field.value.slice(at + typed.length)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
