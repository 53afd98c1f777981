import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startOperatorLink } from '../../identity/index.ts'
import { openForCommand } from './command-runtime.ts'
import { asSystem } from '../install.ts'
import { providersOf } from '../../db/providers.ts'
import { hour_ms } from '@waybill/domain/kit/dates/durations'

/** How long a link works that lets an administrator choose a password. */
export const admin_link_ms = hour_ms

/** The people an empty installation begins with. */
export const first_administrators = { company: 'admin', platform: 'platform' } as const

const fileIn = (dataDir: string): string => path.join(dataDir, 'admin-links.txt')

/** A link for one person. */
export interface AdminLink {
  username: string
  email: string
  code: string
}

/**
 * Keeps one-time links where only the operator reads them, and answers the file: whoever reads a terminal's history or a
 * service log must not become administrator.
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
  fs.writeFileSync(file, [`Each link chooses one password, once, until ${until}.`, ...lines, ''].join('\n'), {
    mode: 0o600,
    flag: 'wx',
  })
  return file
}

/** Removes links that have ended. */
export function deleteAdminLinks(dataDir: string): void {
  const file = fileIn(dataDir)
  const written = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (written !== undefined && Date.now() - written > admin_link_ms) fs.rmSync(file, { force: true })
}

/**
 * `npm run admin:link [-- USERNAME]`: a fresh link for somebody of the staff of the first company, the first administrator
 * unless named; answers the exit code, 0 when the link is written.
 */
export async function makeAdminLink(about: {
  root: string
  args: readonly string[]
  say: (line: string) => void
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
      if (!made) throw new Error(`Nobody of the staff signs in as ${username}.`)
      const { data_dir, web_url } = runtime
      const file = writeAdminLinks({ data_dir, web_url, now: runtime.clock() }, [{ username, ...made }])
      about.say(`A link for ${username} that works once, within an hour, is in ${file}`)
      return 0
    } finally {
      await close()
    }
  } catch (error) {
    about.say(error instanceof Error ? error.message : String(error))
    return 1
  }
}
