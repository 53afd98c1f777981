import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { hash, verify } from '@node-rs/argon2'
import { checkPassword, commonPassword, type PasswordOwner } from '@waybill/domain/identity/sign-in/passwords'
import { password_min_length, provider_title } from '@waybill/domain/identity/settings'
import { Problem } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import { config } from '../../kit/config.ts'
import type { BaseContext } from '../../kit/handler.ts'

/**
 * Machines with less than 4 GiB of memory use the minimum parameters
 * (docs/domain/people-and-permissions.md#passwords). Environment variables can override both.
 */
const small_machine_bytes = 4 * 1024 ** 3
const is_small = os.totalmem() < small_machine_bytes

/** Argon2id parameters. */
const parameters = {
  memoryCost: Number(config.PASSWORD_MEMORY_KIB ?? (is_small ? 19_456 : 65_536)),
  timeCost: Number(config.PASSWORD_PASSES ?? (is_small ? 2 : 3)),
  parallelism: 1,
}

const max_concurrent = 4
const max_queue = 50
let running = 0
const waiting: (() => void)[] = []

/** Runs at most four hashes at a time, with a short queue, so that sign-in attempts cannot block work on parcels. */
async function inTurn<Result>(fn: () => Promise<Result>): Promise<Result> {
  if (running < max_concurrent) running += 1
  else if (waiting.length < max_queue) await new Promise<void>((resolve) => waiting.push(resolve))
  else
    throw new Problem(
      'rate_limited',
      'Too many people are signing in right now. Please try again in 5 seconds.',
      {
        retry_after_s: 5,
      },
    )
  try {
    return await fn()
  } finally {
    // Pass the slot to the request that has waited longest; release it when none waits.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters))
}

/** Whether a hash was made with weaker parameters than the current ones and should be replaced at this sign-in. */
export function isOutdated(hashed: string): boolean {
  const [, memory = '0', passes = '0'] = /\$m=(\d+),t=(\d+),/.exec(hashed) ?? []
  return Number(memory) < parameters.memoryCost || Number(passes) < parameters.timeCost
}

let dummy: Promise<string> | null = null

/**
 * Checks whether a password is correct. When there is no such user (`hashed` is null), does the same amount of work
 * and returns false.
 */
export async function isPasswordCorrect(password: string, hashed: string | null): Promise<boolean> {
  dummy ??= hash('no such user', parameters)
  const against = hashed ?? (await dummy)
  const fits = await inTurn(() => verify(against, password))
  return fits && hashed !== null
}

/** The list as one text, with a line break before and after each line. Searched directly, which takes less than 1 ms. */
let common: string | null = null

/** Whether a password is one of the 100,000 most common ones, ignoring case (decision 24). */
export function isCommon(password: string): boolean {
  common ??= `\n${brotliDecompressSync(
    fs.readFileSync(path.join(import.meta.dirname, 'common-passwords.txt.br')),
  ).toString('latin1')}`
  return !password.includes('\n') && common.includes(`\n${password.toLowerCase()}\n`)
}

/** Throws when a new password is not allowed: too short or too long, the owner's own name, or a common one. */
export function requireNewPassword(
  reader: BaseContext,
  password: string | undefined,
  owner: Omit<PasswordOwner, 'provider'>,
): string {
  const chosen = password ?? ''
  const provider = reader.setting(provider_title)
  ensure(checkPassword(chosen, reader.setting(password_min_length), { ...owner, provider }))
  if (isCommon(chosen)) ensure(commonPassword())
  return chosen
}
