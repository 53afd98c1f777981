import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { role_ids } from '@waybill/domain/kit/actor'
import type pg from 'pg'
import { inviteUser } from '../identity/index.ts'
import { advisory_locks, withAdvisoryLock } from '../kit/advisory-lock.ts'
import {
  admin_link_ms,
  first_administrators,
  deleteAdminLinks,
  writeAdminLinks,
  type AdminLink,
} from './commands/admin-links.ts'
import { demoFile } from './demo-file.ts'
import type { DemoFilling, Demonstration } from './development.ts'
import type { Runtime } from '../kit/runtime.ts'
import { asSystem, hasProvider, installProvider } from './install.ts'
import type { Installation } from './installation.ts'

interface FirstStart {
  installation: Pick<Installation, 'is_local'>
  with_demo: boolean
  /** Creates the demo provider. Without it, there is no demo. */
  demonstration?: Demonstration | undefined
  step: (text: string) => void
}

/**
 * Sets up a new installation: the demo provider, or an empty provider with `--no-demo` and in every non-local
 * installation. For an empty provider, writes one-time links for its first administrator and the platform
 * administrator to a file. Does nothing on later starts. When several processes start, one does the setup and the
 * others wait.
 */
export async function firstStart(runtime: Runtime, about: FirstStart): Promise<DemoFilling | null> {
  deleteAdminLinks(runtime.data_dir)
  if (await hasProvider(runtime)) return null
  if (runtime.embedded) return setUp(runtime, about)
  const client = await runtime.sessions.connect()
  try {
    const onWait = (): void => about.step('Another process makes the first company; waiting for it')
    return await withAdvisoryLock(client, advisory_locks.first_start, onWait, () => setUp(runtime, about))
  } finally {
    client.release()
  }
}

async function setUp(
  runtime: Runtime,
  { installation, with_demo, demonstration, step }: FirstStart,
): Promise<DemoFilling | null> {
  if (await hasProvider(runtime)) return null
  if (with_demo && demonstration && installation.is_local) {
    await runtime.pool.query('UPDATE installation SET has_demo = true')
    return demonstration.open(runtime, step)
  }
  if (with_demo && !installation.is_local)
    step('No demonstration company: this installation can be reached by others')
  const { provider_id } = await installProvider(runtime, { name: 'My courier company', is_default: true })
  const invite = async (username: string, name: string, roleId: number): Promise<AdminLink> => {
    const code = randomBytes(32).toString('base64url')
    const email = `${username}@localhost`
    const validMs = admin_link_ms
    await asSystem(runtime, provider_id, (ctx) =>
      inviteUser(ctx, { username, name, email, role_id: roleId, code, valid_ms: validMs }),
    )
    return { username, email, code }
  }
  const { company, platform } = first_administrators
  const links = [
    await invite(company, 'Administrator', role_ids.administrator),
    await invite(platform, 'Platform administrator', role_ids.system_administrator),
  ]
  const { data_dir, web_url } = runtime
  const file = writeAdminLinks({ data_dir, web_url, now: runtime.clock() }, links)
  step(
    `Links for the first administrators to choose their passwords. Each works once, within an hour: ${file}`,
  )
  return null
}

/** Throws when a non-local installation contains the demo provider, because its passwords are public. */
export async function requireNoDemo(pool: Pick<pg.Pool, 'query'>, dataDir: string): Promise<void> {
  const { rows } = await pool.query<{ has_demo: boolean }>('SELECT has_demo FROM installation')
  if (rows[0]?.has_demo || fs.existsSync(demoFile(dataDir)))
    throw new Error(
      'This database contains the demonstration company, whose passwords are public, but this installation can be reached by others. Start with an empty database and another DATA_DIR.',
    )
}
