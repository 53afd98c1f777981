import { currentTexts } from '../texts/texts.ts'

/** The input of the PIN pad. */
export interface PinEntry {
  digits: string
  /** The number of digits of a complete PIN. */
  length: number
}

export function newPin(length: number): PinEntry {
  return { digits: '', length }
}

/** Adds a digit. A complete PIN and any key that is not a digit leave the input unchanged. */
export function typeDigit(pin: PinEntry, key: string): PinEntry {
  return /^\d$/.test(key) && pin.digits.length < pin.length ? { ...pin, digits: pin.digits + key } : pin
}

export function eraseDigit(pin: PinEntry): PinEntry {
  return { ...pin, digits: pin.digits.slice(0, -1) }
}

export function isWhole(pin: PinEntry): boolean {
  return pin.digits.length === pin.length
}

/** Returns '2 digits to go'; `''` when the PIN is complete. */
export function digitsToGo(pin: PinEntry): string {
  const missing = pin.length - pin.digits.length
  if (missing === 0) return ''
  return currentTexts().handOver.digitsToGo(missing)
}
