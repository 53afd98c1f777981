import { role_ids } from '../../kit/actor.ts'
import { isKiosk } from '../page-modes.ts'
import { day_ms, hour_ms } from '../../kit/dates/durations.ts'

/** What signed in: a person's browser, a driver's phone, or the counter that many people use. */
export const session_kinds = ['browser', 'driver', 'kiosk'] as const
export type SessionKind = (typeof session_kinds)[number]

/** How long tokens may last (AUTH-015). */
export const token_lifetimes = ['7 days', '30 days', 'never'] as const
export type TokenLife = (typeof token_lifetimes)[number]

/** The kind of session somebody has: by role, and by the page mode in which a counter works. */
export function sessionKindOf(user: { role_id: number; shipment_page_mode: string | null }): SessionKind {
  if (user.role_id === role_ids.driver) return 'driver'
  return isKiosk(user.shipment_page_mode) ? 'kiosk' : 'browser'
}

/** Milliseconds without use after which a session of this kind ends. */
export const idle_ms: Readonly<Record<SessionKind, number>> = {
  browser: 12 * hour_ms,
  driver: 30 * day_ms,
  kiosk: 12 * hour_ms,
}

/**
 * Milliseconds after which a session ends however much it is used. The company may shorten those of browsers; 'never'
 * still ends them after 30 days, because it is meant for API keys alone.
 */
export function absoluteMs(kind: SessionKind, life: TokenLife): number {
  if (kind === 'driver') return 90 * day_ms
  if (kind === 'kiosk') return 12 * hour_ms
  return life === '7 days' ? 7 * day_ms : 30 * day_ms
}

/** When an API key made at a moment ends; `null` for never. */
export function keyExpiry(life: TokenLife, made: Date): Date | null {
  if (life === 'never') return null
  return new Date(made.getTime() + (life === '7 days' ? 7 : 30) * day_ms)
}
