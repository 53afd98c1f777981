import { z } from 'zod'
import { sha256 } from '../../kit/sha256.ts'
import { text } from '../../kit/calls/wire.ts'

/**
 * A piece of work that a browser does before a form is taken, so that filling in forms by the thousand costs something
 * (the protocol of ALTCHA): find the number for which SHA-256 of salt and number is `challenge`.
 */
export const Challenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  /** Random, with the moment until which the challenge counts. */
  salt: z.string(),
  signature: z.string(),
  /** The number is not above this. */
  maxnumber: z.int(),
})
export type Challenge = z.output<typeof Challenge>

/** What a form carries: the challenge with the number that was found. */
export const SolvedChallenge = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: text(64),
  salt: text(100),
  signature: text(100),
  number: z.int().min(0),
})
export type SolvedChallenge = z.output<typeof SolvedChallenge>

/** Tries between two looks at the clock of whoever waits. */
const tries_at_once = 2_000

/**
 * Finds the number; `pause` is waited for every few milliseconds of work, so that a page stays alive. `null` when there
 * is none, which means that the challenge is broken.
 */
export async function solve(given: Challenge, pause: () => Promise<void>): Promise<SolvedChallenge | null> {
  const { maxnumber, ...rest } = given
  for (let number = 0; number <= maxnumber; number += 1) {
    if (number % tries_at_once === tries_at_once - 1) await pause()
    if (sha256(rest.salt + String(number)) === rest.challenge) return { ...rest, number }
  }
  return null
}
