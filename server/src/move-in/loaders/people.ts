import { role_ids } from '@waybill/domain/kit/actor'
import type { Content } from '@waybill/domain/move-in/records'
import { addUser, branchesByName, changeUserRow, deleteUser, listRoles } from '../../identity/index.ts'
import type { Context } from '../../kit/handler.ts'
import { accountFinder, branchFinder, valueOf, wrong, type Loader, type OpenLoader } from './loader.ts'

const record_table = 'app_user'

/** Loads people as users who are not invited yet, so that nobody gets a message before the company works here. */
function loaderOf(
  ctx: Context,
  fieldsOf: (content: Content) => Omit<Parameters<typeof addUser>[1], 'limit_user_to_branch'>,
  after: (id: number, content: Content) => Promise<unknown>,
): Loader {
  const create: Loader['create'] = async (content) => {
    const id = await addUser(ctx, fieldsOf(content))
    await after(id, content)
    return { record_table, record_id: id }
  }
  const remove: Loader['remove'] = ({ record_id }) => deleteUser(ctx, record_id)
  return {
    create,
    remove,
    async change(row, content) {
      // The account of a user never changes, so another account means another user.
      if (row.content['account_code'] !== content['account_code']) {
        await remove(row)
        return create(content)
      }
      const { name, phone_number, role_id, branch_id, email } = fieldsOf(content)
      await changeUserRow(ctx, row.record_id, undefined, {
        name,
        email,
        phone_number: phone_number || null,
        role_id,
        branch_id: branch_id || null,
      })
      await after(row.record_id, content)
      return { record_table, record_id: row.record_id }
    },
  }
}

/** Loads the people of accounts. */
export const openContactLoader: OpenLoader = async (ctx) => {
  const accountOf = await accountFinder(ctx)
  const roles = new Map(
    (await listRoles(ctx)).flatMap(({ id, name, label }) => [
      [name.toLowerCase(), id],
      [label.toLowerCase(), id],
    ]),
  )
  const roleOf = (content: Content): number => {
    const name = valueOf(content, 'role')
    const id = name === '' ? role_ids.account_user : roles.get(name.toLowerCase())
    if (id === undefined) throw wrong('role', `There is no role ${name}.`)
    return id
  }
  return loaderOf(
    ctx,
    (content) => ({
      name: valueOf(content, 'name'),
      email: valueOf(content, 'email'),
      username: undefined,
      phone_number: valueOf(content, 'phone') || undefined,
      role_id: roleOf(content),
      account_id: accountOf(content),
      branch_id: undefined,
      limit_user_to_account: undefined,
    }),
    () => Promise.resolve(),
  )
}

/** Loads drivers. */
export const openDriverLoader: OpenLoader = async (ctx) => {
  const branchOf = branchFinder(await branchesByName(ctx))
  return loaderOf(
    ctx,
    (content) => ({
      name: valueOf(content, 'name'),
      email: valueOf(content, 'email'),
      username: valueOf(content, 'username'),
      phone_number: valueOf(content, 'phone') || undefined,
      role_id: role_ids.driver,
      account_id: null,
      branch_id: branchOf(content) ?? undefined,
      limit_user_to_account: undefined,
    }),
    (id, content) =>
      changeUserRow(ctx, id, undefined, {
        vehicle_registration: valueOf(content, 'vehicle_registration') || undefined,
      }),
  )
}
