import { claimsApi } from '@waybill/domain/claims/api'
import { useMe } from '../kit/session/me.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { useList } from '../kit/table/use-list.ts'
import { useRows } from '../kit/table/use-rows.ts'
import { claimCard, claimColumns } from './list-columns.tsx'
import { common_filters, inputOf } from './list-filters.ts'

/** Lists the claims of one account, newest first (ACC-019). */
export function ClaimsTable({ account_id }: { account_id: number }) {
  const me = useMe()
  const list = useList({ name: 'account-claims', filters: common_filters, sort: '-id' })
  // The API returns customers only their own claims.
  const input = {
    ...inputOf(list),
    account_id: me.account_id === null ? [account_id] : undefined,
  }
  const found = useRows(claimsApi.list, input, ({ claims }) => claims)
  return (
    <DataTable
      name="account-claims"
      caption="Claims"
      columns={claimColumns(me).filter(({ key }) => key !== 'account')}
      {...found}
      list={list}
      idOf={(row) => row.id}
      linkOf={(row) => `/claims/${row.id}`}
      searchHint="Number or reference"
      card={(row) => claimCard(row, me)}
      empty={{ title: 'No claims yet.', text: 'A claim is lodged from the page of its shipment.' }}
    />
  )
}
