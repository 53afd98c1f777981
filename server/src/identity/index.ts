import { identityApi } from '@waybill/domain/identity/api'
import { pageOf } from '@waybill/domain/kit/paging'
import { serve, servePartner, type Verb } from '../kit/verb.ts'
import { createKey, deleteKey, listKeys } from './api-keys.ts'
import { seenUser } from './seen-user.ts'
import { signIn } from './sign-in.ts'
import { listUsers, revokeSession, saveUserSettingRow, userSettings } from './store.ts'

export { actorOf, guestOf, providerAt, whoHolds, type Known } from './who.ts'
export { inviteUser } from './invite-user.ts'
export { hashPassword } from './password.ts'
export { seenUser } from './seen-user.ts'
export {
  findProvider,
  insertApiKey,
  insertRole,
  insertSession,
  insertUser,
  listRoles,
  listUsers,
  savePassword,
  saveSettings,
  storedSettings,
  userSettings,
} from './store.ts'

const readTime: Verb<typeof identityApi.time> = async (ctx) => ({ current_time: ctx.now })

/** Ends the session that asks; every process hears of it. */
const signOut: Verb<typeof identityApi.logout> = async (ctx) => {
  if (ctx.request.session_id !== null) await revokeSession(ctx, ctx.request.session_id)
  await ctx.news({ topic: 'session' })
  return { message: 'Logged out' }
}

const saveUserSetting: Verb<typeof identityApi.saveUserSetting> = async (ctx, { setting, value }) => {
  await saveUserSettingRow(ctx, setting, value)
  return { user_settings: await userSettings(ctx) }
}

const readUsers: Verb<typeof identityApi.users> = async (ctx, input) => {
  const { rows, total } = await listUsers(ctx, input, pageOf(input, 10_000))
  return { users: rows.map(seenUser), count: total }
}

export const identityRoutes = [
  serve(identityApi.time, readTime),
  servePartner(identityApi.login, signIn),
  serve(identityApi.logout, signOut),
  serve(identityApi.saveUserSetting, saveUserSetting),
  serve(identityApi.users, readUsers),
  serve(identityApi.apiKeys, listKeys),
  serve(identityApi.createApiKey, createKey),
  serve(identityApi.deleteApiKey, deleteKey),
]
