import { identityApi } from '@waybill/domain/identity/api'
import { role_ids } from '@waybill/domain/kit/actor'
import { startupApi } from '@waybill/domain/startup/api'
import { describe, expect, it } from 'vitest'
import { insertBranch } from '../../maps/index.ts'
import { good_password, withPassword } from '../../../dev/test-kit/people.ts'
import { newProvider, errorOf } from '../../../dev/test-kit/provider.ts'

describe('signed-in user data for pages', () => {
  it('[AUTH-071] [AUTH-072] has all its fields, and its role with both lists of permissions', async () => {
    const p = await newProvider()
    const { id: accountId } = await p.given.account()
    const owner = await p.owner(accountId)
    const branchId = await p.inTransaction((ctx) =>
      insertBranch(ctx, { name: 'PLZ', public_name: 'Gqeberha', lat: -33.9, lng: 25.6 }),
    )
    await p.inTransaction((ctx) =>
      ctx.db
        .updateTable('app_user')
        .set({
          phone_number: '0825550123',
          branch_id: branchId,
          shipment_page_mode: 'mobile',
          terms_and_conditions_accepted_version: '3',
        })
        .where('id', '=', owner.user_id)
        .execute(),
    )
    const { user } = await owner.send(startupApi.generalData, {})
    expect(user).toMatchObject({
      name: expect.any(String),
      email: expect.stringContaining('@'),
      phone_number: '0825550123',
      username: owner.username,
      role_id: 5,
      account_id: accountId,
      branch_id: branchId,
      limit_user_to_branch: false,
      limit_user_to_account: false,
      shipment_page_mode: 'mobile',
      two_factor_auth_enabled: false,
      terms_and_conditions_accepted_version: '3',
      role: {
        id: 5,
        name: 'Account Owner',
        label: 'Account Owner',
        provider_id: p.provider_id,
        permissions: expect.arrayContaining(['API_/accounts:PATCH']),
        permissions_ui: expect.any(Array),
        require_2fa: false,
      },
    })
    const staff = await p.staff()
    expect((await staff.send(startupApi.generalData, {})).user).not.toHaveProperty('account_id')
  })

  it('[AUTH-073] [AUTH-074] stores preferences one at a time and per user', async () => {
    const p = await newProvider()
    const [one, other] = [await p.staff(), await p.owner()]
    await one.send(identityApi.saveUserSetting, { setting: 'table_density', value: 'compact' })
    const stored = await one.send(identityApi.saveUserSetting, { setting: 'columns', value: ['reference'] })
    expect(stored.user_settings).toEqual({ table_density: 'compact', columns: ['reference'] })
    expect((await one.send(startupApi.generalData, {})).user_settings).toEqual(stored.user_settings)
    expect((await other.send(startupApi.generalData, {})).user_settings).toEqual({})
  })

  it('[SHIP-102] stores the user’s page mode, and requires the password to leave kiosk mode', async () => {
    const p = await newProvider()
    const clerk = await withPassword(p, await p.user(role_ids.administrator))
    const choose = (shipmentPageMode: '' | 'mobile' | 'kiosk' | 'default', currentPassword?: string) =>
      errorOf(
        clerk.send(identityApi.changeUser, {
          shipment_page_mode: shipmentPageMode,
          current_password: currentPassword,
        }),
      )
    const mode = async () => (await clerk.send(startupApi.generalData, {})).user.shipment_page_mode
    expect((await choose('mobile')).status).toBe(200)
    expect(await mode()).toBe('mobile')
    expect((await choose('kiosk')).status).toBe(200)
    expect((await choose('default')).status).toBe(400)
    expect((await choose('', 'wrong')).status).toBe(400)
    expect(await mode()).toBe('kiosk')
    expect((await choose('', good_password)).status).toBe(200)
    expect(await mode()).toBe('')
    const unknown = await clerk.http('PATCH', '/users', { shipment_page_mode: 'sideways' })
    expect(unknown.status).toBe(400)
  })
})
