import type { ScanMode, ScanResultCode } from '@waybill/domain/hub/model'
import type { ScanDecision } from '@waybill/domain/hub/scan-decision'

/**
 * A scan at most this old, in ms, counts as made online, so that a device clock that is slightly slow does not make
 * it late.
 */
const online_lag_ms = 60_000

/** Returns the time on the server clock of `at` on a device whose clock is `offsetSeconds` ahead of it. */
export function onServerClock(at: Date, offsetSeconds = 0): Date {
  return new Date(at.getTime() - offsetSeconds * 1000)
}

/**
 * Returns the time of a scan: not in the future, not before the booking and, when made online, not before the latest
 * event. An older scan is late: it becomes an event at its own time and does not change the status
 * (docs/domain/reliability.md#late-events).
 */
export function scanTime(
  now: Date,
  scannedAt: Date,
  booked: Date,
  latestEvent: Date | null,
): { scanned_at: Date; is_late: boolean } {
  const at = new Date(Math.min(now.getTime(), Math.max(scannedAt.getTime(), booked.getTime())))
  if (!latestEvent || at >= latestEvent) return { scanned_at: at, is_late: false }
  const isOnline = now.getTime() - at.getTime() <= online_lag_ms && latestEvent <= now
  return isOnline ? { scanned_at: latestEvent, is_late: false } : { scanned_at: at, is_late: true }
}

/** Results that may be due to what happened after the scan, so that the scan itself was valid. */
const became_later: readonly ScanResultCode[] = ['already_delivered', 'cancelled', 'on_hold', 'damaged']

/**
 * Returns the result of a late scan: the event is stored, and the user sees only what still needs action (a parcel to
 * put aside, or to load again because nothing is put on a manifest afterwards). Refusals that already applied at the
 * time of the scan stay unchanged.
 */
export function lateScanDecision(mode: ScanMode, decided: ScanDecision): ScanDecision {
  if (mode === 'look-up' || decided.verdict === 'duplicate') return decided
  if (decided.verdict !== 'refused')
    return mode === 'load-manifest'
      ? { ...decided, ...notLoaded }
      : { ...decided, verdict: 'ok', code: 'ok', ...stored, status: null, makes_event: true }
  if (!became_later.includes(decided.code)) return decided
  const lateDecision: ScanDecision = { ...decided, makes_event: true, marks_collected: false }
  return decided.code === 'already_delivered'
    ? { ...lateDecision, verdict: 'ok', code: 'ok', ...stored }
    : lateDecision
}

const notLoaded = {
  verdict: 'refused',
  code: 'wrong_manifest',
  short: 'NOT LOADED',
  message:
    'The parcel has moved on since this scan and is not on the manifest. If it is here, scan it again.',
  status: null,
  marks_collected: false,
  makes_event: true,
} as const

const stored = {
  short: 'STORED',
  message: 'Saved with its original time. The parcel has moved on since then.',
}
