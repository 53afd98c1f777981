import { IconEdit } from '../../kit/icons/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { providersApi, type Infobip } from '@waybill/domain/platform-admin/providers-api'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import type { Column } from '../../kit/table/columns/columns.ts'
import { badgeColumn, textColumn } from '../../kit/table/columns/column-kinds.tsx'
import { DataTable } from '../../kit/table/DataTable.tsx'
import { Page } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { StatusBadge } from '../../kit/ui/values/StatusBadge.tsx'
import { None } from '../../kit/ui/values/Value.tsx'
import { InfobipForm } from '../InfobipForm.tsx'

const methodOf = ({ sms_provider }: Infobip): string => (sms_provider === 'infobip' ? 'Infobip' : 'Log only')
const badge = (one: Infobip) => (
  <StatusBadge family={one.sms_provider === 'infobip' ? 'green' : 'grey'} mark="dash" label={methodOf(one)} />
)

const columns: readonly Column<Infobip>[] = [
  textColumn('name', 'Company', 260, (one) => one.name),
  badgeColumn('way', 'SMS', 128, methodOf, { cell: badge }),
  textColumn('sender', 'Sender', 160, (one) => one.sms_sender_id),
  textColumn('address', 'API address', 320, (one) => one.infobip_base_url),
  textColumn('key', 'Key', 104, (one) => (one.has_key ? 'yes' : 'no'), {
    cell: (one) => (one.has_key ? 'Kept' : <None />),
  }),
]

/** Lists the SMS settings of each company (NAV-049). */
export default function InfobipPage() {
  const query = useQuery(endpointQuery(providersApi.infobip, {}))
  const [edited, setEdited] = useState<Infobip | null>(null)
  return (
    <Page width="list">
      <PageHeader title="Infobip" count={query.data?.providers.length} />
      <DataTable
        name="infobip"
        caption="SMS of each company"
        columns={columns}
        rows={query.data?.providers}
        idOf={(one) => one.id}
        query={query}
        rowMenu={(one) => [{ label: 'Change', icon: IconEdit, onSelect: () => setEdited(one) }]}
        card={(one) => ({ title: one.name, badge: badge(one), lines: [one.sms_sender_id || 'No sender'] })}
        empty={{ title: 'No providers yet.' }}
      />
      {edited && <InfobipForm key={edited.id} of={edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}
