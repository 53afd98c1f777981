import type { accountsApi } from '@waybill/domain/accounts/api'
import { guarded_fields } from '@waybill/domain/accounts/account-rules'
import { checkUser } from '@waybill/domain/identity/users-and-roles/user-rules'
import { userInvited } from '@waybill/domain/identity/users-and-roles/users-events'
import { hasPermission, isStaff, role_ids } from '@waybill/domain/kit/actor'
import type { Input } from '@waybill/domain/kit/calls/endpoint'
import { forbidden, invalid } from '@waybill/domain/kit/problem'
import {
  requireBranch,
  requireFreeCode,
  requirePriceList,
  requireSound,
  getAccount,
  listedAccounts,
  openAccount,
  saveAddresses,
} from '../../accounts/index.ts'
import type { Context, Handler } from '../../kit/handler.ts'
import { insertUser } from '../store.ts'
import { takenNames } from '../users-and-roles/users-store.ts'

type NewAccount = Input<typeof accountsApi.create>

/**
 * Opens an account for a customer (ACC-012, docs/domain/public-api.md#opening-an-account): the account with the
 * company's defaults, its default collection address in its address book, and its owner, who receives an invitation
 * to choose a password.
 */
export const createAccount: Handler<typeof accountsApi.create> = async (ctx, input) => {
  if (!isStaff(ctx.actor)) throw forbidden('Only the courier company opens accounts.')
  requireGuarded(ctx, input)
  if (input.account_type === 'guest')
    throw invalid('A company has one guest account. Choose prepaid or postpaid.', [
      { field: 'account_type', message: 'must be prepaid or postpaid' },
    ])
  requireSound(ctx, ctx.actor, input)
  const owner = await ownerOf(ctx, input.first_user)
  if (input.account_code) await requireFreeCode(ctx, input.account_code, null)
  if (input.branch_id) await requireBranch(ctx, input.branch_id)
  if (input.current_rate_group_id)
    await requirePriceList(ctx, input.current_rate_group_id, 'current_rate_group_id')
  const accountId = await open(ctx, input)
  const userId = await insertUser(ctx, {
    ...owner,
    role_id: role_ids.account_owner,
    account_id: accountId,
    limit_user_to_account: true,
  })
  await ctx.emit(userInvited, { user_id: userId })
  const [account] = await listedAccounts(ctx, [await getAccount(ctx, accountId)])
  if (!account) throw new Error('An account could not be read back.')
  return account
}

/** Only users with the required permission may set limits and prices that differ from the company's defaults. */
function requireGuarded(ctx: Context, input: NewAccount): void {
  for (const field of ['credit_limit', 'current_rate_group_id'] as const) {
    const guard = guarded_fields[field]
    if (input[field] !== undefined && guard && !hasPermission(ctx.actor, guard.needs))
      throw forbidden(
        `You may not change ${guard.what}. Leave it out, or ask someone with the permission ${guard.needs}.`,
      )
  }
}

async function ownerOf(ctx: Context, { email, username, name }: NewAccount['first_user']) {
  const at = (problem: { field: string; message: string }) => ({
    ...problem,
    field: `first_user.${problem.field}`,
  })
  const user = {
    name,
    email,
    phone_number: '',
    role_id: role_ids.account_owner,
    account_id: 0,
    branch_id: null,
    limit_user_to_branch: false,
  }
  const problems = checkUser(user)
  const [first] = problems
  if (first) throw invalid(first.message, problems.map(at))
  const wished = username || email
  const taken = await takenNames(ctx, [email, wished])
  if (taken.has(email.toLowerCase()))
    throw invalid(`User with email ${email} already exists`, [
      { field: 'first_user.email', message: `User with email ${email} already exists` },
    ])
  if (taken.has(wished.toLowerCase()))
    throw invalid(`The username ${wished} is taken. Choose another.`, [
      { field: 'first_user.username', message: 'is taken' },
    ])
  return { username: wished, name, email }
}

async function open(ctx: Context, input: NewAccount): Promise<number> {
  const { first_user, default_collection_address: place, current_rate_group_id, ...fields } = input
  const [addressId = 0] = await saveAddresses(ctx, [place.address])
  const contact = {
    name: place.contact_name || first_user.name,
    mobile_number: place.mobile_number ?? '',
    email: place.email || first_user.email,
  }
  return openAccount(ctx, {
    ...fields,
    account_type: fields.account_type === 'guest' ? undefined : fields.account_type,
    rate_group_id: current_rate_group_id ?? null,
    billing_contact: fields.billing_contact ?? contact,
    default_collection_address_id: addressId,
    billing_address_id: addressId,
    entries: [
      {
        name: place.address.company || input.name,
        contact_name: contact.name,
        mobile_number: contact.mobile_number,
        email: contact.email,
        address_id: addressId,
        special_instructions: null,
        source: 'manual',
      },
    ],
  })
}
