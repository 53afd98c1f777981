import {
  attempts_reset_ms,
  tries_per_address,
  waitAfter,
} from '@waybill/domain/identity/sign-in/guess-limits'
import { rateLimited, type Problem } from '@waybill/domain/kit/problem'
import { digestOf } from '../../kit/sealer.ts'
import type { Context } from '../../kit/handler.ts'
import { isKnownDevice, lockGuard, removeGuard, returnTry, saveGuard } from './tries-store.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'
import { codedText } from '@waybill/domain/kit/answers/coded-text'

/**
 * The key under which attempts are counted: a user on one known device, the user on other devices, or an unknown
 * name.
 */
export interface Budget {
  key: string
}

/**
 * Returns the budget of attempts for a sign-in. A known browser has its own budget, so that guessing from elsewhere
 * cannot lock out the owner. Attempts with unknown names are counted in the same way.
 */
export async function budgetOf(
  ctx: Context,
  userId: number | undefined,
  name: string,
  knownDevice: string | undefined,
): Promise<Budget> {
  const digest = digestOf(knownDevice ?? '')
  const isRecognised = await isKnownDevice(ctx, userId ?? 0, digest)
  if (userId === undefined) return { key: `name ${digestOf(name.toLowerCase())}` }
  return { key: isRecognised ? `user ${userId} ${digest}` : `user ${userId}` }
}

/**
 * Counts an attempt for the address and the budget before anything is compared, so that concurrent attempts count
 * too. Returns the error when no attempt is left; a rejected attempt is not counted.
 */
export async function claimTry(ctx: Context, budget: Budget): Promise<Problem | null> {
  const address = addressKey(ctx)
  const fromAddress = await windowOf(ctx, address)
  if (fromAddress.tries >= tries_per_address) return tooMany(fromAddress.wait_s)
  const known = await lockGuard(ctx, budget.key)
  const waitMs = (known.retry_after?.getTime() ?? 0) - ctx.now.getTime()
  if (waitMs > 0) return tooMany(Math.ceil(waitMs / 1000))
  const isOld = ctx.now.getTime() - known.time_last.getTime() > attempts_reset_ms
  const tries = (isOld ? 0 : known.tries) + 1
  const waitS = waitAfter(tries)
  await saveGuard(ctx, budget.key, {
    tries,
    retry_after: waitS > 0 ? new Date(ctx.now.getTime() + waitS * 1000) : null,
    window_from: ctx.now,
    window_tries: 0,
  })
  await countInWindow(ctx, address, fromAddress)
  return null
}

/**
 * Clears the counted attempts of the budget and takes one off the address after a successful attempt. Locks the
 * address before the budget, as `claimTry` does.
 */
export async function resetAttempts(ctx: Context, budget: Budget): Promise<void> {
  await returnTry(ctx, addressKey(ctx))
  await removeGuard(ctx, budget.key)
}

/** Counts one of `max` attempts per hour under a key; returns the error when none is left. */
export async function claimOfHour(ctx: Context, key: string, max: number): Promise<Problem | null> {
  const window = await windowOf(ctx, key)
  if (window.tries >= max) return tooMany(window.wait_s)
  await countInWindow(ctx, key, window)
  return null
}

interface HourWindow {
  from: Date
  tries: number
  wait_s: number
}

async function windowOf(ctx: Context, key: string): Promise<HourWindow> {
  const known = await lockGuard(ctx, key)
  const leftMs = known.window_from.getTime() + hour_ms - ctx.now.getTime()
  return leftMs > 0
    ? { from: known.window_from, tries: known.window_tries, wait_s: Math.ceil(leftMs / 1000) }
    : { from: ctx.now, tries: 0, wait_s: 0 }
}

async function countInWindow(ctx: Context, key: string, window: HourWindow): Promise<void> {
  await saveGuard(ctx, key, {
    tries: 0,
    retry_after: null,
    window_from: window.from,
    window_tries: window.tries + 1,
  })
}

function addressKey(ctx: Context): string {
  return `address ${ctx.request.address}`
}

function tooMany(waitS: number): Problem {
  return rateLimited(codedText('too_many_tries', { seconds: waitS }), waitS)
}
