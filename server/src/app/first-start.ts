import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { role_ids } from '@waybill/domain/kit/actor'
import { inviteUser } from '../identity/index.ts'
import { isLoopback, openDemo, type DemoFilling } from './demo/index.ts'
import type { House } from './house.ts'
import { asSystem, hasProvider, installProvider } from './install.ts'

interface FirstStart {
  host: string
  with_demo: boolean
  step: (text: string) => void
}

/**
 * What a new installation begins with: the demonstration company, or with `--no-demo` (and on any host but loopback)
 * an empty company and one-time links for its first administrator and for the platform's. Nothing on later starts.
 */
export async function firstStart(
  house: House,
  { host, with_demo, step }: FirstStart,
): Promise<DemoFilling | null> {
  if (with_demo && isLoopback(host)) return openDemo(house, step)
  if (await hasProvider(house)) return null
  if (with_demo) step('No demonstration company: this host can be reached from outside')
  const { provider_id } = await installProvider(house, { name: 'My courier company', is_default: true })
  const invite = async (username: string, name: string, role_id: number): Promise<string> => {
    const code = randomBytes(32).toString('base64url')
    const email = `${username}@localhost`
    await asSystem(house, provider_id, (ctx) => inviteUser(ctx, { username, name, email, role_id, code }))
    return `${house.web_url}/login?verification=${code}&email=${encodeURIComponent(email)}`
  }
  const own = await invite('admin', 'Administrator', role_ids.administrator)
  step(`Choose the password of the first administrator here (once, within seven days): ${own}`)
  const platform = await invite('platform', 'Platform administrator', role_ids.system_administrator)
  step(`And of the administrator of the platform, who makes further companies: ${platform}`)
  return null
}

interface DemoFile {
  users: { role: string; email: string; password: string }[]
}

/** The demonstration sign-ins, when there are any. */
export function sayDemo(data_dir: string, web_url: string, say: (line: string) => void): void {
  const file = path.join(data_dir, 'demo.json')
  if (!fs.existsSync(file)) return
  const { users } = JSON.parse(fs.readFileSync(file, 'utf8')) as DemoFile
  const [first] = users
  if (!first) return
  say(`  Sign in at ${web_url}/login, password ${first.password} for everyone:`)
  for (const user of users) say(`    ${user.role.padEnd(24)} ${user.email}`)
  say('')
}
