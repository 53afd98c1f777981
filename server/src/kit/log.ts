import { pino, type Logger } from 'pino'

export type { Logger }

/** Structured log lines on standard output; `LOG_LEVEL` chooses how many. No personal data above debug. */
export function makeLog(level = process.env.LOG_LEVEL ?? 'info'): Logger {
  return pino({ level, base: undefined, redact: ['password', 'access_token', 'api_key', 'authorization'] })
}
