import { referenceInUrl } from '@waybill/domain/kit/scanned-url'

/**
 * What a burst of keys must be to count as a scan (docs/domain/interface.md#recognising-a-scan). Times in milliseconds.
 */
export interface ScanTiming {
  min_length: number
  /** Mean gap between characters. */
  mean_gap: number
  /** Longest gap between two characters. */
  max_gap: number
  /** Silence that ends a scan when the scanner sends no terminator; `null` when it always does. */
  silence: number | null
}

export const default_timing: ScanTiming = { min_length: 4, mean_gap: 35, max_gap: 80, silence: 100 }

/** A scan is cut here. */
const max_scan_length = 64

/** The answer for one key: a finished scan, and whether its key must not reach the page. */
export interface KeyResult {
  scan: string | null
  swallow: boolean
  /** The raw characters that a text field received meanwhile. */
  typed: string
}

const nothing: KeyResult = { scan: null, swallow: false, typed: '' }

/**
 * Tells scanners, which type like a very fast keyboard, from people. Feed it every key with its time; it answers when
 * a burst has ended in a scan.
 */
export class ScanRecogniser {
  private text = ''
  private first = 0
  private last = 0
  private readonly timing: ScanTiming

  constructor(timing: ScanTiming = default_timing) {
    this.timing = timing
  }

  /** One key at a time in ms; modifier keys and keys with Ctrl, Alt or Meta must not be fed. */
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

  /** Whether a character at this time would belong to a burst no person types: its key must press nothing. */
  isInBurst(at: number): boolean {
    return this.text !== '' && at - this.last <= this.timing.mean_gap
  }

  /** Called when the silence time has passed since a key: a burst without terminator ends here. */
  silence(at: number): KeyResult {
    const { silence } = this.timing
    if (silence === null || this.text === '' || at - this.last < silence) return nothing
    const heard = this.isBurst() ? { scan: cleanScan(this.text), swallow: false, typed: this.text } : nothing
    this.forget()
    return heard
  }

  /** Forgets the characters heard so far. */
  forget(): void {
    this.text = ''
  }

  private end(at: number): KeyResult {
    const isScan = this.isBurst() && at - this.last <= this.timing.max_gap
    const heard = isScan ? { scan: cleanScan(this.text), swallow: true, typed: this.text } : nothing
    this.forget()
    return heard
  }

  private isBurst(): boolean {
    const count = [...this.text].length
    return count >= this.timing.min_length && (this.last - this.first) / (count - 1) <= this.timing.mean_gap
  }
}

/**
 * A scanned or typed code as it is looked up: prefix, suffix, AIM identifier and GS1 separators gone, the
 * reference of a URL instead of the URL, single spaces, upper case, at most 64 characters.
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
