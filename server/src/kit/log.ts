import { pino, type Logger } from 'pino'
import { config } from './config.ts'

export type { Logger }

/** Structured log lines on standard output; `LOG_LEVEL` chooses how many. No personal data above debug. */
export function makeLog(level: string = config.LOG_LEVEL ?? 'info'): Logger {
  return pino({ level, base: undefined, redact: ['password', 'access_token', 'api_key', 'authorization'] })
}
