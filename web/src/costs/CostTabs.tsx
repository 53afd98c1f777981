import { useMe } from '../kit/session/me.ts'
import { Tabs } from '../kit/ui/page-layout/Tabs.tsx'
import { useGo } from '../kit/url/use-go.ts'
import { costTabsFor, type CostTabKey } from './cost-tabs.ts'

/** The tabs of costs and pay. */
export function CostTabs({ chosen }: { chosen: CostTabKey }) {
  const go = useGo()
  const tabs = costTabsFor(useMe())
  return (
    <Tabs
      label="Costs and pay"
      tabs={tabs}
      chosen={chosen}
      onChoose={(key) => go(tabs.find((tab) => tab.key === key)?.to ?? '/costs')}
    />
  )
}
