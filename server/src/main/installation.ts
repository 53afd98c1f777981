import fs from 'node:fs'
import { secretFile } from '../kit/server-secret.ts'

/** Properties of the installation, determined once at startup. They decide whether fakes may be used. */
export interface Installation {
  /**
   * Whether the installation can be reached only from this machine. Only local installations have the demo provider,
   * fakes that catch mail and texts, and fakes of payment gateways, third parties and sign-ins.
   */
  is_local: boolean
  /** `off`: the installation's server sends no mail, and each message states this as the reason. */
  mail: 'on' | 'off'
}

/** The environment variables that determine the installation. */
type Env = Readonly<NodeJS.ProcessEnv>

/** Whether a host address can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Determines the installation. It is local when the host is a loopback address, `WEB_URL` and `TRUSTED_PROXIES` are
 * not set and `NODE_ENV` is not `production`. Throws when a non-local installation has no mail configuration or is
 * configured with a fake.
 */
export function installationOf(host: string, env: Env): Installation {
  const { MAIL, WEB_URL, NODE_ENV, TRUSTED_PROXIES, SMTP_URL, SMTP_HOST, PAYMENT_GATEWAYS_URL } = env
  const isLocal = isLoopback(host) && !WEB_URL && !TRUSTED_PROXIES && NODE_ENV !== 'production'
  if (MAIL && MAIL !== 'on' && MAIL !== 'off') throw new Error(`MAIL must be on or off. It is ${MAIL}.`)
  const mail = MAIL === 'off' ? 'off' : 'on'
  if (isLocal) return { is_local: isLocal, mail }
  if (mail === 'on' && !SMTP_URL && !SMTP_HOST)
    throw new Error(
      'This installation can be reached by others and has no mail server. Set SMTP_URL to one, or MAIL=off to send no mail.',
    )
  if (PAYMENT_GATEWAYS_URL)
    throw new Error(
      'PAYMENT_GATEWAYS_URL points to a test payment gateway, but this installation can be reached by others. Remove it.',
    )
  return { is_local: isLocal, mail }
}

/**
 * Creates the data directory for its owner only, if it is missing. If other users of the machine can access the
 * directory or read the secret, a non-local installation does not start; a local one removes the excess permissions.
 */
export function requirePrivate(dataDir: string, { is_local }: Pick<Installation, 'is_local'>): void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return
  const rules = [
    {
      name: dataDir,
      open_to: 0o007,
      mode: '700',
      what: 'The data directory',
      who: 'other users of this machine',
    },
    {
      name: secretFile(dataDir),
      open_to: 0o077,
      mode: '600',
      what: 'The secret',
      who: 'users other than its owner',
    },
  ]
  for (const { name, open_to, mode, what, who } of rules) {
    const now = fs.statSync(name, { throwIfNoEntry: false })?.mode
    if (now === undefined || (now & open_to) === 0) continue
    if (!is_local)
      throw new Error(
        `${what} ${name} is open to ${who} (mode ${(now & 0o777).toString(8)}). Run: chmod ${mode} ${name}`,
      )
    fs.chmodSync(name, now & 0o7777 & ~open_to)
  }
}
