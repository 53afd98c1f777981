import { createHash, type Hash } from 'node:crypto'
import type { CanonicalEntry } from './entry-store.ts'

/** The value before the seal of the first block. */
export const first_link = '0'.repeat(64)

/** Starts the hash of a block. Each seal covers the previous one, so that no single block can be changed or removed. */
export function beginSeal(former: string): Hash {
  return createHash('sha256').update(former)
}

/** Adds an entry to the hash. A canonical text contains no line break, so entries cannot be confused. */
export function addEntry(hash: Hash, { canonical }: CanonicalEntry): void {
  hash.update('\n').update(canonical)
}

/** A seal as exported to the service log: `provider:block:seal`. */
export interface ExportedSeal {
  provider_id: number
  block: number
  seal: string
}

export function sealText({ provider_id, block, seal }: ExportedSeal): string {
  return `${provider_id}:${block}:${seal}`
}

/** Parses a seal from the service log; returns `null` when the text is not a seal. */
export function readSealText(text: string): ExportedSeal | null {
  const match = /^(\d{1,9}):(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim())
  if (!match) return null
  const [, providerId = '', block = '', seal = ''] = match
  return { provider_id: Number(providerId), block: Number(block), seal }
}
