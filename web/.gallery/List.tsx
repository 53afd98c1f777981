import { IconEye, IconPlus, IconDotsVertical, IconTruck, IconUser, IconPrinter, IconCopy, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { DataTable } from '../src/kit/table/DataTable.tsx'
import type { Column } from '../src/kit/table/columns.ts'
import { ExportMenu } from '../src/kit/table/ExportMenu.tsx'
import { useList } from '../src/kit/table/use-list.ts'
import { useViews } from '../src/kit/table/saved-views.ts'
import { ViewTabs } from '../src/kit/table/ViewTabs.tsx'
import { StatusBadge } from '../src/kit/ui/StatusBadge.tsx'
import { Page } from '../src/kit/ui/Layout.tsx'
import { PageHeader } from '../src/kit/ui/PageHeader.tsx'
import { IconButton } from '../src/kit/ui/Button.tsx'
import { ButtonLink } from '../src/kit/ui/AppLink.tsx'
import { navigation_counts } from '../src/app/NavigationList.tsx'
import { toast } from '../src/kit/layers/toasts.ts'
import { confirmAction } from '../src/kit/layers/alerts.ts'
type R = { id: number; ref: string; status: string; fam: 'green' | 'red' | 'blue'; account: string; from: string; to: string; svc: string; p: string; exp: string; drv: string; late?: boolean }
const raw = `R8VGB3|Out for delivery|green|Kaapse Keuken|Paarden Eiland|Parkhurst, JHB|OVN|2 / 11.5|12:00 · late|S. Dlamini
P4HTWC|Delivery unassigned|red|Highveld Optical|Menlyn, PTA|Sunninghill, JHB|LSX|1 / 2.4|14:00 · late|
K7M2QX|Delivery failed attempt|red|Overberg Books|Epping Industria|Rosebank, JHB|ECO|3 / 33.0|today 17:00|S. Dlamini
D6XN9J|Out for delivery|green|Umlazi Spares|Jacobs, DBN|Kempton Park|ECO|1 / 8.2|today 17:00|L. van Wyk
W3QKF7|On hold|red|Tshwane Labs|Hatfield, PTA|Fourways, JHB|OVN|4 / 19.0|today 17:00|
T9CMZ4|Out for delivery|green|Overberg Books|Epping Industria|Melville, JHB|ECO|1 / 6.0|today 17:00|S. Dlamini
H2JRPB|Delivery assigned|green|Sandstone Décor|Stellenbosch|Bryanston, JHB|ECO|6 / 84.0|today 17:00|K. Naidoo
N7GKV2|Delivery exception|red|Highveld Optical|Menlyn, PTA|Diepsloot West|ECO|1 / 3.0|today 17:00|K. Naidoo
B5WDX8|Ready for pickup|green|Guest|Bellville|Locker, Cresta|L2LS|1 / 1.8|today 18:00|
V6MRD9|In transit|blue|Umlazi Spares|Jacobs, DBN|Isando|OVN|3 / 14.0|tomorrow 10:30|`
const base = raw.split('\n').map((l, i) => { const [ref, status, fam, account, from, to, svc, p, exp, drv] = l.split('|'); return { id: i + 1, ref, status, fam, account, from, to, svc, p, exp, drv, late: exp!.includes('late') } as R })
const rows = [...base, ...base.map((r) => ({ ...r, id: r.id + 10, ref: r.ref.split('').reverse().join('') }))]
const columns: Column<R>[] = [
  { key: 'ref', title: 'Reference', width: 98, cell: (r) => <span className="mono">{r.ref}</span>, text: (r) => r.ref, sort: 'short_tracking_reference' },
  { key: 'status', title: 'Status', tight: true, width: 178, cell: (r) => <StatusBadge family={r.fam} label={r.status} />, text: (r) => r.status, sort: 'status' },
  { key: 'account', title: 'Account', width: 144, cell: (r) => r.account, text: (r) => r.account },
  { key: 'from', title: 'Collection suburb', width: 128, cell: (r) => r.from, text: (r) => r.from },
  { key: 'to', title: 'Delivery suburb', width: 134, cell: (r) => r.to, text: (r) => r.to },
  { key: 'svc', title: 'Service', width: 70, quiet: true, cell: (r) => r.svc, text: (r) => r.svc },
  { key: 'p', title: 'Parcels / kg', width: 92, align: 'right', cell: (r) => r.p, text: (r) => r.p },
  { key: 'exp', title: 'Expected', width: 126, cell: (r) => <span style={r.late ? { color: 'var(--danger)', fontWeight: 500 } : undefined}>{r.exp}</span>, text: (r) => r.exp, sort: 'expected' },
  { key: 'drv', title: 'Driver', width: 100, quiet: true, cell: (r) => r.drv, text: (r) => r.drv },
  { key: 'upd', title: 'Last update', hidden: true, cell: () => 'x', text: () => 'x' },
  { key: 'amt', title: 'Amount', hidden: true, cell: () => 'x', text: () => 'x' },
]
const opts = ['submitted', 'collected', 'at-hub', 'in-transit', 'out-for-delivery', 'delivered', 'on-hold', 'damaged', 'cancelled', 'quote'].map((v) => ({ value: v, label: v }))
export default function List() {
  const list = useList({ name: 'shipments', sort: 'expected', filters: [
    { key: 'status', label: 'Status', kind: 'choice', options: opts, pinned: true, groups: [{ label: 'Not delivered', values: ['submitted', 'collected', 'at-hub'] }] },
    { key: 'expected', label: 'Expected', kind: 'date', pinned: true },
    { key: 'branch', label: 'Delivery branch', kind: 'choice', options: [{ value: '1', label: 'JHB Isando' }] },
    { key: 'account', label: 'Account', kind: 'choice', negatable: true, options: [{ value: '9', label: 'Fynbos internal mail' }] },
  ] })
  const views = useViews(list, 'shipments_filters', [{ key: 'all', label: 'All', search: {} }, { key: 'mine', label: 'Mine', search: {} }, { key: 'problem', label: 'Problem', search: {}, count: 23, urgent: true }, { key: 'due', label: 'Due at JHB', count: 1284, search: { branch: '1' } }, { key: 'x', label: 'Cape line-haul', search: {} }])
  useEffect(() => navigation_counts.write({ '/ops-dashboard': { count: 23, what: 'problem shipments', urgent: true }, '/inbox': { count: 4, what: 'unread', urgent: false } }), [])
  const shown = location.search.includes('q=none') ? [] : rows
  return (
    <Page width="list">
      <PageHeader title="Shipments" count={1284} actions={<><ExportMenu name="shipments" columns={columns} rows={rows} /><IconButton label="More" variant="secondary" icon={IconDotsVertical} /></>} primary={<ButtonLink to="/shipments/new" variant="primary" icon={IconPlus}>New shipment</ButtonLink>} />
      <ViewTabs views={views} label="Views" />
      <DataTable name="shipments" caption="Shipments" columns={columns} rows={shown} total={shown.length ? 1284 : 0} idOf={(r) => r.id} list={list} searchHint="Reference, name, phone or suburb"
        query={{ isFetching: false, error: null, dataUpdatedAt: Date.now(), refetch: () => undefined }} linkOf={(r) => `/shipments/${r.id}`}
        card={(r) => ({ title: <span className="mono">{r.ref}</span>, badge: <StatusBadge family={r.fam} label={r.status} />, lines: [`${r.from} → ${r.to}`, `${r.account} · ${r.exp}`] })}
        rowMenu={(r) => [{ label: 'Assign driver…', icon: IconUser, onSelect: () => toast.success(`Driver assigned to ${r.ref}`, { undo: () => undefined }) }, { label: 'Print label', icon: IconPrinter, keys: 'p', onSelect: () => undefined }, { label: 'Duplicate', icon: IconCopy, onSelect: () => undefined }, 'separator', { label: 'Cancel shipment…', icon: IconX, danger: true, onSelect: () => void confirmAction({ title: `Cancel shipment ${r.ref}?`, body: 'The customer is told and the driver no longer sees the stop.', confirm: 'Cancel shipment', cancel: 'Keep shipment', danger: true }) }]}
        bulk={[{ label: 'Assign driver', icon: IconUser, onSelect: () => undefined }, { label: 'Assign driver and dispatch', icon: IconTruck, onSelect: () => undefined }, { label: 'Print labels', icon: IconPrinter, onSelect: () => undefined }, { label: 'Preview', icon: IconEye, onSelect: () => undefined }]}
        waiting={{ count: 3, show: () => undefined }}
        empty={{ title: 'No shipments yet', text: 'Shipments of your customers will be listed here.' }} />
    </Page>
  )
}
