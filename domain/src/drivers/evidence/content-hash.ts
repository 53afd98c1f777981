import { sha256 } from '../../kit/sha256.ts'
import type { ActionPayload, DriverAction } from '../api.ts'

/** The first value of every canonical form. A change of the form needs another one. */
const form = 'driver-action-1'

/** An action as sent, or as stored: stored actions contain whether a PIN was given instead of the PIN. */
export type HashedAction = Omit<DriverAction, 'payload'> & {
  payload?: (ActionPayload & { pin_given?: boolean }) | undefined
}

/**
 * Returns the canonical form of a decoded action: one JSON text with sorted keys in ASCII. It contains everything that
 * the driver recorded, the time, the position and the hash of the driver's former action. Instead of the names of
 * files, which are given by the upload, it contains the hashes of the files. It contains whether a PIN was given
 * and not the PIN, because four digits could be found by trying.
 */
export function canonicalAction(action: HashedAction): string {
  const {
    content_hash: _hash,
    evidence = [],
    files: _names,
    payload = {},
    occurred_at: at,
    ...recorded
  } = action
  const { pin, pin_given: pinGiven, photos, signature, ...details } = payload
  const hashes = new Map(evidence.map(({ name, sha256: hash }) => [name, hash]))
  const hashOf = (name: string): string => hashes.get(name) ?? name
  const facts = {
    form,
    ...recorded,
    // In whole seconds, as it is sent.
    occurred_at: `${at.toISOString().slice(0, 19)}Z`,
    files: evidence.map(({ sha256: hash }) => hash).toSorted(),
    payload: {
      ...details,
      pin_given: pinGiven ?? Boolean(pin),
      photos: photos?.map(hashOf),
      signature: signature ? hashOf(signature) : undefined,
    },
  }
  const json = JSON.stringify(facts, (_key, value: unknown) => (isRecord(value) ? sorted(value) : value))
  return json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Returns the SHA-256 of the canonical form of a decoded action, in hex. */
export function contentHash(action: HashedAction): string {
  return sha256(canonicalAction(action))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
