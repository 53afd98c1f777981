import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/icons.ts'
import { shipmentsApi } from '@waybill/domain/shipments/api'
import { useMemo } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { AppLink, ButtonLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { usePhone } from '../../kit/ui/page-layout/use-phone.ts'
import { shipmentCard, shipmentColumns } from '../../shipments/index.ts'
import styles from './dashboard-page.module.css'
import { greeting } from '../greeting.ts'
import { HomeTiles } from '../HomeTiles.tsx'

const latest = 10
const column_keys = ['reference', 'status', 'from', 'to', 'parcels', 'expected', 'time_created']

/** The start page of customers: overview figures and the latest shipments (docs/domain/interface.md#dashboards). */
export default function DashboardPage() {
  const me = useMe()
  const isPhone = usePhone()
  const query = useQuery(
    endpointQuery(shipmentsApi.rows, { limit: latest, order_by: 'time_created', order: 'desc' }),
  )
  const columns = useMemo(
    () => column_keys.flatMap((key) => shipmentColumns(me).find((column) => column.key === key) ?? []),
    [me],
  )
  const send = mayCall(me, shipmentsApi.create) && (
    <ButtonLink
      to={isPhone ? '/shipments/mobile/new' : `/shipments/new?quick_quote=send&t=${Date.now()}`}
      variant="primary"
      icon={IconPlus}
      data-shortcut="n"
    >
      Send a parcel
    </ButtonLink>
  )
  const count = query.data?.count
  return (
    <Page width="detail">
      <PageHeader title={greeting(me.name, new Date())} titleText="Dashboard" primary={send} />
      <Stack>
        <HomeTiles />
        <Card
          title="Latest shipments"
          flush
          actions={
            count !== undefined &&
            count > latest && (
              <AppLink to="/shipments" className={styles.all}>
                All shipments
              </AppLink>
            )
          }
        >
          <DataTable
            name="dashboard-shipments"
            caption="Latest shipments"
            inCard
            columns={columns}
            rows={query.data?.shipments}
            idOf={(row) => row.id}
            query={query}
            linkOf={(row) => `/shipments/${row.id}`}
            card={(row) => shipmentCard(row, me)}
            empty={{
              title: 'No shipments yet.',
              text: 'The parcels you send are listed here, with where they are.',
              action: send,
            }}
          />
        </Card>
      </Stack>
    </Page>
  )
}
