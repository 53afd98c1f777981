import { Problem } from '@waybill/domain/kit/problem'
import { databaseCode } from '../kit/db.ts'
import { noteDiskFull } from './disk-space.ts'

const away = 'The database is not available right now. Nothing was changed. Try again in a moment.'
const full =
  'There is no room left to store this. Nothing was changed. The operator has to make room; then repeat your call.'

const unavailable = (message: string, retryAfterS: number) => () =>
  new Problem('unavailable', message, { retry_after_s: retryAfterS })
const conflict = (message: string) => () => new Problem('conflict', message, { retry_after_s: 1 })
const invalid = (message: string) => () => new Problem('invalid', message)

const cannot_be_stored = invalid('One of the values cannot be stored: it is too large or not valid.')

/** API errors by PostgreSQL code (SQLSTATE) or operating system code. */
const problems: ReadonlyMap<string, () => Problem> = new Map([
  ['55P03', conflict('Someone else is changing this right now. Try again in a moment.')],
  [
    '57014',
    unavailable(
      'This took too long and was stopped. Nothing was changed. Try again later, or ask for less at once.',
      5,
    ),
  ],
  // Deadlocks and serialization failures that also happened in every repeat.
  ...['40P01', '40001'].map(
    (code) =>
      [
        code,
        unavailable('Too many changes happened at once. Nothing was changed. Try again in a moment.', 1),
      ] as const,
  ),
  // The server ended a transaction that waited too long for its next statement, or took too long as a whole.
  ...['25P03', '25P04'].map((code) => [code, unavailable(away, 5)] as const),
  // The server has no free connection, is shutting down or starting, or was replaced in a failover.
  ...[
    '53300',
    '53400',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '25006',
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
  ].map((code) => [code, unavailable(away, 5)] as const),
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
  ].map((code) => [code, unavailable(away, 5)] as const),
  // Out of memory, disk full or disk failure.
  ...['53100', '53200', '58030', 'ENOSPC'].map((code) => [code, unavailable(full, 60)] as const),
  ['23503', invalid('Something in this request does not exist. Check its ids and names.')],
  ['23505', conflict('Someone else saved the same thing at the same moment. Check it and try again.')],
  ...['22003', '22008', '22021', '22P02', '22P05'].map((code) => [code, cannot_be_stored] as const),
])

/** Messages of driver errors without a code: the connection is lost or was not available in time. */
const lost_connection =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired|Cannot use a pool after calling end|The server does not|server closed the connection)/i

const lost_codes: ReadonlySet<string> = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

const disk_full_codes: ReadonlySet<string> = new Set(['53100', 'ENOSPC'])

/** Whether a connection was lost or not available; the outcome of its running statements is unknown. */
export function isConnectionLost(error: unknown): boolean {
  const code = databaseCode(error)
  if (code !== undefined) return lost_codes.has(code) || code.startsWith('08')
  return error instanceof Error && lost_connection.test(error.message)
}

/** Whether a connection could not be opened, for any reason (such as the socket of a stopped server). */
function isConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
}

/** Whether a connection was lost or could not be opened. */
export function isAway(error: unknown): boolean {
  return isConnectionLost(error) || isConnecting(error)
}

/** Maps database errors to API errors; other errors are returned unchanged. */
export function problemOf(error: unknown): unknown {
  const code = databaseCode(error) ?? ''
  if (disk_full_codes.has(code)) noteDiskFull()
  const found = problems.get(code)
  if (found) return found()
  return isAway(error) ? unavailable(away, 5)() : error
}

/**
 * Returns the API error for a connection that was lost during the commit, when it is unknown whether the change was
 * stored.
 */
export function uncertain(): Problem {
  return new Problem(
    'unavailable',
    'The connection to the database was lost while saving, so the change may or may not be saved. Repeat the call with the same Idempotency-Key, or check before you do it again.',
    { retry_after_s: 2 },
  )
}
