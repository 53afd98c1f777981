import { wrongState } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import type { StoredChange } from './bulk-change.ts'
import type { BulkKind, BulkState, RowCounts, RowState } from './model.ts'
import { hour_ms } from '../kit/dates/durations.ts'

/** Number of hours after the start of its run during which a job can be undone (docs/domain/tools.md). */
export const undo_hours = 24

/** The row state that each automatic job state processes, row by row. */
export const rows_taken: Readonly<Partial<Record<BulkState, RowState>>> = {
  checking: 'waiting',
  running: 'good',
  undoing: 'done',
}

/** The job state that follows when no row is left to process. */
export const state_after: Readonly<Partial<Record<BulkState, BulkState>>> = {
  checking: 'checked',
  running: 'finished',
  undoing: 'undone',
}

/** Whether a job in this state proceeds automatically. */
export function isRunning(state: BulkState): boolean {
  return state in rows_taken
}

/** The bulk job data that the rules need. */
export interface BulkJobState {
  kind: BulkKind
  state: BulkState
  counts: RowCounts
  change: StoredChange | null
  time_started: Date | null
}

const running_states: Readonly<Partial<Record<BulkState, string>>> = {
  checking: 'The rows are being checked. Wait until the check is done.',
  running: 'It is already running.',
  undoing: 'It is being undone.',
  undone: 'It was undone. Start a new one.',
}

/** Whether a job can be run (`rowsToRun`). */
export function mayRun(job: Pick<BulkJobState, 'kind' | 'state' | 'counts'>): RuleResult {
  const busy = running_states[job.state]
  if (busy) return wrongState(busy)
  if (rowsToRun(job) > 0) return true
  return wrongState(
    job.counts.wrong > 0
      ? 'No row is valid yet. Correct the rows with errors first.'
      : 'There are no rows left to run.',
  )
}

/**
 * Returns the number of rows that a run takes: of an import the good rows and those that failed before, of an update the
 * good rows, or all that would be checked again (`checksFirst`).
 */
export function rowsToRun(job: Pick<BulkJobState, 'kind' | 'counts'>): number {
  const { good, failed, wrong, waiting } = job.counts
  if (job.kind === 'shipment-import') return good + failed
  return checksFirst(job) ? failed + wrong + waiting : good
}

/**
 * Whether a run only checks rows again: those of an update may fail because someone changed the shipment, so a user sees
 * first what would change now. Rows that a stopped check left are among them.
 */
export function checksFirst({ kind, counts }: Pick<BulkJobState, 'kind' | 'counts'>): boolean {
  return kind === 'shipment-update' && counts.good === 0
}

/** What a user who runs an update saw: the number of good rows, and when the update was last run. */
export interface SeenUpdate {
  good: number
  time_started?: Date | undefined
}

/**
 * Whether an update still is what the user saw who runs it. Otherwise someone checked or ran it meanwhile, and the run
 * would change what this user did not see. Imports are run by what is in their rows.
 */
export function isAsSeen(
  { kind, counts, time_started }: Pick<BulkJobState, 'kind' | 'counts' | 'time_started'>,
  seen: SeenUpdate | undefined,
): RuleResult {
  if (kind === 'shipment-import') return true
  return seen?.good === counts.good && secondOf(seen.time_started) === secondOf(time_started)
    ? true
    : wrongState('It was checked or run meanwhile. Look at what would change now.')
}

/** Returns the whole second of a time, because clients send times without milliseconds; `null` for none. */
function secondOf(time: Date | null | undefined): number | null {
  return time ? Math.floor(time.getTime() / 1_000) : null
}

/** Whether cells can be corrected in the current state. */
export function mayCorrect({ kind, state }: Pick<BulkJobState, 'kind' | 'state'>): RuleResult {
  if (kind !== 'shipment-import') return wrongState('Only the rows of an import can be corrected.')
  const busy = state === 'checking' ? undefined : running_states[state]
  return busy ? wrongState(busy) : true
}

/** Whether a job can be stopped between two rows. */
export function mayCancelBulk(state: BulkState): RuleResult {
  return state === 'checking' || state === 'running'
    ? true
    : wrongState(state === 'undoing' ? 'The undo is running and cannot be stopped.' : 'It is not running.')
}

/** Returns the deadline for undoing a job; `null` when there is nothing to undo, and for an undo itself. */
export function undoUntil({ state, counts, change, time_started }: BulkJobState): Date | null {
  if (change?.kind === 'undo' || !time_started || counts.done === 0) return null
  if (state !== 'finished' && state !== 'cancelled' && state !== 'checked') return null
  return new Date(time_started.getTime() + undo_hours * hour_ms)
}

/** Whether a job can be undone: within 24 hours of the start of its run, if it booked or changed a shipment. */
export function mayUndo(job: BulkJobState, now: Date): RuleResult {
  if (job.change?.kind === 'undo') return wrongState('An undo cannot be undone. Make the change again.')
  const isImport = job.kind === 'shipment-import'
  const until = undoUntil(job)
  if (until === null)
    return wrongState(
      running_states[job.state] ??
        (isImport ? 'It has no booked shipments to cancel.' : 'It has no changed shipments left to undo.'),
    )
  return now <= until
    ? true
    : wrongState(
        isImport
          ? `An import can be undone only within ${undo_hours} hours. Cancel its shipments one by one.`
          : `An update can be undone only within ${undo_hours} hours. Change its shipments again.`,
      )
}
