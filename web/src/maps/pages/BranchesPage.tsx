import { IconPlus } from '../../kit/icons/icons.ts'
import { mapsApi } from '@waybill/domain/maps/api'
import { mayEditBranch } from '@waybill/domain/maps/branch-rules'
import type { Branch } from '@waybill/domain/maps/model'
import { mayCall, useMe } from '../../kit/session/me.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, monoColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { ListPage } from '../../kit/table/ListPage.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { formatPhone } from '@waybill/domain/kit/contacts/phone'
import { BranchBadge, branchState } from '../branches/BranchBadge.tsx'

const townOf = ({ address }: Branch): string =>
  [address?.local_area, address?.city].filter(Boolean).join(', ')
const usersOf = ({ user_count }: Branch): string => (user_count === 1 ? '1 user' : `${user_count ?? 0} users`)

const columns: readonly Column<Branch>[] = [
  monoColumn('name', 'Code', 104, (branch) => branch.name, { sort: 'name' }),
  textColumn('public_name', 'Name for customers', 200, (branch) => branch.public_name, {
    sort: 'public_name',
  }),
  textColumn('place', 'Place', 240, townOf),
  textColumn('contact', 'Contact', 180, (branch) => branch.contact_name),
  textColumn('phone', 'Phone number', 152, (branch) => branch.phone, {
    quiet: true,
    cell: (branch) => formatPhone(branch.phone),
  }),
  textColumn('users', 'Users', 80, (branch) => String(branch.user_count ?? 0), {
    align: 'right',
    cell: (branch) => branch.user_count,
  }),
  badgeColumn('state', 'State', 104, (branch) => branchState(branch), {
    cell: (branch) => <BranchBadge branch={branch} />,
  }),
]

/** Page with the branches of the company (ACC-026). */
export default function BranchesPage() {
  const me = useMe()
  const list = useList({ name: 'branches', sort: 'name' })
  const found = useRows(mapsApi.branches, list.input, ({ branches }) => branches)
  const mayAdd = mayCall(me, mapsApi.createBranch) && mayEditBranch(me, null) === true
  return (
    <ListPage
      title="Branches"
      back={{ to: '/settings', label: 'Settings' }}
      primary={
        mayAdd && (
          <ButtonLink to="/branches/new" variant="primary" icon={IconPlus} data-shortcut="n">
            New branch
          </ButtonLink>
        )
      }
      of={found}
      columns={columns}
      list={list}
      searchHint="Code or name"
      linkOf={(branch) => `/branches/${branch.id}`}
      card={(branch) => ({
        title: branch.public_name,
        badge: <BranchBadge branch={branch} />,
        lines: [[branch.name, townOf(branch)].filter(Boolean).join(' · '), usersOf(branch)],
      })}
      empty={{
        title: 'No branches yet.',
        text: 'Depots with their own area, staff and bays are listed here.',
      }}
    />
  )
}
