import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { starter_price_book } from '@waybill/domain/rates/price-books/starter-book'
import { insertAccount } from '../accounts/index.ts'
import { insertRole } from '../identity/index.ts'
import { saveSettings } from '../settings/index.ts'
import { insertRevision } from '../rates/index.ts'
import type { Context } from '../kit/handler.ts'

/** Creates what a new provider starts with: roles, its settings, the starter price book and the guest account. */
export async function setUpProvider(
  ctx: Context,
  settings: Readonly<Record<string, unknown>>,
): Promise<{ guest_account_id: number }> {
  await Promise.all(starter_roles.map((role) => insertRole(ctx, role)))
  await saveSettings(
    ctx,
    Object.entries(settings).map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  )
  const { rate_revision_id: _revision, settings: _settings, name, ...book } = starter_price_book
  await insertRevision(ctx, {
    name,
    status: 'published',
    valid_from: new Date(0),
    based_on_id: null,
    book,
  })
  const guestAccountId = await insertAccount(ctx, {
    name: 'Guest',
    account_code: 'GUEST',
    account_type: 'guest',
    rate_group_id: 1,
  })
  return { guest_account_id: guestAccountId }
}
