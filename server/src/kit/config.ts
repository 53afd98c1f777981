import { z } from 'zod'

type Environment = Readonly<Record<string, string | undefined>>

const text = z.string().optional()
const address = (name: string) =>
  text.refine(
    (value) => value === undefined || URL.canParse(value),
    `${name} must be an address such as https://example.com`,
  )
const whole = (
  name: string,
  standard: number,
  [from, to]: readonly [number, number],
  what = 'a whole number',
) =>
  z
    .string()
    .default(String(standard))
    .refine(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= from && Number(value) <= to,
      `${name} must be ${what} from ${from} to ${to}`,
    )
    .transform(Number)
/** A number of months, or 0 for off. */
const months = (name: string, shortest: number) =>
  z
    .string()
    .default('0')
    .refine(
      (value) => value === '0' || (/^\d{1,3}$/.test(value) && Number(value) >= shortest),
      `${name} must be 0 (off) or a number of months from ${shortest} to 999`,
    )
    .transform(Number)
const port = (name: string, standard: number) => whole(name, standard, [0, 65_535], 'a port number')
const list = z
  .string()
  .optional()
  .transform((value) =>
    value
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  )
const oneOf = <const Word extends string>(name: string, words: readonly Word[]) =>
  z.enum(words, `${name} must be ${words.join(' or ')}`).optional()

/**
 * Variables that hold one value each; settings made of several variables are read from `environment` where they are
 * used.
 */
const Variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port('PORT', 3000),
  API_PORT: port('API_PORT', 3001),
  DATA_DIR: text,
  DATABASE_URL: text,
  DATABASE_LISTEN_URL: text,
  DATABASE_READ_URL: text,
  WORKERS: whole('WORKERS', 1, [1, 64]),
  DATABASE_CONNECTIONS: whole('DATABASE_CONNECTIONS', 16, [4, 1_000]),
  DATABASE_STATEMENT_NAMES: oneOf('DATABASE_STATEMENT_NAMES', ['on', 'off']),
  DATABASE_UNSAFE: oneOf('DATABASE_UNSAFE', ['allow']),
  POSTGRES_BIN: text,
  WEB_BUILD: oneOf('WEB_BUILD', ['on', 'off']),
  WEB_URL: address('WEB_URL'),
  API_URL: address('API_URL'),
  ALLOWED_HOSTS: list,
  TRUSTED_PROXIES: list,
  MAX_CONNECTIONS: whole('MAX_CONNECTIONS', 2_000, [1, 1_000_000]),
  RATE_LIMIT_SCALE: z.coerce
    .number('RATE_LIMIT_SCALE must be a number')
    .min(0, 'RATE_LIMIT_SCALE must not be negative')
    .default(1),
  LOG_LEVEL: oneOf('LOG_LEVEL', ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
  PASSWORD_MEMORY_KIB: text,
  PASSWORD_PASSES: text,
  NOMINATIM_URL: address('NOMINATIM_URL'),
  PAYMENT_GATEWAYS_URL: address('PAYMENT_GATEWAYS_URL'),
  OUTBOUND_PRIVATE: oneOf('OUTBOUND_PRIVATE', ['allow', 'refuse']),
  S3_BUCKET: text,
  AUDIT_ARCHIVE_MONTHS: months('AUDIT_ARCHIVE_MONTHS', 2),
  MESSAGE_TEXT_MONTHS: months('MESSAGE_TEXT_MONTHS', 1),
  THIRD_PARTY_PORT: port('THIRD_PARTY_PORT', 3026),
  MAIL_PORT: port('MAIL_PORT', 3025),
  SMS_PORT: port('SMS_PORT', 3027),
  PAYMENTS_PORT: port('PAYMENTS_PORT', 3028),
  INTEGRATIONS_PORT: port('INTEGRATIONS_PORT', 3029),
  LOCKERS_PORT: port('LOCKERS_PORT', 3030),
})

/** The operator’s configuration; names as in `docs/operators.md`. */
export type Config = z.output<typeof Variables> & {
  /** All variables, for settings that consist of several: mail server, SMS gateway, bucket, metrics, secrets. */
  environment: Environment
}

/**
 * Reads the configuration; an empty variable counts as not set. Throws an error with one sentence that names the
 * problem.
 */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Variables.safeParse(given)
  if (read.success) return { ...read.data, environment }
  const [problem] = read.error.issues
  const name = String(problem?.path[0])
  throw new Error(`${problem?.message}. It is ${environment[name]}.`)
}

function readOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return process.exit(1)
  }
}

/** The configuration of this process, read once at startup. Other code does not read the environment. */
export const config: Config = readOrExit()

/**
 * Returns the address of the database for what lasts longer than a transaction: messages between processes, locks of
 * operator tasks, migrations, `pg_dump`. A pooler in transaction mode serves none of that.
 */
export function sessionUrlOf<Url extends string | undefined>(databaseUrl: Url): Url | string {
  return databaseUrl && (config.DATABASE_LISTEN_URL ?? databaseUrl)
}
