import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '../../kit/icons/icons.ts'
import { payApi } from '@waybill/domain/costs/api'
import type { PayPlan, PayRules } from '@waybill/domain/costs/model'
import { versionOn } from '@waybill/domain/costs/pay-plan'
import { branchLimit } from '@waybill/domain/kit/actor'
import { dayOf } from '@waybill/domain/kit/calls/wire'
import { formatRand } from '@waybill/domain/kit/money'
import { useState } from 'react'
import { endpointQuery } from '../../kit/api/index.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { Button } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { EmptyState, Loading, RegionError } from '../../kit/ui/states/States.tsx'
import { dayText } from '../../kit/ui/values/moments.ts'
import { CostTabs } from '../CostTabs.tsx'
import { PayPlanDialog } from '../PayPlanDialog.tsx'

/** The pay plans of drivers with their versions. A driver is given a plan on the page of the user. */
export default function PayPlansPage() {
  const me = useMe()
  const query = useQuery(endpointQuery(payApi.plans, {}))
  const [edited, setEdited] = useState<PayPlan | 'new' | null>(null)
  const isWhole = branchLimit(me) === null
  const plans = query.data?.pay_plans
  const create = isWhole && mayCall(me, payApi.createPlan) && (
    <Button variant="primary" icon={IconPlus} data-shortcut="n" onClick={() => setEdited('new')}>
      New pay plan
    </Button>
  )
  return (
    <Page width="detail">
      <PageHeader title="Costs and pay" note="What drivers earn for their work" primary={create} />
      <CostTabs chosen="pay-plans" />
      {query.error && !plans && (
        <RegionError thrown={query.error} what="The pay plans" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading lines={6} />}
      {plans?.length === 0 && (
        <EmptyState title="No pay plans yet.">
          A pay plan says what a driver earns for each stop, kilogram and round. Without one, drivers have no
          earnings here.
        </EmptyState>
      )}
      <Stack>
        {plans?.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            onAdd={isWhole && mayCall(me, payApi.addVersion) ? () => setEdited(plan) : undefined}
          />
        ))}
      </Stack>
      {edited && <PayPlanDialog plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </Page>
  )
}

function PlanCard({ plan, onAdd }: { plan: PayPlan; onAdd: (() => void) | undefined }) {
  const current = versionOn(plan.versions, dayOf(new Date()))
  return (
    <Card
      title={plan.name}
      actions={
        onAdd && (
          <Button size="sm" onClick={onAdd}>
            Add version
          </Button>
        )
      }
    >
      <Facts
        of={[
          [
            'Drivers',
            plan.driver_names.length === 0
              ? 'None yet. Choose the plan on the page of a driver.'
              : plan.driver_names.join(', '),
          ],
          ...(plan.versions.length === 0 ? [['Versions', 'None yet; it pays nothing.'] as const] : []),
          ...plan.versions.map(
            (version) =>
              [
                `From ${dayText(version.valid_from)}${version.id === current?.id ? ' (now)' : ''}`,
                textOf(version.rules),
              ] as const,
          ),
        ]}
      />
    </Card>
  )
}

function textOf(rules: PayRules): string {
  return [
    ...(rules.per_stop > 0 ? [`${formatRand(rules.per_stop)} a stop`] : []),
    ...(rules.per_kg > 0 ? [`${formatRand(rules.per_kg)} a kg`] : []),
    ...rules.zones.map(({ zone, amount }) => `${formatRand(amount)} more in ${zone}`),
    ...(rules.bonus > 0 ? [`${formatRand(rules.bonus)} a day from ${rules.bonus_from_stops} stops`] : []),
  ].join(' · ')
}
