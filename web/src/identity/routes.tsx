import { hasPermission, isDriver, isStaff, seesUi } from '@waybill/domain/kit/actor'
import { page, type PageRoute } from '../kit/url/page.ts'

const managesUsers: NonNullable<PageRoute['may']> = ({ me, enabled_features }) =>
  isStaff(me) &&
  !isDriver(me) &&
  hasPermission(me, 'API_/users:GET') &&
  seesUi(me, 'UI_users') &&
  enabled_features.includes('users')

const seesRoles: NonNullable<PageRoute['may']> = (access) =>
  managesUsers(access) && hasPermission(access.me, 'API_/roles:GET')

/** Pages for the users and roles of the company (ACC-021, NAV-061). */
export const routes: readonly PageRoute[] = [
  page('/users', () => import('./pages/UsersPage.tsx'), { may: managesUsers }),
  page('/users/$id', () => import('./pages/UserPage.tsx'), { may: managesUsers }),
  page('/roles', () => import('./pages/RolesPage.tsx'), { may: seesRoles }),
  page('/roles/$id', () => import('./pages/RolePage.tsx'), { may: seesRoles }),
  page('/tools/users-bulk-import', () => import('./pages/UsersImportPage.tsx'), {
    may: ({ me, enabled_features }) =>
      isStaff(me) &&
      hasPermission(me, 'API_/users:POST') &&
      seesUi(me, 'UI_tools_users_bulk_import') &&
      enabled_features.includes('tools'),
  }),
]
