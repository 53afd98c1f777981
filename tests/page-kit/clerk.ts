import { randomUUID } from 'node:crypto'
import { asSystem } from '../../server/src/main/install.ts'
import { insertSession, insertUser } from '../../server/src/identity/index.ts'
import { digestOf } from '../../server/src/kit/sealer.ts'
import type { PageProduct, TestPage } from './page-api.ts'

/** The platform administrator, who may grant every permission. */
export const platform = 'palesa@fynbos.example'

interface NewUser {
  role_id: number
  account_id?: number
  branch_id?: number
  email?: string
  username?: string
  name?: string
  vehicle_registration?: string
}

/** Creates a user with a session; returns the access token. */
export async function tokenOfNewUser(product: PageProduct, about: NewUser): Promise<string> {
  const token = randomUUID()
  await asSystem(product.running.runtime, 1, async (ctx) => {
    const username = `user-${token}`
    const userId = await insertUser(ctx, {
      email: `${username}@example.com`,
      username,
      name: 'Ayanda Nkosi',
      ...about,
    })
    await insertSession(ctx, {
      user_id: userId,
      token_digest: digestOf(token),
      time_expires: new Date(ctx.now.getTime() + 3_600_000),
      device: 'browser',
      time_confirmed: ctx.now,
    })
  })
  return token
}

/** A staff user whose role has the permissions that a test grants. */
export interface Clerk<Window extends TestPage = TestPage> {
  page: Window
  token: string
  role_id: number
  /** Gives the role exactly these permissions and screens, and opens a page. */
  has(
    rights: { permissions?: readonly string[]; permissions_ui?: readonly string[] },
    address?: string,
  ): Promise<void>
}

export async function newClerk<Window extends TestPage>(
  product: PageProduct<Window>,
): Promise<Clerk<Window>> {
  let role = await product.ask<{ id: number; version: number }>(platform, 'POST', '/roles', {
    name: 'Clerk of the tests',
    label: 'Clerk',
    permissions: [],
    permissions_ui: [],
    require_2fa: false,
  })
  const token = await tokenOfNewUser(product, { role_id: role.id })
  const page = await product.window(undefined, token)
  return {
    page,
    token,
    role_id: role.id,
    async has({ permissions = [], permissions_ui = [] }, address = '/profile') {
      role = await product.ask(platform, 'PATCH', '/roles', {
        id: role.id,
        version: role.version,
        permissions,
        permissions_ui,
      })
      await page.goto(product.web + address)
    },
  }
}

/** Navigates to an address inside the app, without reloading it. */
export async function visit(page: TestPage, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
