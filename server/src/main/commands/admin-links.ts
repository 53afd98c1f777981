import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startOperatorLink } from '../../identity/index.ts'
import { openForCommand } from './command-runtime.ts'
import { asSystem } from '../install.ts'
import { providersOf } from '../../db/providers.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** Validity in ms of a link with which an administrator chooses a password. */
export const admin_link_ms = hour_ms

/** The first users of an empty installation. */
export const first_administrators = { company: 'admin', platform: 'platform' } as const

const fileIn = (dataDir: string): string => path.join(dataDir, 'admin-links.txt')

/** A one-time link for one user. */
export interface AdminLink {
  username: string
  email: string
  code: string
}

/**
 * Writes one-time links to a file that only the operator can read, and returns its path. They are not printed,
 * because readers of a terminal history or a service log must not be able to become administrator.
 */
export function writeAdminLinks(
  about: { data_dir: string; web_url: string; now: Date },
  links: readonly AdminLink[],
): string {
  const file = fileIn(about.data_dir)
  const until = new Date(about.now.getTime() + admin_link_ms).toISOString()
  const lines = links.map(
    ({ username, email, code }) =>
      `${username}: ${about.web_url}/login?${new URLSearchParams({ verification: code, email }).toString()}`,
  )
  fs.rmSync(file, { force: true })
  fs.writeFileSync(
    file,
    [`Each link sets one password and works once, until ${until}.`, ...lines, ''].join('\n'),
    {
      mode: 0o600,
      flag: 'wx',
    },
  )
  return file
}

/** Removes the file with expired links. */
export function deleteAdminLinks(dataDir: string): void {
  const file = fileIn(dataDir)
  const written = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (written !== undefined && Date.now() - written > admin_link_ms) fs.rmSync(file, { force: true })
}

/**
 * Implements `npm run admin:link [-- USERNAME]`: creates a new link for a staff user of the first provider, by
 * default its first administrator. Returns the exit code: 0 when the link is written, otherwise 1.
 */
export async function makeAdminLink(about: {
  root: string
  args: readonly string[]
  printLine: (line: string) => void
}): Promise<0 | 1> {
  try {
    const { positionals } = parseArgs({ args: [...about.args], allowPositionals: true })
    const [username = first_administrators.company] = positionals
    const { runtime, close } = await openForCommand(about.root)
    try {
      const company = (await providersOf(runtime)).at('')
      if (!company) throw new Error('This installation has no company yet. Start it first.')
      const made = await asSystem(runtime, company.id, (ctx) =>
        startOperatorLink(ctx, username, admin_link_ms),
      )
      if (!made) throw new Error(`No staff user has the username ${username}.`)
      const { data_dir, web_url } = runtime
      const file = writeAdminLinks({ data_dir, web_url, now: runtime.clock() }, [{ username, ...made }])
      about.printLine(`A link for ${username} that works once, within an hour, is in ${file}`)
      return 0
    } finally {
      await close()
    }
  } catch (error) {
    about.printLine(error instanceof Error ? error.message : String(error))
    return 1
  }
}
