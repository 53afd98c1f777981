import { Problem } from '@waybill/domain/kit/problem'
import { databaseCode } from '../kit/db.ts'
import { noteDiskFull } from './disk-space.ts'

const away =
  'The database is not available right now. Nothing was changed. Your call can be repeated in a moment.'
const full =
  'There is no room left to store this. Nothing was changed. The operator has to make room; then repeat your call.'

const unavailable = (message: string, retryAfterS: number) => () =>
  new Problem('unavailable', message, { retry_after_s: retryAfterS })
const conflict = (message: string) => () => new Problem('conflict', message, { retry_after_s: 1 })
const invalid = (message: string) => () => new Problem('invalid', message)

const cannot_be_stored = invalid(
  'One of the values cannot be stored: it is too large or no such value exists.',
)

/** What a caller is told, by the code of PostgreSQL (SQLSTATE) or of the operating system. */
const problems: ReadonlyMap<string, () => Problem> = new Map([
  ['55P03', conflict('Somebody else is changing this right now. Try again in a moment.')],
  ['57014', unavailable('This took too long and was stopped. Try again, or narrow what you ask for.', 5)],
  // A server that has no connection left, shuts down, starts, or was taken over by another one.
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
  // No memory, no disk, a disk that fails.
  ...['53100', '53200', '58030', 'ENOSPC'].map((code) => [code, unavailable(full, 60)] as const),
  ['23503', invalid('Something this call names does not exist. Check the ids and names in it.')],
  ['23505', conflict('Somebody saved the same thing at this moment. Look at it and try again.')],
  ...['22003', '22008', '22021', '22P02', '22P05'].map((code) => [code, cannot_be_stored] as const),
])

/** What the driver says, without a code, of a connection that is gone or that nobody could get in time. */
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

/** Whether a connection ended or could not be had: what was under way in it has an unknown outcome. */
export function isConnectionLost(error: unknown): boolean {
  const code = databaseCode(error)
  if (code !== undefined) return lost_codes.has(code) || code.startsWith('08')
  return error instanceof Error && lost_connection.test(error.message)
}

/** Whether a connection could not be opened, for whatever reason (such as the socket of a server that is stopped). */
function isConnecting(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect'
}

/** What a caller is told about an error of the database; every other error stays as it is. */
export function problemOf(error: unknown): unknown {
  const code = databaseCode(error) ?? ''
  if (disk_full_codes.has(code)) noteDiskFull()
  const found = problems.get(code)
  if (found) return found()
  return isConnectionLost(error) || isConnecting(error) ? unavailable(away, 5)() : error
}

/** What a caller is told whose connection ended while the database was told to keep the change: nobody knows whether it did. */
export function uncertain(): Problem {
  return new Problem(
    'unavailable',
    'The connection to the database was lost while this was being saved, so it may or may not have been. Repeat it with the same Idempotency-Key, or look before you do it again.',
    { retry_after_s: 2 },
  )
}
