import { useEffect, useEffectEvent } from 'react'
import { default_timing, ScanRecogniser, type ScanTiming } from './recogniser.ts'

/** Hears the cleaned code, and as scanned for pages that read more out of it. */
type Handler = (code: string, raw: string) => void

/** The newest listener hears a scan; those of pages stand before the shell's reference search. */
const handlers: Handler[] = []

/**
 * Hears scans from anywhere on the page, whatever has focus; the newest mounted listener gets them. A scan never
 * presses a focused button, submits a form or moves focus; in a field that takes no scans its characters are removed
 * again.
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
    if (isPrivate(document.activeElement)) {
      clearTimeout(timer)
      recogniser.forget()
      return
    }
    const isPress = event.key === ' ' && recogniser.isInBurst(event.timeStamp)
    if (isPress && !isTextField(document.activeElement)) event.preventDefault()
    const heard = recogniser.key(event.key, event.timeStamp)
    clearTimeout(timer)
    if (timing.silence !== null)
      timer = setTimeout(() => deliver(recogniser.silence(performance.now())), timing.silence + 5)
    if (heard.swallow) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    deliver(heard)
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
  // A burst that begins elsewhere and ends by silence in such a field.
  if (isPrivate(field)) return
  if (isTextField(field)) {
    if (field.hasAttribute('data-scans')) return
    takeBack(field, typed)
  }
  handlers.at(-1)?.(scan, typed)
}

function isTextField(element: Element | null): element is HTMLInputElement | HTMLTextAreaElement {
  const isText =
    element instanceof HTMLInputElement &&
    !['checkbox', 'radio', 'button', 'submit', 'file'].includes(element.type)
  return isText || element instanceof HTMLTextAreaElement
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
function takeBack(field: HTMLInputElement | HTMLTextAreaElement, typed: string): void {
  if (!field.value.includes(typed)) return
  const at = field.value.lastIndexOf(typed)
  const value = field.value.slice(0, at) + field.value.slice(at + typed.length)
  const prototype =
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
