import { pino, type Logger } from 'pino'
import { config } from './config.ts'

export type { Logger }

/**
 * Creates a logger for structured lines on standard output; `LOG_LEVEL` sets the level. Do not log personal data
 * above debug level.
 */
export function makeLog(level: string = config.LOG_LEVEL ?? 'info'): Logger {
  return pino({ level, base: undefined, redact: ['password', 'access_token', 'api_key', 'authorization'] })
}
