import { referenceInUrl } from '@waybill/domain/kit/scanned-url'

/** Criteria for a burst of keys to count as a scan (docs/domain/interface.md#recognising-a-scan). Times in ms. */
export interface ScanTiming {
  min_length: number
  /** Maximum mean gap between characters. */
  mean_gap: number
  /** Maximum gap between two characters. */
  max_gap: number
  /** Silence that ends a scan when the scanner sends no terminator; `null` when it always sends one. */
  silence: number | null
}

export const default_timing: ScanTiming = { min_length: 4, mean_gap: 35, max_gap: 80, silence: 100 }

/** Scans are cut to this number of characters. */
const max_scan_length = 64

/** The result for one key: a finished scan, if any, and whether the page must not receive the key. */
export interface KeyResult {
  scan: string | null
  swallow: boolean
  /** The raw characters that a text field has received in the meantime. */
  typed: string
}

const nothing: KeyResult = { scan: null, swallow: false, typed: '' }

/**
 * Distinguishes scanners, which type like a very fast keyboard, from people. Pass every key with its time to `key`;
 * it returns a scan when a burst has ended in one.
 */
export class ScanRecogniser {
  private text = ''
  private first = 0
  private last = 0
  private readonly timing: ScanTiming

  constructor(timing: ScanTiming = default_timing) {
    this.timing = timing
  }

  /** Processes one key; `at` is its time in ms. Do not pass keys that are pressed with Ctrl, Alt or Meta. */
  key(key: string, at: number): KeyResult {
    const isTerminator = key === 'Enter' || key === 'Tab'
    if (isTerminator) return this.end(at)
    if ([...key].length !== 1) {
      if (key !== 'Shift' && key !== 'CapsLock') this.forget()
      return nothing
    }
    if (this.text === '' || at - this.last > this.timing.max_gap) {
      this.text = ''
      this.first = at
    }
    this.text += key
    this.last = at
    return nothing
  }

  /** Whether a key at this time would belong to a burst faster than people type; it must then not trigger an action. */
  isInBurst(at: number): boolean {
    return this.text !== '' && at - this.last <= this.timing.mean_gap
  }

  /** Ends a burst without terminator; call it when the silence time has passed since the last key. */
  silence(at: number): KeyResult {
    const { silence } = this.timing
    if (silence === null || this.text === '' || at - this.last < silence) return nothing
    const result = this.isBurst() ? { scan: cleanScan(this.text), swallow: false, typed: this.text } : nothing
    this.forget()
    return result
  }

  /** Discards the characters received so far. */
  forget(): void {
    this.text = ''
  }

  private end(at: number): KeyResult {
    const isScan = this.isBurst() && at - this.last <= this.timing.max_gap
    const result = isScan ? { scan: cleanScan(this.text), swallow: true, typed: this.text } : nothing
    this.forget()
    return result
  }

  private isBurst(): boolean {
    const count = [...this.text].length
    return count >= this.timing.min_length && (this.last - this.first) / (count - 1) <= this.timing.mean_gap
  }
}

/**
 * Normalises a scanned or typed code for the lookup: removes prefix, suffix, AIM identifier and GS1 separators,
 * replaces a URL with the reference in it, and returns single spaces, upper case and at most 64 characters.
 */
export function cleanScan(
  raw: string,
  { prefix = '', suffix = '' }: { prefix?: string; suffix?: string } = {},
): string {
  let text = raw
  if (prefix && text.startsWith(prefix)) text = text.slice(prefix.length)
  if (suffix && text.endsWith(suffix)) text = text.slice(0, -suffix.length)
  // oxlint-disable-next-line no-control-regex -- scanners send control characters, which no reference has
  text = text.replace(/^\][A-Za-z]\d/, '').replaceAll(/[\u0000-\u001F\u007F]/g, '')
  return referenceInUrl(text.trim()).trim().replaceAll(/\s+/g, ' ').toUpperCase().slice(0, max_scan_length)
}
