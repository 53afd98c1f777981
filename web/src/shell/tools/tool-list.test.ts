import { starter_roles } from '@waybill/domain/identity/users-and-roles/roles'
import { permission_catalogue } from '@waybill/domain/identity/users-and-roles/permissions'
import { role_ids, systemActor } from '@waybill/domain/kit/actor'
import { describe, expect, it } from 'vitest'
import type { Access } from '../../kit/url/page.ts'
import { mayVisit } from '../pages.ts'
import { tools } from './tool-list.ts'

const accessOf = (roleId: number, more: Partial<Access['me']> = {}): Access => ({
  me: {
    ...systemActor(1),
    kind: 'user',
    role_id: roleId,
    permissions: starter_roles.find(({ id }) => id === roleId)?.permissions ?? [],
    ...more,
  },
  enabled_features: ['tools'],
  settings: {},
  account_type: null,
})
const visible = (access: Access) =>
  ['/tools', ...tools.map(({ to }) => to)].filter((to) => mayVisit(to, access))

describe('tools', () => {
  it('[TOOL-013] derives the path of each tool from its permission key, with hyphens', () => {
    const keys = permission_catalogue.flatMap(({ name }) => /^UI_tools_(\w+)$/.exec(name)?.[1] ?? [])
    expect(keys).toHaveLength(9)
    expect(keys.map((key) => `/tools/${key.replaceAll('_', '-')}`)).toEqual(
      tools.map(({ to }) => to).slice(0, keys.length),
    )
  })

  it('[TOOL-001] shows tools to staff according to their permissions, and none to customers or without the feature', () => {
    const integrations = '/tools/third-party-integrations'
    // No UI permission controls them; only the permission for their API call applies.
    const failedJobs = '/tools/failed-jobs'
    const moveIn = '/tools/move-in'
    const byCall = ['/tools/damages', '/tools/unidentified-parcels', moveIn, failedJobs]
    expect(visible(accessOf(role_ids.administrator))).toEqual(['/tools', ...tools.map(({ to }) => to)])
    expect(visible(accessOf(role_ids.finance_manager))).not.toContain(integrations)
    expect(
      visible(accessOf(role_ids.administrator, { permissions_ui: ['UI_tools_users_bulk_import'] })),
    ).toEqual(['/tools', '/tools/users-bulk-import', ...byCall])
    const governed = accessOf(role_ids.administrator, {
      permissions_ui: ['UI_tools_third_party_integrations'],
    })
    expect(visible(governed)).toEqual(['/tools', integrations, ...byCall])
    expect(visible(accessOf(role_ids.account_owner, { account_id: 4 }))).toEqual([])
    expect(visible({ ...accessOf(role_ids.administrator), enabled_features: [] })).toEqual([])
  })
})
