import { role_ids } from '../../kit/actor.ts'
import { isKiosk } from '../page-modes.ts'
import { day_ms, hour_ms } from '../../kit/dates/durations.ts'

/** The kinds of sessions: a person's browser, a driver's phone, or a shared counter. */
export const session_kinds = ['browser', 'driver', 'kiosk'] as const
export type SessionKind = (typeof session_kinds)[number]

/** Selectable lifetimes of tokens (AUTH-015). */
export const token_lifetimes = ['7 days', '30 days', 'never'] as const
export type TokenLife = (typeof token_lifetimes)[number]

/** Returns the kind of session for a user, from the role and the page mode. */
export function sessionKindOf(user: { role_id: number; shipment_page_mode: string | null }): SessionKind {
  if (user.role_id === role_ids.driver) return 'driver'
  return isKiosk(user.shipment_page_mode) ? 'kiosk' : 'browser'
}

/** Idle timeout of each kind of session, in ms. */
export const idle_ms: Readonly<Record<SessionKind, number>> = {
  browser: 12 * hour_ms,
  driver: 30 * day_ms,
  kiosk: 12 * hour_ms,
}

/**
 * Returns the maximum lifetime of a session in ms, regardless of use. The company can shorten it for browsers.
 * 'never' still means 30 days, because it is intended for API keys only.
 */
export function absoluteMs(kind: SessionKind, life: TokenLife): number {
  if (kind === 'driver') return 90 * day_ms
  if (kind === 'kiosk') return 12 * hour_ms
  return life === '7 days' ? 7 * day_ms : 30 * day_ms
}

/** Returns when an API key created at `made` expires; `null` for never. */
export function keyExpiry(life: TokenLife, made: Date): Date | null {
  if (life === 'never') return null
  return new Date(made.getTime() + (life === '7 days' ? 7 : 30) * day_ms)
}
