import fs from 'node:fs'
import { secretFile } from '../kit/server-secret.ts'

/** What an installation is, decided once at its start; everything that stands in for the outside asks this. */
export interface Installation {
  /**
   * Whether nobody but people at this machine can reach it. Only then there are demonstration companies, catchers of mail
   * and texts, and stand-ins for payment gateways, third parties and sign-ins.
   */
  is_local: boolean
  /** `off`: no mail leaves through the installation's server, and each message says so. */
  mail: 'on' | 'off'
}

/** The environment variables that say what an installation is. */
type Env = Readonly<NodeJS.ProcessEnv>

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Local is a loopback host that no address and no proxy leads to and that nobody calls production. Throws one sentence
 * when an installation that others reach lacks what it needs, or has what only stands in for something.
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
      'PAYMENT_GATEWAYS_URL names a stand-in for the payment gateways, and this installation can be reached by others. Remove it.',
    )
  return { is_local: isLocal, mail }
}

/**
 * Makes the data directory when it is missing, for its owner alone. In one that others of the machine may enter, or with
 * a secret that they may read, an installation that others reach does not start; a local one closes both.
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
      who: 'others than its owner',
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
