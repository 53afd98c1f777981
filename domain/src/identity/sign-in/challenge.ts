import { z } from 'zod'
import { sha256 } from '../../kit/sha256.ts'
import { text } from '../../kit/calls/wire.ts'

/**
 * A proof of work that the browser computes before a form is accepted, so that mass submissions become costly (the
 * ALTCHA protocol): find the number for which SHA-256 of `salt` plus number equals `challenge`.
 */
export const Challenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  /** Random, and includes the expiry time of the challenge. */
  salt: z.string(),
  signature: z.string(),
  /** Upper limit of the number, inclusive. */
  maxnumber: z.int(),
})
export type Challenge = z.output<typeof Challenge>

/** The solved challenge that a form submits: the challenge with the number found. */
export const SolvedChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: text(64),
  salt: text(100),
  signature: text(100),
  number: z.int().min(0),
})
export type SolvedChallenge = z.output<typeof SolvedChallenge>

/** Number of tries between two calls of `pause`. */
const tries_at_once = 2_000

/**
 * Finds the number of a challenge. Awaits `pause` after every few milliseconds of work, so that the page stays
 * responsive. Returns `null` when no number matches, which means that the challenge is invalid.
 */
export async function solve(given: Challenge, pause: () => Promise<void>): Promise<SolvedChallenge | null> {
  const { maxnumber, ...rest } = given
  for (let number = 0; number <= maxnumber; number += 1) {
    if (number % tries_at_once === tries_at_once - 1) await pause()
    if (sha256(rest.salt + String(number)) === rest.challenge) return { ...rest, number }
  }
  return null
}
