import type { ScanMode, ScanResultCode } from '@waybill/domain/hub/model'
import type { ScanDecision } from '@waybill/domain/hub/scan-decision'

/** A scan this recent was made on line: a clock that runs a little behind does not make it late. */
const online_lag_ms = 60_000

/**
 * When a scan happened: not in the future, not before the booking, and, when made on line, not before what is already
 * known. An older one is late: it becomes an event at its own time and leaves the status alone
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

/** What may have become of a parcel after the scan was made, so that the scan itself was right. */
const became_later: readonly ScanResultCode[] = ['already_delivered', 'cancelled', 'on_hold', 'damaged']

/**
 * The verdict on a late scan: the event is stored; the person hears only what still needs a hand (a parcel to put
 * aside), and refusals that held at the time stay as they are.
 */
export function lateScanDecision(mode: ScanMode, decided: ScanDecision): ScanDecision {
  if (mode === 'look-up' || decided.verdict === 'duplicate') return decided
  if (decided.verdict !== 'refused')
    return { ...decided, verdict: 'ok', code: 'ok', ...stored, status: null, makes_event: true }
  if (!became_later.includes(decided.code)) return decided
  const kept: ScanDecision = { ...decided, makes_event: true, marks_collected: false }
  return decided.code === 'already_delivered' ? { ...kept, verdict: 'ok', code: 'ok', ...stored } : kept
}

const stored = { short: 'STORED', message: 'Kept at its own time. The parcel has moved on since.' }
