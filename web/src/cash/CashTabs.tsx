import { hasPermission } from '@waybill/domain/kit/actor'
import { useMe } from '../kit/session/me.ts'
import { Tabs } from '../kit/ui/page-layout/Tabs.tsx'
import { useGo } from '../kit/url/use-go.ts'

const tabs = [
  { key: '/cash', label: 'Cash now' },
  { key: '/cash/counts', label: 'Counts' },
  { key: '/cash/receipts', label: 'Receipts of drivers' },
  { key: '/cash/owed', label: 'Owed to senders' },
  { key: '/cash/payouts', label: 'Payouts' },
  { key: '/cash/till', label: 'My till' },
] as const

/** The tabs of the pages about cash. */
export function CashTabs({ chosen }: { chosen: (typeof tabs)[number]['key'] }) {
  const go = useGo()
  const me = useMe()
  const may = tabs.filter(({ key }) =>
    hasPermission(me, key === '/cash/till' ? 'API_/billing/cash/tills:POST' : 'API_/billing/cash:GET'),
  )
  return <Tabs label="Cash" tabs={may} chosen={chosen} onChoose={(key) => go(key)} />
}
