import { createHash, type Hash } from 'node:crypto'
import type { CanonicalEntry } from './chain-store.ts'

/** What stands before the first block. */
export const first_link = '0'.repeat(64)

/** Begins the seal of a block: each seal covers the one before, so that no block can be changed or left out alone. */
export function beginSeal(former: string): Hash {
  return createHash('sha256').update(former)
}

/** Adds an entry. A canonical text holds no line break, so entries cannot run into each other. */
export function addEntry(hash: Hash, { canonical }: CanonicalEntry): void {
  hash.update('\n').update(canonical)
}

/** A seal as it leaves the database, for the service log: `provider:block:seal`. */
export interface ExportedSeal {
  provider_id: number
  block: number
  seal: string
}

export function sealText({ provider_id, block, seal }: ExportedSeal): string {
  return `${provider_id}:${block}:${seal}`
}

/** Reads a seal as it was written to the log; `null` when the text is none. */
export function readSealText(text: string): ExportedSeal | null {
  const match = /^(\d{1,9}):(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim())
  if (!match) return null
  const [, providerId = '', block = '', seal = ''] = match
  return { provider_id: Number(providerId), block: Number(block), seal }
}
