import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useMe } from '../../kit/session/me.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { useList } from '../../kit/table/use-list.ts'
import { useRows } from '../../kit/table/use-rows.ts'
import { shipmentCard, shipmentColumns } from '../../shipments/index.ts'

/** Table of the shipments of one account, newest first, with a link to each. */
export default function AccountShipments({ account_id }: { account_id: number }) {
  const me = useMe()
  const list = useList({ name: 'account-shipments', sort: '-time_created' })
  const found = useRows(
    shipmentsApi.rows,
    {
      ...list.input,
      account_id: [account_id],
    },
    ({ shipments }) => shipments,
  )
  return (
    <DataTable
      name="account-shipments"
      caption="Shipments"
      columns={shipmentColumns(me).filter(({ key }) => key !== 'account')}
      {...found}
      idOf={(row) => row.id}
      list={list}
      searchHint="Reference, name or suburb"
      linkOf={(row) => `/shipments/${row.id}`}
      card={(row) => shipmentCard(row, me)}
      empty={{ title: 'No shipments yet', text: 'Shipments from this customer are listed here.' }}
    />
  )
}
